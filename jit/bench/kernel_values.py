"""The arguments of an ExecuTorch kernel, as statements that put them on an instruction's stack."""

from __future__ import annotations

from collections.abc import Iterator

from dispatchless.cppast import Expr, ExprStmt, InitList, Stmt, StringLit
from dispatchless.cppast.build import ident, lit, method
from dispatchless.jit.bench.inputs import Given, TensorInput
from dispatchless.lowering.composite_calls import local_header
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
    SpecError,
    StringDefault,
    WordDefault,
)
from dispatchless.model.executorch_keys import DTYPES

HEADER = local_header("kernels.h")
_WHOLE = frozenset({"int", "SymInt"})
_TRUTH = frozenset({"bool", "SymBool"})
# Enumerators are integers on a stack.
_WORDS = {"contiguous_format": 0, "preserve_format": 1, "strided": 0, "Mean": 1, "None": 0}
_DTYPES = {
    name.lower(): name
    for name in (
        *("Byte", "Char", "Short", "Int", "Long"),
        *("Half", "Float", "Double", "Bool", "BFloat16"),
    )
}


def argument_statements(argument: Argument, values: str, given: Given | None) -> Iterator[Stmt]:
    """`values.tensor();`, or what else an argument is.

    Args:
        values: the variable that holds the stack.
        given: what a person gave; else the default is taken, else what a candidate picks.

    Raises SpecError: nothing is known for its type.
    """
    if given is None and argument.default is not None:
        given = argument.default
    if given is None:
        yield from _picked(argument, argument.type, values)
    elif isinstance(given, TensorInput):
        yield _tensor(given, values)
    elif isinstance(given, tuple):
        for each in given:
            yield _tensor(each, values)
        optional = isinstance(argument.type, ListType) and isinstance(
            argument.type.elem, OptionalType
        )
        yield _put(values, "optional_tensors" if optional else "tensors", lit(len(given)))
    else:
        yield _default(argument, given, values)


def _put(values: str, function: str, *args: Expr) -> Stmt:
    return ExprStmt(method(ident(values), function, *args))


def _tensor(given: TensorInput, values: str) -> Stmt:
    sizes = InitList(tuple(lit(size) for size in given.shape))
    return _put(values, "tensor", sizes, _dtype(given.dtype))


def _dtype(word: str) -> Expr:
    return ident(f"::executorch::aten::ScalarType::{_DTYPES[word]}")


def _picked(argument: Argument, of: SchemaType, values: str) -> Iterator[Stmt]:
    match of:
        case OptionalType():
            yield _put(values, "none")
        case BaseType(name="Tensor"):
            yield _put(values, "tensor")
        case BaseType(name=base) if base in _WHOLE:
            yield _put(values, "integer")
        case BaseType(name=base) if base in _TRUTH:
            yield _put(values, "boolean")
        case BaseType(name="float" | "Scalar"):
            yield _put(values, "floating", lit(1.0))
        case BaseType(name="str"):
            yield _put(values, "text", StringLit("none"))
        case BaseType(name="ScalarType"):
            yield _put(values, "integer", lit(DTYPES["Float"]))
        case BaseType(name="MemoryFormat" | "Layout"):
            yield _put(values, "integer", lit(0))
        case ListType(elem=BaseType(name=base)) if base in _WHOLE:
            yield _put(values, "integers")
        case ListType(elem=BaseType(name="float")):
            yield _put(values, "floatings", InitList((lit(1.0),)))
        case ListType(elem=BaseType(name="bool")):
            yield _put(values, "booleans", InitList((lit(1),)))
        case ListType(elem=BaseType(name="Tensor")):
            yield from (_put(values, "tensor"), _put(values, "tensor"))
            yield _put(values, "tensors", lit(2))
        case ListType(elem=OptionalType(elem=BaseType(name="Tensor"))):
            yield from (_put(values, "tensor"), _put(values, "tensor"))
            yield _put(values, "optional_tensors", lit(2))
        case _:
            raise SpecError(
                f"argument '{argument.name}': no value of type '{of}' is known",
                location=argument.origin,
                hint="give one with --inputs",
            )


def _default(argument: Argument, given: Default, values: str) -> Stmt:
    of = argument.type.elem if isinstance(argument.type, OptionalType) else argument.type
    base = of.name if isinstance(of, BaseType) else ""
    match given:
        case NoneDefault():
            return _put(values, "none")
        case BoolDefault(value=value):
            return _put(values, "boolean", lit(value))
        case IntDefault(value=value) if base == "float":
            return _put(values, "floating", lit(float(value)))
        case IntDefault() if isinstance(of, ListType):
            return _default(argument, ListDefault((given,) * (of.size or 1)), values)
        case IntDefault(value=value):
            return _put(values, "integer", lit(value))
        case FloatDefault(value=value):
            return _put(values, "floating", lit(value))
        case StringDefault(value=value):
            return _put(values, "text", StringLit(value))
        case WordDefault(word=word) if word in _WORDS:
            return _put(values, "integer", lit(_WORDS[word]))
        case WordDefault(word=word) if word in _DTYPES:
            return _put(values, "integer", lit(DTYPES[_DTYPES[word]]))
        case ListDefault(elements=elements):
            return _list(of, elements, values)
        case _:
            raise SpecError(
                f"argument '{argument.name}': the value {given} is not known here",
                location=argument.origin,
                hint="give another one with --inputs",
            )


def _list(of: SchemaType, elements: tuple[Default, ...], values: str) -> Stmt:
    base = of.elem.name if isinstance(of, ListType) and isinstance(of.elem, BaseType) else ""
    function = {"float": "floatings", "bool": "booleans"}.get(base, "integers")
    numbers = []
    for element in elements:
        assert isinstance(element, (BoolDefault, IntDefault, FloatDefault))
        value = element.value
        numbers.append(lit(float(value) if base == "float" else int(value)))
    return _put(values, function, InitList(tuple(numbers)))
