"""Arguments that a person gives, as C++ for the calls of ATen's operators and their like."""

from __future__ import annotations

import attrs

from dispatchless.cppast import Builtin, Construct, Expr, InitList, NamedType, Type, name
from dispatchless.cppast.build import ident, lit, method
from dispatchless.jit.bench.inputs import Given, TensorInput
from dispatchless.lowering import torch_symbols as symbols
from dispatchless.lowering.defaults import default_expr
from dispatchless.model import Argument, BaseType, ListDefault, ListType, OptionalType

_DTYPES = {
    "float": "kFloat",
    "double": "kDouble",
    "half": "kHalf",
    "bfloat16": "kBFloat16",
    "long": "kLong",
    "int": "kInt",
    "short": "kShort",
    "char": "kChar",
    "byte": "kByte",
    "bool": "kBool",
}


def given_value(argument: Argument, given: Given, setup: Expr, *, symint: bool) -> Expr:
    """`run.setup.tensor({32, 128}, at::kFloat)`, or what else was given.

    Args:
        setup: the expression that makes tensors.
        symint: whether SymInt arguments are c10::SymInt.
    """
    if isinstance(given, TensorInput):
        return _tensor(given, setup)
    if isinstance(given, tuple):
        return InitList(tuple(_tensor(each, setup) for each in given))
    value = default_expr(attrs.evolve(argument, default=given), symint=symint)
    assert value is not None
    if isinstance(given, ListDefault) and isinstance(argument.type, OptionalType):
        # Braces alone could be several of an optional's constructors.
        return Construct(_array(argument.type.elem, symint), (value,))
    return value


def _tensor(given: TensorInput, setup: Expr) -> Expr:
    sizes = InitList(tuple(lit(size) for size in given.shape))
    return method(setup, "tensor", sizes, ident(f"at::{_DTYPES[given.dtype]}"))


def _array(of: object, symint: bool) -> Type:
    assert isinstance(of, ListType) and isinstance(of.elem, BaseType)
    elem: Type
    if of.elem.name == "float":
        elem = Builtin("double")
    elif of.elem.name == "bool":
        elem = Builtin("bool")
    elif symint and of.elem.name == "SymInt":
        elem = NamedType(symbols.SYM_INT)
    else:
        elem = NamedType(name("int64_t", header="cstdint"))
    return NamedType(name("c10::ArrayRef", elem, header="c10/util/ArrayRef.h"))
