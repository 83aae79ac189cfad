"""Python values as arguments and results of kernels on the ExecuTorch runtime.

A tensor is a torch.Tensor, whose memory the kernel then works on, or a list of (lists of) numbers,
which is copied in and out.
"""

from __future__ import annotations

import ctypes
import itertools
import math
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

import attrs

from dispatchless.jit.reference_values import bound_arguments
from dispatchless.model import Argument, BaseType, FunctionSchema, ListType, OptionalType
from dispatchless.model.executorch_keys import DTYPE_NAMES, DTYPES, MAX_DIMENSIONS

if TYPE_CHECKING:
    from dispatchless.jit.executorch_boundary import Boundary

#: A number or nested lists of numbers.
Nested = Any

# Names of torch's dtypes where they are not those of the runtime in small letters.
_TORCH_NAMES = {
    "uint8": "Byte",
    "int8": "Char",
    "int16": "Short",
    "int32": "Int",
    "int64": "Long",
    "float16": "Half",
    "float32": "Float",
    "float64": "Double",
    "complex32": "ComplexHalf",
    "complex64": "ComplexFloat",
    "complex128": "ComplexDouble",
    "bool": "Bool",
    "bfloat16": "BFloat16",
    "uint16": "UInt16",
    "uint32": "UInt32",
    "uint64": "UInt64",
    "float8_e5m2": "Float8_e5m2",
    "float8_e4m3fn": "Float8_e4m3fn",
    "float8_e5m2fnuz": "Float8_e5m2fnuz",
    "float8_e4m3fnuz": "Float8_e4m3fnuz",
}
_BY_NUMBER = {DTYPES[name]: torch_name for torch_name, name in _TORCH_NAMES.items()}
# What lists of numbers can be copied to.
_TYPECODES = {
    "Byte": "B",
    "Char": "b",
    "Short": "h",
    "Int": "i",
    "Long": "q",
    "Float": "f",
    "Double": "d",
    "Bool": "B",
    "UInt16": "H",
    "UInt32": "I",
    "UInt64": "Q",
}
# Words of torch that are numbers to the runtime.
_WORDS = {
    "torch.strided": 0,
    "torch.contiguous_format": 0,
    "torch.preserve_format": 1,
    "torch.channels_last": 2,
    "torch.channels_last_3d": 3,
}


@attrs.frozen
class PlainTensor:
    """Numbers (nested lists, or one number for a tensor without dimensions) and their dtype.

    Without a dtype it is `Bool`, `Long` or `Float`, after the numbers.
    """

    values: Nested
    dtype: str | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes. Raises ValueError for ragged lists."""
        return _shape(self.values)

    @property
    def dtype_name(self) -> str:
        """The runtime's name of the dtype."""
        if self.dtype is not None:
            if self.dtype not in _TYPECODES:
                raise ValueError(f"lists cannot hold {self.dtype}; pass a torch.Tensor")
            return self.dtype
        kinds = {type(value) for value in _numbers(self.values)}
        if kinds == {bool}:
            return "Bool"
        return "Long" if kinds and kinds <= {int, bool} else "Float"


def _shape(values: Nested) -> tuple[int, ...]:
    if not isinstance(values, (list, tuple)):
        return ()
    shapes = {_shape(value) for value in values}
    if len(shapes) > 1:
        raise ValueError("the lists of a tensor have different lengths")
    return (len(values), *(shapes.pop() if shapes else ()))


def _numbers(values: Nested) -> Iterator[Any]:
    if isinstance(values, (list, tuple)):
        for value in values:
            yield from _numbers(value)
    else:
        yield values


def _nested(flat: Sequence[Any], shape: Sequence[int]) -> Nested:
    if not shape:
        return flat[0]
    step = math.prod(shape[1:])
    return [_nested(flat[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def is_torch_tensor(value: object) -> TypeGuard[Any]:
    """Whether a value is a torch.Tensor; torch is not imported for it."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


class CallValues:
    """The values of one call in the runtime's form."""

    def __init__(self, boundary: Boundary) -> None:
        self.handle: int = boundary.new_values()
        self.any_torch = False
        self._c = boundary
        # What the runtime's side points to: the buffers of lists, and the tensors, by index.
        self._kept: list[object] = []
        self._tensors: dict[int, Any] = {}
        self._lists: dict[int, list[Any]] = {}

    def __del__(self) -> None:
        self._c.delete_values(self.handle)

    def __len__(self) -> int:
        return int(self._c.size(self.handle))

    def add_arguments(
        self, schema: FunctionSchema, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> dict[str, int]:
        """Every argument in the order of the schema, then the place of the result; the indices of
        the arguments by name.

        Raises:
            TypeError, ValueError: a value is not one of the argument's type.
        """
        indices: dict[str, int] = {}
        values = bound_arguments(schema, args, kwargs)
        for argument, value in zip(schema.arguments, values, strict=True):
            try:
                indices[argument.name] = self._add(argument.type, value)
            except (TypeError, ValueError) as error:
                raise type(error)(f"{schema.name}, argument {argument.name!r}: {error}") from error
        outs = schema.out_arguments
        if len(outs) == 1 and schema.returns:
            self._c.add_again(self.handle, indices[outs[0].name])
        else:
            # A list of several results has no part in finding or calling the kernel.
            self._c.add_none(self.handle)
        return indices

    def add(self, value: object) -> int:
        """A value of the type that it looks like: an input of a program."""
        if value is None:
            return int(self._c.add_none(self.handle))
        if isinstance(value, bool):
            return int(self._c.add_bool(self.handle, value))
        if isinstance(value, int):
            return int(self._c.add_int(self.handle, value))
        if isinstance(value, float):
            return int(self._c.add_double(self.handle, value))
        if isinstance(value, str):
            return self._add_string(value)
        return self._add_tensor(value)

    def _add(self, type_: object, value: Any) -> int:
        match type_:
            case OptionalType():
                return self.add(None) if value is None else self._add(type_.elem, value)
            case ListType(elem=elem, size=size):
                return self._add_list(elem, size, value)
            case BaseType(name="Tensor"):
                return self._add_tensor(value)
            case BaseType(name="bool"):
                return self.add(_checked(value, bool))
            case BaseType(name="float"):
                return self.add(float(_checked(value, int, float)))
            case BaseType(name="int" | "SymInt"):
                return self.add(_checked(value, int))
            case BaseType(name="Scalar"):
                return self.add(_checked(value, bool, int, float))
            case BaseType(name="str"):
                return self._add_string(_checked(value, str))
            case BaseType(name="ScalarType" | "MemoryFormat" | "Layout" | "Device"):
                return self.add(_number_of_word(value))
        raise TypeError(f"the runtime has no values of type {type_}")

    def _add_string(self, value: str) -> int:
        text = value.encode()
        return int(self._c.add_string(self.handle, text, len(text)))

    def _add_list(self, elem: object, size: int | None, value: Any) -> int:
        if size is not None and _is_number(value):
            value = [value] * size  # int[2] x=0 stands for [0, 0]
        values = _checked(value, list, tuple)
        count = len(values)
        match elem:
            case BaseType(name="float"):
                doubles = (ctypes.c_double * count)(*values)
                return int(self._c.add_doubles(self.handle, doubles, count))
            case BaseType(name="bool"):
                bools = (ctypes.c_bool * count)(*(_checked(each, bool) for each in values))
                return int(self._c.add_bools(self.handle, bools, count))
            case BaseType(name="int" | "SymInt"):
                make = self._c.make_ints
            case BaseType(name="Tensor"):
                make = self._c.make_tensors
            case OptionalType(elem=BaseType(name="Tensor")):
                make = self._c.make_optional_tensors
            case _:
                raise TypeError(f"the runtime has no lists of {elem}")
        for each in values:
            self._add(elem, each)
        index = int(make(self.handle, count))
        self._lists[index] = list(values)
        return index

    def _add_tensor(self, value: Any) -> int:
        if is_torch_tensor(value):
            return self._add_torch(value)
        plain = value if isinstance(value, PlainTensor) else PlainTensor(value)
        name, shape = plain.dtype_name, plain.shape
        numbers = list(_numbers(plain.values))
        if not all(_is_number(number) for number in numbers):
            raise TypeError(f"not a tensor: {value!r}")
        buffer = array(_TYPECODES[name], numbers or [0])
        self._kept.append(buffer)
        return self._place(DTYPES[name], shape, range(len(shape)), buffer.buffer_info()[0])

    def _add_torch(self, value: Any) -> int:
        name = str(value.dtype).removeprefix("torch.")
        if name not in _TORCH_NAMES:
            raise TypeError(f"the runtime has no tensors of {value.dtype}")
        if value.device.type != "cpu" or value.requires_grad:
            raise ValueError("a tensor on the CPU that requires no gradient is wanted")
        order = tuple(value.dim_order())
        stride = 1
        for dimension in reversed(order):
            if value.shape[dimension] > 1 and value.stride(dimension) != stride:
                raise ValueError("the tensor is not dense; pass its contiguous()")
            stride *= value.shape[dimension]
        index = self._place(DTYPES[_TORCH_NAMES[name]], value.shape, order, value.data_ptr())
        self.any_torch = True
        self._tensors[index] = value
        self._kept.append(value)
        return index

    def _place(self, dtype: int, shape: Sequence[int], order: Sequence[int], address: int) -> int:
        dim = len(shape)
        if dim > MAX_DIMENSIONS:
            raise ValueError(f"a tensor has at most {MAX_DIMENSIONS} dimensions")
        sizes, dim_order = (ctypes.c_int * dim)(*shape), (ctypes.c_ubyte * dim)(*order)
        return int(self._c.add_tensor(self.handle, dtype, dim, sizes, dim_order, address))

    # Results ------------------------------------------------------------------------------------

    def results(self, schema: FunctionSchema, indices: Mapping[str, int]) -> Any:
        """What the operator returns, in the form that its out arguments came in."""
        outs = schema.out_arguments
        if not outs:
            return self.value(len(self) - 1)
        values = tuple(self._written(out, indices[out.name]) for out in outs)
        return values[0] if len(values) == 1 else values

    def _written(self, out: Argument, index: int) -> Any:
        if isinstance(out.type, ListType):
            if not all(is_torch_tensor(each) for each in self._lists[index]):
                raise TypeError(f"the list {out.name!r} is handed back as torch tensors only")
            return self._lists[index]
        if index not in self._tensors:
            return self._list(index)
        tensor = self._tensors[index]
        sizes, strides = self._shape(index)
        return tensor if sizes == tuple(tensor.shape) else tensor.as_strided(sizes, strides)

    def value(self, index: int, *, torch: bool | None = None) -> Any:
        """The value at an index, copied: a tensor as torch's if an argument was one (or as `torch`
        says), else as lists.

        Raises TypeError for a list.
        """
        match chr(self._c.kind(self.handle, index)):
            case "n":
                return None
            case "t":
                as_torch = self.any_torch if torch is None else torch
                return self._torch(index) if as_torch else self._list(index)
            case "i":
                return int(self._c.int(self.handle, index))
            case "b":
                return bool(self._c.bool(self.handle, index))
            case "d":
                return float(self._c.double(self.handle, index))
        raise TypeError("a list cannot be handed back")

    def _shape(self, index: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        sizes, strides = (ctypes.c_int * MAX_DIMENSIONS)(), (ctypes.c_int * MAX_DIMENSIONS)()
        dim = int(self._c.shape(self.handle, index, sizes, strides))
        return tuple(sizes[:dim]), tuple(strides[:dim])

    def _bytes(self, index: int) -> bytes:
        size = int(self._c.nbytes(self.handle, index))
        return ctypes.string_at(self._c.data(self.handle, index), size) if size else b""

    def _torch(self, index: int) -> Any:
        import torch

        dtype = getattr(torch, _BY_NUMBER[int(self._c.dtype(self.handle, index))])
        data = bytearray(self._bytes(index) or bytes(16))
        return torch.frombuffer(data, dtype=dtype).as_strided(*self._shape(index))

    def _list(self, index: int) -> Nested:
        name = DTYPE_NAMES[int(self._c.dtype(self.handle, index))]
        if name not in _TYPECODES:
            raise TypeError(f"lists cannot hold {name}; pass torch tensors")
        flat: list[Any] = array(_TYPECODES[name], self._bytes(index)).tolist()
        if name == "Bool":
            flat = [bool(number) for number in flat]
        sizes, strides = self._shape(index)
        places = itertools.product(*map(range, sizes))
        ordered = [flat[sum(map(int.__mul__, place, strides))] for place in places]
        return _nested(ordered, sizes)


def _is_number(value: object) -> bool:
    return isinstance(value, (bool, int, float))


def _checked(value: Any, *types: type) -> Any:
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
        names = " or ".join(each.__name__ for each in types)
        raise TypeError(f"{names} is wanted, not {value!r}")
    return value


def _number_of_word(value: object) -> int:
    """The number of a dtype, layout, memory format or device (cpu is 0)."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = str(value)
    if text in DTYPES:
        return DTYPES[text]
    if text.removeprefix("torch.") in _TORCH_NAMES:
        return DTYPES[_TORCH_NAMES[text.removeprefix("torch.")]]
    if text in _WORDS:
        return _WORDS[text]
    if text == "cpu":
        return 0
    raise TypeError(f"not a dtype, layout, memory format or device: {value!r}")
