"""Types of kernel arguments and results in ExecuTorch, and how a boxed value becomes one.

The types are those of `executorch::aten`, which are ExecuTorch's own or ATen's, as the build
chooses; a SymInt is an int64_t. Only what an `EValue` can hold exists (runtime/core/evalue.h).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import attrs

from dispatchless.cppast import (
    Builtin,
    Call,
    Expr,
    LRef,
    Member,
    NamedType,
    Qualified,
    TemplateName,
    Type,
)
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.template_names import with_arguments
from dispatchless.model import (
    Argument,
    BaseType,
    ListType,
    OptionalType,
    Return,
    SchemaType,
    SpecError,
)

VOID = Builtin("void")
TENSOR = NamedType(symbols.TENSOR)
SCALAR = NamedType(symbols.SCALAR)
_INT = NamedType(symbols.INT64)

_VALUES: dict[str, Type] = {
    "int": _INT,
    "SymInt": _INT,
    "float": Builtin("double"),
    "bool": Builtin("bool"),
    "SymBool": Builtin("bool"),
    "str": NamedType(symbols.STRING_VIEW),
    "ScalarType": NamedType(symbols.SCALAR_TYPE),
    "MemoryFormat": NamedType(symbols.MEMORY_FORMAT),
    "Layout": NamedType(symbols.LAYOUT),
    "Device": NamedType(symbols.DEVICE),
}

# The lists that an EValue can hold, with the member function that hands them out.
_LISTS = {
    "Tensor": "toTensorList",
    "int": "toIntList",
    "SymInt": "toIntList",
    "float": "toDoubleList",
    "bool": "toBoolList",
}


@attrs.frozen
class CppForm:
    """One schema type in C++: as a parameter, and the member function of EValue that gives it.

    The function is written where the runtime's names have using-declarations.
    """

    parameter: Type
    getter: str | TemplateName


class _NoForm(Exception):
    """A schema type that no EValue can hold."""


def argument_type(argument: Argument, *, const_mutable: bool = False) -> Type:
    """The C++ parameter type of a kernel's argument. Raises SpecError where there is none."""
    return _form(argument, const_mutable).parameter


def unboxed(argument: Argument, value: Expr) -> Expr:
    """The C++ value of an argument, out of a pointer to an EValue."""
    return Call(Member(value, _form(argument, False).getter, arrow=True))


def returns_type(returns: Sequence[Return], *, const_mutable: bool = False) -> Type:
    """The C++ return type of a kernel: void, one type, or a std::tuple of them."""
    types = tuple(_returned(each, const_mutable) for each in returns)
    if not types:
        return VOID
    return types[0] if len(types) == 1 else NamedType(with_arguments(symbols.TUPLE, *types))


def _form(argument: Argument, const_mutable: bool) -> CppForm:
    try:
        return _form_of(argument.type, argument.is_write and not const_mutable)
    except _NoForm:
        raise SpecError(
            f"argument '{argument.name}': ExecuTorch has no values of type '{argument.type}'",
            location=argument.origin,
            hint=f"supported are {', '.join(dict.fromkeys((*_VALUES, 'Tensor', 'Scalar')))}, their "
            "optionals, and lists of Tensor, Tensor?, int, float and bool",
        ) from None


def const_ref(of: Type) -> Type:
    return LRef(Qualified(of, const=True))


@functools.cache
def _form_of(schema_type: SchemaType, writable: bool) -> CppForm:
    match schema_type:
        case BaseType(name="Tensor"):
            return CppForm(LRef(TENSOR) if writable else const_ref(TENSOR), _to("to", TENSOR))
        case BaseType(name="Scalar"):
            return CppForm(const_ref(SCALAR), _to("to", SCALAR))
        case BaseType(name=base) if base in _VALUES:
            return CppForm(_VALUES[base], _to("to", _VALUES[base]))
        case OptionalType(elem=ListType(elem=BaseType(name=base))) if base in _LISTS:
            array = with_arguments(symbols.used(symbols.ARRAY_REF), _used(_element(base)))
            return CppForm(
                _optional(_array(_element(base))),
                TemplateName("toOptional", (NamedType(array),)),
            )
        case OptionalType(elem=BaseType(name="Tensor" | "Scalar" as base)):
            inner = TENSOR if base == "Tensor" else SCALAR
            return CppForm(const_ref(_optional(inner)), _to("toOptional", inner))
        case OptionalType(elem=BaseType(name=base)) if base in _VALUES:
            return CppForm(_optional(_VALUES[base]), _to("toOptional", _VALUES[base]))
        case ListType(elem=BaseType(name=base)) if base in _LISTS:
            return CppForm(_array(_element(base)), _LISTS[base])
        case ListType(elem=OptionalType(elem=BaseType(name="Tensor"))):
            return CppForm(_array(_optional(TENSOR)), "toListOptionalTensor")
    raise _NoForm


def _element(base: str) -> Type:
    return TENSOR if base == "Tensor" else _VALUES[base]


def _optional(elem: Type) -> Type:
    return NamedType(with_arguments(symbols.OPTIONAL, elem))


def _array(elem: Type) -> Type:
    return NamedType(with_arguments(symbols.ARRAY_REF, elem))


def _to(function: str, value: Type) -> TemplateName:
    return TemplateName(function, (_used(value),))


def _used(value: Type) -> Type:
    """The type by its short name, where it has one."""
    if isinstance(value, NamedType) and value.name in symbols.USED:
        return NamedType(symbols.used(value.name))
    return value


def _returned(each: Return, const_mutable: bool) -> Type:
    match each.type:
        case BaseType(name="Tensor"):
            if not each.is_write:
                return TENSOR
            return const_ref(TENSOR) if const_mutable else LRef(TENSOR)
        case BaseType(name="Scalar"):
            return SCALAR
        case BaseType(name=base) if base in _VALUES:
            return _VALUES[base]
    raise SpecError(f"ExecuTorch's kernels cannot return '{each.type}'", location=each.origin)
