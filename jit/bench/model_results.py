"""What two forwards gave: the same, bit for bit, or not, where that can be known."""

from __future__ import annotations

import dataclasses
import enum
import struct
import sys
from collections.abc import Mapping
from typing import Any

import attrs
import torch

from dispatchless.jit.verify.outcomes import element_bytes

# Of exactly these types, whose `==` is known; but not of float, for which nan is unlike nan.
_PLAIN = (type(None), bool, int, str, bytes, torch.dtype, torch.device, torch.layout)


@attrs.frozen(eq=False)
class Contents:
    """A copy of what a forward gave, which later forwards do not change.

    Attributes:
        plain: types, sizes and values, in the order in which they are met.
        tensors: the bytes of every tensor.
        unknown: the types of values whose contents cannot be read.
    """

    plain: tuple[object, ...]
    tensors: tuple[torch.Tensor, ...]
    unknown: tuple[str, ...]


def contents(result: Any) -> Contents:
    """Copy tensors, arrays and numbers in lists, tuples, mappings and dataclasses, at any depth."""
    reader = _Reader()
    reader.read(result)
    return Contents(tuple(reader.plain), tuple(reader.tensors), tuple(reader.unknown))


def same_contents(one: Contents, other: Contents) -> bool | None:
    """Are they equal bit by bit (nan equal to nan, 0.0 not to -0.0)? None where that is unknown."""
    if one.plain != other.plain or len(one.tensors) != len(other.tensors):
        return False
    if not all(map(torch.equal, one.tensors, other.tensors)):
        return False
    return None if one.unknown or other.unknown else True


class _Reader:
    def __init__(self) -> None:
        self.plain: list[object] = []
        self.tensors: list[torch.Tensor] = []
        self.unknown: list[str] = []

    def read(self, value: Any) -> None:
        """Append what `value` holds; whatever its class raises only makes it unknown."""
        kind = type(value)
        # By name, since a forward may make the class itself.
        self.plain.append(f"{kind.__module__}.{kind.__qualname__}")
        try:
            known = self._read_known(value)
        except Exception:
            known = False
        if not known:
            self.unknown.append(kind.__qualname__)

    def _read_known(self, value: Any) -> bool:
        if isinstance(value, torch.Tensor):
            return self._read_tensor(value)
        if isinstance(value, Mapping):
            self._read_all([part for item in value.items() for part in item])
        elif isinstance(value, (list, tuple)):
            self._read_all(value)
        elif isinstance(value, type):
            return False
        elif dataclasses.is_dataclass(value):
            self._read_all([getattr(value, field.name) for field in dataclasses.fields(value)])
        elif attrs.has(type(value)):
            self._read_all([getattr(value, field.name) for field in attrs.fields(type(value))])
        elif isinstance(value, enum.Enum):
            self.plain.append(value.name)
        elif type(value) in _PLAIN:
            self.plain.append(value)
        elif type(value) in (float, complex):
            self.plain.append(struct.pack("dd", value.real, value.imag))
        else:
            return self._read_array(value)
        return True

    def _read_all(self, values: Any) -> None:
        self.plain.append(len(values))
        for value in values:
            self.read(value)

    def _read_tensor(self, tensor: torch.Tensor) -> bool:
        self.plain += [tensor.dtype, tensor.layout, tensor.device, tuple(tensor.shape)]
        if tensor.is_meta:
            return False
        parts = element_bytes(tensor)
        if tensor.is_quantized:
            parts += element_bytes(tensor.dequantize())
        self.tensors += [part.cpu() for part in parts]
        return True

    def _read_array(self, value: Any) -> bool:
        numpy: Any = sys.modules.get("numpy")
        if numpy is None or not (type(value) is numpy.ndarray or isinstance(value, numpy.generic)):
            return False
        array = numpy.asarray(value)
        if array.dtype.hasobject:
            return False
        self.plain += [array.dtype.str, array.shape, array.tobytes()]
        return True
