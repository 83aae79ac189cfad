"""Types of schema arguments and returns, as the ATen C++ API of torch 2.13 spells them.

The rules were read off the headers in torch/include/ATen/ops; the tests compare every declaration
there with the type made here. Where a schema type has two spellings in ATen, `TypeConventions` says
which one is wanted; it is always passed, never ambient.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import attrs

from dispatchless.cppast import (
    Builtin,
    IntLit,
    LRef,
    NamedType,
    Qualified,
    Type,
)
from dispatchless.lowering import torch_symbols as symbols
from dispatchless.model import (
    Argument,
    BaseType,
    CustomClassType,
    ListType,
    Operator,
    OptionalType,
    Return,
    SchemaType,
    SpecError,
)


@attrs.frozen(kw_only=True)
class TypeConventions:
    """Which of ATen's spellings of a schema type to use.

    `symint`: SymInt arguments stay c10::SymInt; otherwise they are int64_t. Returned values of type
    SymInt are c10::SymInt in both. `tensor_list_ref`: `Tensor[]` is `const at::ITensorListRef &`,
    as structured operators take it, not `at::TensorList`. `const_mutable`: tensors that the kernel
    writes are `const at::Tensor &` (`use_const_ref_for_mutable_tensors` of native_functions.yaml).
    """

    symint: bool = False
    tensor_list_ref: bool = False
    const_mutable: bool = False


def conventions_of(operator: Operator, *, symint: bool) -> TypeConventions:
    """The spellings that ATen uses for an operator of native_functions.yaml."""
    return TypeConventions(
        symint=symint,
        tensor_list_ref=operator.is_structured,
        const_mutable=operator.use_const_ref_for_mutable_tensors,
    )


def optional(elem: Type) -> Type:
    return NamedType(symbols.with_arguments(symbols.STD_OPTIONAL, elem))


def const_ref(of: Type) -> Type:
    return LRef(Qualified(of, const=True))


_VALUE_TYPES: dict[str, Type] = {
    "int": NamedType(symbols.INT64),
    "float": Builtin("double"),
    "bool": Builtin("bool"),
    "str": NamedType(symbols.STRING_VIEW),
    "Generator": NamedType(symbols.GENERATOR),
    "ScalarType": NamedType(symbols.SCALAR_TYPE),
    "Layout": NamedType(symbols.LAYOUT),
    "Device": NamedType(symbols.DEVICE),
    "DeviceIndex": NamedType(symbols.DEVICE_INDEX),
    "MemoryFormat": NamedType(symbols.MEMORY_FORMAT),
    "QScheme": NamedType(symbols.QSCHEME),
    "Storage": NamedType(symbols.STORAGE),
    "Stream": NamedType(symbols.STREAM),
    "SymBool": NamedType(symbols.SYM_BOOL),
    "DimVector": NamedType(symbols.DIM_VECTOR),
}

INT = _VALUE_TYPES["int"]
SYM_INT = NamedType(symbols.SYM_INT)
TENSOR = NamedType(symbols.TENSOR)
SCALAR = NamedType(symbols.SCALAR)
INT_ARRAY_REF = NamedType(symbols.INT_ARRAY_REF)
SYM_INT_ARRAY_REF = NamedType(symbols.SYM_INT_ARRAY_REF)
OPTIONAL_INT_ARRAY_REF = NamedType(symbols.OPTIONAL_INT_ARRAY_REF)
OPTIONAL_SYM_INT_ARRAY_REF = NamedType(symbols.OPTIONAL_SYM_INT_ARRAY_REF)
TENSOR_LIST = NamedType(symbols.TENSOR_LIST)
TENSOR_LIST_REF = const_ref(NamedType(symbols.TENSOR_LIST_REF))
TENSOR_OPTIONS = NamedType(symbols.TENSOR_OPTIONS)
VOID = Builtin("void")


def argument_type(argument: Argument, conventions: TypeConventions) -> Type:
    """The C++ parameter type of a schema argument.

    Raises SpecError at the argument's place for a schema type that the ATen C++ API cannot spell.
    """
    try:
        return _argument_type(argument.type, argument.is_write, conventions)
    except _NoCppType as problem:
        raise SpecError(
            f"argument '{argument.name}': {problem}", location=argument.origin
        ) from None


def returns_type(returns: Sequence[Return], conventions: TypeConventions) -> Type:
    """The C++ return type of a schema: void, one type, or a std::tuple of them."""
    try:
        types = tuple(_returned(each.type, each.is_write, conventions) for each in returns)
    except _NoCppType as problem:
        raise SpecError(f"return value: {problem}") from None
    if not types:
        return VOID
    if len(types) == 1:
        return types[0]
    return NamedType(symbols.with_arguments(symbols.STD_TUPLE, *types))


class _NoCppType(Exception):
    """A schema type without a spelling in the ATen C++ API."""


def _value_type(schema_type: SchemaType, symint: bool) -> Type | None:
    """Types passed by value, the same for arguments and returns; None for all others."""
    match schema_type:
        case BaseType(name="Tensor" | "Scalar"):
            return None
        case BaseType(name="SymInt"):
            return SYM_INT if symint else INT
        case BaseType(name=name):
            return _VALUE_TYPES[name]
        case OptionalType(elem=elem):
            inner = _value_type(elem, symint)
            return None if inner is None else optional(inner)
        case ListType(elem=BaseType(name="bool"), size=size):
            if size is None:
                raise _NoCppType("a list of bool needs a size, as in 'bool[3]'")
            array = symbols.with_arguments(symbols.STD_ARRAY, Builtin("bool"), IntLit(size))
            return NamedType(array)
        case CustomClassType():
            # A schema names the class as TorchScript knows it; nothing says its C++ name.
            raise _NoCppType(f"the C++ class of '{schema_type}' is not known")
        case _:
            return None


@functools.cache
def _argument_type(schema_type: SchemaType, mutable: bool, conventions: TypeConventions) -> Type:
    by_value = _value_type(schema_type, conventions.symint)
    if by_value is not None:
        return by_value
    writable = mutable and not conventions.const_mutable
    match schema_type:
        case BaseType(name="Tensor"):
            return LRef(TENSOR) if writable else const_ref(TENSOR)
        case BaseType(name="Scalar"):
            return const_ref(SCALAR)
        case OptionalType(elem=BaseType(name="Tensor")):
            # A writable `Tensor?` drops its optional in the C++ API.
            return LRef(TENSOR) if writable else const_ref(optional(TENSOR))
        case OptionalType(elem=BaseType(name="Scalar")):
            return const_ref(optional(SCALAR))
        case OptionalType(elem=ListType(elem=BaseType(name="int"))):
            return OPTIONAL_INT_ARRAY_REF
        case OptionalType(elem=ListType(elem=BaseType(name="SymInt"))):
            return OPTIONAL_SYM_INT_ARRAY_REF if conventions.symint else OPTIONAL_INT_ARRAY_REF
        case OptionalType(elem=elem):
            return optional(_argument_type(elem, mutable, conventions))
        case ListType(elem=elem):
            return _list_type(elem, mutable, conventions)
    raise AssertionError(f"not a schema type: {schema_type!r}")


def _list_type(elem: SchemaType, mutable: bool, conventions: TypeConventions) -> Type:
    match elem:
        case BaseType(name="int"):
            return INT_ARRAY_REF
        case BaseType(name="SymInt"):
            return SYM_INT_ARRAY_REF if conventions.symint else INT_ARRAY_REF
        case BaseType(name="Tensor"):
            return TENSOR_LIST_REF if conventions.tensor_list_ref else TENSOR_LIST
        case BaseType(name="Scalar"):
            return _array_ref(SCALAR)
        case OptionalType(elem=BaseType(name="Tensor")):
            # Indexing lists are owned boxed lists, not array references.
            boxed = symbols.with_arguments(symbols.OPTIONAL_TENSOR_LIST, optional(TENSOR))
            return const_ref(NamedType(boxed))
        case _:
            return _array_ref(_argument_type(elem, mutable, conventions))


def _array_ref(elem: Type) -> Type:
    return NamedType(symbols.with_arguments(symbols.ARRAY_REF, elem))


def _returned(schema_type: SchemaType, mutable: bool, conventions: TypeConventions) -> Type:
    by_value = _value_type(schema_type, symint=True)
    if by_value is not None:
        return by_value
    match schema_type:
        case BaseType(name="Tensor"):
            if not mutable:
                return TENSOR
            return const_ref(TENSOR) if conventions.const_mutable else LRef(TENSOR)
        case BaseType(name="Scalar"):
            return SCALAR
        case ListType(elem=elem, size=None) if not mutable:
            elements = _returned(elem, False, conventions)
            return NamedType(symbols.with_arguments(symbols.STD_VECTOR, elements))
        case OptionalType(elem=BaseType(name="Tensor")):
            return optional(_returned(schema_type.elem, mutable, conventions))
    raise _NoCppType(f"type '{schema_type}' cannot be returned by the ATen C++ API")
