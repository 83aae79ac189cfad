"""dtype, layout, device and pin_memory against the one at::TensorOptions that may carry them."""

from __future__ import annotations

from collections.abc import Mapping

from dispatchless.cppast import Call, Construct, Expr, Member, NameExpr
from dispatchless.lowering import torch_symbols as symbols
from dispatchless.lowering.cpp_types import TENSOR_OPTIONS

# The C++ parameter that stands for the four arguments.
OPTIONS = "options"

# Schema argument -> the member functions of c10::TensorOptions that set and give it.
_SETTERS = {
    "dtype": "dtype",
    "layout": "layout",
    "device": "device",
    "pin_memory": "pinned_memory",
}
_GETTERS = {
    "dtype": "dtype_opt",
    "layout": "layout_opt",
    "device": "device_opt",
    "pin_memory": "pinned_memory_opt",
}


def gathered(parts: Mapping[str, Expr]) -> Expr:
    """Options holding `parts`: argument name -> value, or optional value, of the argument."""
    result: Expr = Construct(TENSOR_OPTIONS, ())
    for argument, setter in _SETTERS.items():
        if argument in parts:
            result = Call(Member(result, setter), (parts[argument],))
    return result


def part_of(options: Expr, argument: str) -> Expr:
    """The optional value of one of the four arguments in `options`."""
    value = Call(Member(options, _GETTERS[argument]), ())
    if argument == "dtype":
        # The options hold a caffe2::TypeMeta.
        return Call(NameExpr(symbols.OPTIONAL_SCALAR_TYPE), (value,))
    return value
