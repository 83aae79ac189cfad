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
from dispatchless.lowering.template_names import with_arguments
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
    base_of,
)
from dispatchless.model.schema_types import SYMINT


@attrs.frozen(kw_only=True, cache_hash=True)
class TypeConventions:
    """Which of the C++ spellings of a schema type to use.

    `symint`: SymInt arguments stay c10::SymInt; otherwise they are int64_t. Returned values of type
    SymInt are c10::SymInt in both. `tensor_list_ref`: `Tensor[]` is `const at::ITensorListRef &`,
    as structured operators take it, not `at::TensorList`. `const_mutable`: tensors that the kernel
    writes are `const at::Tensor &` (`use_const_ref_for_mutable_tensors` of native_functions.yaml).

    `kernel`: what torch::Library takes for a schema (make_boxed_from_unboxed_functor.h and
    infer_schema.h in ATen/core). Same as the API but for types that ATen itself does not use:
    unsized lists of bool, nested lists, and optional tensors that are written to.
    """

    symint: bool = False
    tensor_list_ref: bool = False
    const_mutable: bool = False
    kernel: bool = False


def conventions_of(operator: Operator, *, symint: bool) -> TypeConventions:
    """The spellings that ATen uses for an operator of native_functions.yaml."""
    return _aten_conventions(
        symint, operator.is_structured, operator.use_const_ref_for_mutable_tensors
    )


@functools.cache  # eight objects, that the types made for them are looked up by
def _aten_conventions(symint: bool, tensor_list_ref: bool, const_mutable: bool) -> TypeConventions:
    return TypeConventions(
        symint=symint, tensor_list_ref=tensor_list_ref, const_mutable=const_mutable
    )


def optional(elem: Type) -> Type:
    return NamedType(with_arguments(symbols.STD_OPTIONAL, elem))


def const_ref(of: Type) -> Type:
    return LRef(Qualified(of, const=True))


def referred_constant(reference: Type) -> Type | None:
    """`T` of `const T &`; None for any other type."""
    match reference:
        case LRef(to=Qualified(type=of, const=True)):
            return of
        case _:
            return None


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
OPTIONAL_TENSOR_REF = NamedType(symbols.OPTIONAL_TENSOR_REF)
OPTIONAL_SCALAR_REF = NamedType(symbols.OPTIONAL_SCALAR_REF)
TENSOR_LIST = NamedType(symbols.TENSOR_LIST)
TENSOR_LIST_REF = const_ref(NamedType(symbols.TENSOR_LIST_REF))
TENSOR_OPTIONS = NamedType(symbols.TENSOR_OPTIONS)
VOID = Builtin("void")


def has_int_flavour(schema_type: SchemaType) -> bool:
    """Whether the dispatcher takes int64_t for the SymInt in a type, if there is any.

    It does for `SymInt` and lists of it, each also optional (`cloneWithRealTypes` of
    ATen/core/function_schema.h), and not for what nests them deeper.
    """
    inner = schema_type.elem if isinstance(schema_type, OptionalType) else schema_type
    inner = inner.elem if isinstance(inner, ListType) else inner
    return isinstance(inner, BaseType) or base_of(inner) != SYMINT


def argument_type(argument: Argument, conventions: TypeConventions) -> Type:
    """The C++ parameter type of a schema argument.

    Raises SpecError at the argument's place for a schema type that C++ code cannot be given.
    """
    try:
        if conventions.kernel:
            _check_registrable(argument.type)
        return _argument_type(argument.type, argument.is_write, conventions)
    except _NoCppType as problem:
        raise SpecError(
            f"argument '{argument.name}': {problem}", location=argument.origin
        ) from None


def returns_type(returns: Sequence[Return], conventions: TypeConventions) -> Type:
    """The C++ return type of a schema: void, one type, or a std::tuple of them."""
    types = [_checked_return_type(each, conventions) for each in returns]
    if not types:
        return VOID
    if len(types) == 1:
        return types[0]
    return NamedType(with_arguments(symbols.STD_TUPLE, *types))


_GENERATOR = BaseType("Generator")


class _NoCppType(Exception):
    """A schema type without a C++ spelling."""


def _checked_return_type(value: Return, conventions: TypeConventions) -> Type:
    try:
        if conventions.kernel:
            _check_registrable(value.type)
        return _return_type(value.type, value.is_write, conventions)
    except _NoCppType as problem:
        raise SpecError(f"return value: {problem}", location=value.origin) from None


def _check_registrable(schema_type: SchemaType) -> None:
    if schema_type == _GENERATOR:
        raise _NoCppType("a kernel's generator is always optional: write 'Generator?'")


def _value_type(schema_type: SchemaType, conventions: TypeConventions) -> Type | None:
    """Types passed by value, the same for arguments and returns; None for all others."""
    match schema_type:
        case BaseType(name="Tensor" | "Scalar"):
            return None
        case BaseType(name="SymInt"):
            return SYM_INT if conventions.symint else INT
        case BaseType(name=name):
            return _VALUE_TYPES[name]
        case OptionalType(elem=elem):
            inner = _value_type(elem, conventions)
            return None if inner is None else optional(inner)
        case ListType(elem=BaseType(name="bool"), size=int() as size):
            array = with_arguments(symbols.STD_ARRAY, Builtin("bool"), IntLit(size))
            return NamedType(array)
        case CustomClassType():
            # A schema names the class as TorchScript knows it; nothing says its C++ name.
            raise _NoCppType(f"the C++ class of '{schema_type}' is not known")
        case _:
            return None


@functools.cache
def _argument_type(schema_type: SchemaType, mutable: bool, conventions: TypeConventions) -> Type:
    by_value = _value_type(schema_type, conventions)
    if by_value is not None:
        return by_value
    writable = mutable and not conventions.const_mutable
    match schema_type:
        case BaseType(name="Tensor"):
            return LRef(TENSOR) if writable else const_ref(TENSOR)
        case BaseType(name="Scalar"):
            return const_ref(SCALAR)
        case OptionalType(elem=BaseType(name="Tensor")) if writable and not conventions.kernel:
            # The API drops the optional, which the dispatcher would not take.
            return LRef(TENSOR)
        case OptionalType(elem=ListType(elem=BaseType(name="int"))):
            return OPTIONAL_INT_ARRAY_REF
        case OptionalType(elem=ListType(elem=BaseType(name="SymInt"))):
            return OPTIONAL_SYM_INT_ARRAY_REF if conventions.symint else OPTIONAL_INT_ARRAY_REF
        case OptionalType(elem=elem):
            inner = _argument_type(elem, False, conventions)
            referred = referred_constant(inner)
            return optional(inner) if referred is None else const_ref(optional(referred))
        case ListType(elem=elem):
            return _list_type(elem, conventions)
    raise AssertionError(f"not a schema type: {schema_type!r}")


def _list_type(elem: SchemaType, conventions: TypeConventions) -> Type:
    match elem:
        case BaseType(name="int"):
            return INT_ARRAY_REF
        case BaseType(name="SymInt"):
            return SYM_INT_ARRAY_REF if conventions.symint else INT_ARRAY_REF
        case BaseType(name="Tensor"):
            return TENSOR_LIST_REF if conventions.tensor_list_ref else TENSOR_LIST
        case OptionalType(elem=BaseType(name="Tensor")) | BaseType(name="bool"):
            # Not array references but boxed lists: std::vector<bool> has no array to refer to.
            return const_ref(_boxed_list(elem, conventions))
        case _:
            element = _owned(elem, conventions)
            return NamedType(with_arguments(symbols.ARRAY_REF, element))


@functools.cache
def _return_type(schema_type: SchemaType, mutable: bool, conventions: TypeConventions) -> Type:
    if schema_type == BaseType("Tensor") and mutable:
        return const_ref(TENSOR) if conventions.const_mutable else LRef(TENSOR)
    return _owned(schema_type, attrs.evolve(conventions, symint=True))


def _owned(schema_type: SchemaType, conventions: TypeConventions) -> Type:
    """The type of a value that owns what it holds: a result, an element of a list."""
    by_value = _value_type(schema_type, conventions)
    if by_value is not None:
        return by_value
    match schema_type:
        case BaseType(name="Tensor"):
            return TENSOR
        case BaseType(name="Scalar"):
            return SCALAR
        case OptionalType(elem=elem):
            return optional(_owned(elem, conventions))
        case ListType(elem=BaseType(name="bool") as elem):
            return _boxed_list(elem, conventions)
        case ListType(elem=elem):
            elements = _owned(elem, conventions)
            return NamedType(with_arguments(symbols.STD_VECTOR, elements))
    raise AssertionError(f"not a schema type: {schema_type!r}")


def _boxed_list(elem: SchemaType, conventions: TypeConventions) -> Type:
    if elem == BaseType("bool") and not conventions.kernel:
        raise _NoCppType("in the ATen C++ API a list of bool has a size, as in 'bool[3]'")
    return NamedType(with_arguments(symbols.BOXED_LIST, _owned(elem, conventions)))
