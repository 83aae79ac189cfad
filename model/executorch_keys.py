"""Kernel keys of ExecuTorch: for which tensor dtypes and dim orders a kernel is meant.

The runtime makes a key from an instruction's values (``Method::resolve_operator`` of
``runtime/executor/method.cpp``): one entry ``dtype;dim_order`` for each value that is a tensor,
in the order of the instruction, and the instruction ends with the result. An out= operator's
result *is* its out argument, which therefore counts twice. Several results stand there as one
list, and lists, as well as an optional tensor that is None, do not count.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Mapping, Sequence

from dispatchless.frozen import frozen
from dispatchless.model.schema import FunctionSchema
from dispatchless.model.schema_types import TENSOR, OptionalType

# ``executorch::runtime::etensor::ScalarType`` (runtime/core/portable_type/scalar_type.h): the
# numbers are part of the program format and agree with c10::ScalarType.
_DTYPE_ORDER = """
    Byte Char Short Int Long Half Float Double ComplexHalf ComplexFloat ComplexDouble Bool
    QInt8 QUInt8 QInt32 BFloat16 QUInt4x2 QUInt2x4 Bits1x8 Bits2x4 Bits4x2 Bits8 Bits16
    Float8_e5m2 Float8_e4m3fn Float8_e5m2fnuz Float8_e4m3fnuz UInt16 UInt32 UInt64
"""
DTYPES: Mapping[str, int] = {name: i for i, name in enumerate(_DTYPE_ORDER.split())}
DTYPE_NAMES: Mapping[int, str] = {number: name for name, number in DTYPES.items()}

KEY_VERSION = "v1"
KEY_BUFFER = 659  # kKernelKeyBufSize of operator_registry.h, the trailing NUL included
MAX_DIMENSIONS = 16  # kTensorDimensionLimit

# Names under which an entry of ``arg_meta`` may speak of the result.
RESULT_NAMES = ("ret", "return", "result")


class KeyForm(enum.Enum):
    """Which values a written ``arg_meta`` stands for in the registered key."""

    RUNTIME = "runtime"  # those of an instruction: an out argument counts again as the result
    ARGUMENTS = "arguments"  # the arguments alone, as executorch.codegen.gen writes the key


@frozen
class TensorMeta:
    """One tensor of a key: its dtype's name and the order of its dimensions."""

    dtype: str
    dim_order: tuple[int, ...]

    def __str__(self) -> str:
        return f"{DTYPES[self.dtype]};{','.join(map(str, self.dim_order))}"


@frozen
class KernelKey:
    """What a kernel is specialised for; no tensors at all is the default (fallback) kernel."""

    tensors: tuple[TensorMeta, ...] = ()

    @property
    def text(self) -> str | None:
        """The key as the runtime compares it (``v1/6;0,1|6;0,1``); None for the default."""
        if not self.tensors:
            return None
        return f"{KEY_VERSION}/{'|'.join(map(str, self.tensors))}"

    def __str__(self) -> str:
        return self.text or "default"


DEFAULT_KEY = KernelKey()


def counted_arguments(schema: FunctionSchema) -> tuple[tuple[str, bool], ...]:
    """The arguments that a key has an entry for, in the runtime's order: name, and whether it
    may be missing (an optional tensor)."""
    return tuple(
        (argument.name, argument.type != TENSOR)
        for argument in schema.arguments
        if argument.type in (TENSOR, OptionalType(TENSOR))
    )


def counted_result(schema: FunctionSchema) -> str | None:
    """What the result's entry repeats: the single out argument's name, ``""`` if the operator
    makes a new tensor, None if the result has no entry."""
    if schema.out_arguments:
        return schema.out_arguments[0].name if len(schema.out_arguments) == 1 else None
    if len(schema.returns) != 1 or schema.returns[0].type != TENSOR:
        return None
    written = [a.name for a in schema.arguments if a.is_write]
    return written[0] if schema.returns[0].is_write and len(written) == 1 else ""


def expand_keys(
    entries: Sequence[tuple[str, str]],
    dtypes: Mapping[str, Sequence[str]],
    dim_orders: Mapping[str, tuple[int, ...]],
) -> tuple[KernelKey, ...]:
    """The keys that a list of (type alias, dim order alias) stands for.

    An alias has one value within a key, so two tensors with the same alias always agree; the
    keys are the product over the aliases used, the first used varying slowest.
    """
    used = list(dict.fromkeys(alias for alias, _ in entries))
    keys = []
    for choice in itertools.product(*(dtypes[alias] for alias in used)):
        chosen = dict(zip(used, choice, strict=True))
        keys.append(KernelKey(tuple(TensorMeta(chosen[t], dim_orders[d]) for t, d in entries)))
    return tuple(keys)
