"""Kernels on ATen's tensors: the runtime built with `USE_ATEN_LIB` calls ATen's own operators.

The types are those of the ATen C++ API. Where a boxed value comes as an array and ATen wants a
container of its own, the container is made in the call.
"""

from __future__ import annotations

from collections.abc import Iterable

from dispatchless.cppast import (
    Binary,
    BraceInit,
    Builtin,
    Call,
    Construct,
    Decl,
    DeclStmt,
    Expr,
    For,
    Function,
    IntLit,
    LRef,
    NamedType,
    NameExpr,
    Param,
    Prefix,
    Qualified,
    Template,
    Type,
    ValueParam,
    Var,
    name,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.cpp_types import TypeConventions
from dispatchless.lowering.cpp_types import argument_type as aten_argument_type
from dispatchless.lowering.cpp_types import returns_type as aten_returns_type
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.executorch.cpp_types import unboxed
from dispatchless.lowering.executorch.function_names import function_name, function_namespace
from dispatchless.lowering.template_names import with_arguments
from dispatchless.lowering.torch_symbols import STD_ARRAY
from dispatchless.model import Argument, BaseType, ListType, OptionalType, Return
from dispatchless.model.executorch_kernels import LibraryOperator

_AS_ARRAY = "as_array"


def conventions(operator: LibraryOperator) -> TypeConventions:
    """How the ATen C++ API spells the types of the operator's plain function."""
    return TypeConventions(symint=False, const_mutable=operator.const_mutable)


def aten_argument(argument: Argument, operator: LibraryOperator) -> Type:
    """The parameter type in the ATen C++ API."""
    return aten_argument_type(argument, conventions(operator))


def aten_returns(returns: tuple[Return, ...], operator: LibraryOperator) -> Type:
    """The return type in the ATen C++ API."""
    return aten_returns_type(returns, conventions(operator))


def aten_function(operator: LibraryOperator) -> NameExpr:
    """The function of Functions.h that calls ATen."""
    scope = function_namespace(operator.schema)
    return NameExpr(symbols.public(f"{scope}::{function_name(operator.schema)}"))


def aten_unboxed(argument: Argument, value: Expr) -> Expr:
    """The value that ATen's function takes, out of a pointer to an EValue."""
    plain = unboxed(argument, value)
    match argument.type:
        case ListType(elem=OptionalType(elem=BaseType(name="Tensor"))):
            parameter = aten_argument_type(argument, TypeConventions())
            assert isinstance(parameter, LRef) and isinstance(parameter.to, Qualified)
            return Construct(parameter.to.type, (plain,))
        case ListType(elem=BaseType(name="bool"), size=int(size)):
            return Call(NameExpr(name(_AS_ARRAY, IntLit(size))), (plain,))
    return plain


def array_function() -> Decl:
    """`as_array<N>(list)`: the std::array that ATen takes for a list of bool with a size."""
    size, list_, array, i = (b.ident(n) for n in ("N", "list", "array", "i"))
    result = NamedType(with_arguments(STD_ARRAY, Builtin("bool"), size))
    fits = Binary("&&", Binary("<", i, size), Binary("<", i, b.method(list_, "size")))
    return Template(
        (ValueParam(NamedType(symbols.SIZE), "N"),),
        Function(
            _AS_ARRAY,
            (Param(NamedType(with_arguments(symbols.ARRAY_REF, Builtin("bool"))), "list"),),
            result,
            b.block(
                DeclStmt(Var(result, "array", BraceInit())),
                For(
                    b.var(NamedType(symbols.SIZE), "i", IntLit(0)),
                    fits,
                    Prefix("++", i),
                    b.block(b.assign(b.index(array, i), b.index(list_, i))),
                ),
                b.ret(array),
            ),
        ),
    )


def needs_arrays(operators: Iterable[LibraryOperator]) -> bool:
    """Whether a call makes a std::array of a list."""
    return any(
        isinstance(a.type, ListType) and a.type.elem == BaseType("bool") and a.type.size is not None
        for operator in operators
        for a in operator.schema.arguments
    )
