"""Schema defaults as C++ default arguments, in the form that ATen's headers print."""

from __future__ import annotations

from dispatchless.cppast import (
    BoolLit,
    Construct,
    Expr,
    FloatLit,
    InitList,
    IntLit,
    NamedType,
    NameExpr,
    StringLit,
)
from dispatchless.lowering import torch_symbols as symbols
from dispatchless.model import (
    Argument,
    BaseType,
    BoolDefault,
    Default,
    FloatDefault,
    IntDefault,
    ListDefault,
    ListType,
    NoneDefault,
    OptionalType,
    SchemaType,
    StringDefault,
    TensorOptions,
    WordDefault,
)

# Below it, every integer is a double.
_EXACT = 2**53


def default_expr(argument: Argument, *, symint: bool) -> Expr | None:
    """The default of the parameter that `argument` becomes; None if it has none.

    `symint`: SymInt arguments are c10::SymInt. That the default fits the type is checked when the
    schema is parsed.
    """
    if argument.default is None:
        return None
    return _at_type(argument.default, argument.type, symint)


def options_default(options: TensorOptions) -> Expr | None:
    """The default of the at::TensorOptions parameter that stands for four arguments.

    As in ATen it has one if all four are None by default, or all but the dtype.
    """
    dtype, *others = (argument.default for argument in options.arguments)
    if any(default != NoneDefault() for default in others):
        return None
    if dtype == NoneDefault():
        return InitList(())
    # Options convert from a dtype.
    return None if dtype is None else _single(dtype, options.dtype.type)


def _at_type(default: Default, schema_type: SchemaType, symint: bool) -> Expr:
    if isinstance(default, NoneDefault):
        # ATen writes an absent tensor as an empty brace, other absent values as nullopt.
        tensor = schema_type == OptionalType(BaseType("Tensor"))
        if tensor or not isinstance(schema_type, OptionalType):
            return InitList(())
        return NameExpr(symbols.STD_NULLOPT)
    if isinstance(schema_type, OptionalType):
        return _at_type(default, schema_type.elem, symint)
    if isinstance(default, ListDefault):
        return InitList(tuple(_single(each, schema_type) for each in default.elements))
    if isinstance(schema_type, ListType):
        return _repeated(default, schema_type, symint)
    return _single(default, schema_type)


def _repeated(default: Default, schema_type: ListType, symint: bool) -> Expr:
    """One element as the default of a sized list."""
    element = _single(default, schema_type.elem)
    if schema_type.elem == BaseType("bool"):
        # A std::array; everything else converts to an array reference of one element.
        return InitList((element,) * (schema_type.size or 1))
    if symint and schema_type.elem == BaseType("SymInt"):
        # An int would need two user conversions, to SymInt and to the array reference.
        return Construct(NamedType(symbols.SYM_INT), (element,))
    return element


def _single(default: Default, schema_type: SchemaType) -> Expr:
    match default:
        case BoolDefault(value=value):
            return BoolLit(value)
        case IntDefault(value=value):
            return IntLit(value)
        case FloatDefault(text=text, value=value):
            # A whole number written without a point is so in ATen's headers.
            whole = text.removeprefix("-").isdigit() and abs(value) <= _EXACT
            return IntLit(int(value)) if whole else FloatLit(value)
        case StringDefault(value=value) if _is_device(schema_type):
            return Construct(NamedType(symbols.DEVICE), (StringLit(value),))
        case StringDefault(value=value):
            return StringLit(value)
        case WordDefault(word=word):
            return NameExpr(symbols.DEFAULT_WORDS[word])
        case _:
            raise AssertionError(f"{default!r} is no single value")


def _is_device(schema_type: SchemaType) -> bool:
    return schema_type in (BaseType("Device"), OptionalType(BaseType("Device")))
