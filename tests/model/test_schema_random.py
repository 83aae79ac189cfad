"""Random schemas: tree to text to tree; and the dispatcher reads the text."""

from __future__ import annotations

import string

import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dispatchless.model import (
    Annotation,
    Argument,
    BaseType,
    BoolDefault,
    CustomClassType,
    Default,
    FloatDefault,
    FunctionSchema,
    IntDefault,
    ListDefault,
    ListType,
    NoneDefault,
    OperatorName,
    OptionalType,
    Return,
    SchemaType,
    SpecError,
    StringDefault,
    WordDefault,
    parse_schema,
)

TENSOR = BaseType("Tensor")
BASE_NAMES = [
    *("Tensor", "int", "SymInt", "float", "bool", "SymBool", "str", "Scalar", "ScalarType"),
    *("Layout", "Device", "DeviceIndex", "MemoryFormat", "Generator", "QScheme", "Storage"),
    "Stream",
]

# Words that no language reserves: each begins with a letter and ends in a digit.
words = st.builds(
    lambda head, tail: head + tail + "1",
    st.sampled_from(string.ascii_letters),
    st.text(string.ascii_letters + string.digits + "_", max_size=6),
)
base_types = st.sampled_from(BASE_NAMES).map(BaseType)
custom_classes = st.just(CustomClassType("quantized.Conv2dPackedParamsBase"))


@st.composite
def types(draw: st.DrawFn) -> SchemaType:
    """A type with suffixes in any order; a size only where the dispatcher reads one."""
    drawn: SchemaType = draw(base_types | custom_classes)
    for suffix in draw(st.lists(st.sampled_from("?["), max_size=3)):
        if suffix == "[":
            drawn = ListType(drawn)
        elif not isinstance(drawn, OptionalType):
            drawn = OptionalType(drawn)
    if draw(st.booleans()):
        drawn = ListType(drawn, draw(st.integers(1, 9)))
        if draw(st.booleans()):
            drawn = OptionalType(drawn)
    return drawn


ints = st.integers(-(2**63), 2**63 - 1).map(lambda n: IntDefault(str(n)))
bools = st.booleans().map(BoolDefault)
# std::stod, with which the dispatcher reads numbers, throws at subnormal ones.
floats = (
    st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False)
    .map(repr)
    .map(FloatDefault)
)
strings = st.text(string.ascii_letters + " ,=()->[]'|:*!.#", max_size=8).map(
    lambda s: StringDefault(f'"{s}"', s)
)
CONSTANTS: dict[str, st.SearchStrategy[Default]] = {
    "int": ints | st.just(WordDefault("Mean")),
    "SymInt": ints,
    "DeviceIndex": ints,
    "float": floats,
    "bool": bools,
    "str": strings,
    "Scalar": ints | floats | bools,
    "ScalarType": st.sampled_from(["long", "float", "complex64"]).map(WordDefault),
    "Layout": st.just(WordDefault("strided")),
    "MemoryFormat": st.just(WordDefault("contiguous_format")),
    "Tensor": st.just(NoneDefault()),
    "Generator": st.just(NoneDefault()),
    "Device": st.just(StringDefault('"cpu"', "cpu")),
}
LIST_ELEMENTS = {"int": ints, "SymInt": ints, "float": floats, "bool": bools}


def defaults(type: SchemaType) -> st.SearchStrategy[Default] | None:
    """The defaults that an argument of the type can have, or None if it can have none."""
    if isinstance(type, OptionalType):
        inner = None if isinstance(type.elem, ListType) else defaults(type.elem)
        none: st.SearchStrategy[Default] = st.just(NoneDefault())
        return none if inner is None else none | inner
    if isinstance(type, ListType):
        name = type.elem.name if isinstance(type.elem, BaseType) else ""
        if name not in LIST_ELEMENTS:
            return None
        elements = LIST_ELEMENTS[name]
        lists: st.SearchStrategy[Default] = st.builds(
            lambda items, separator: ListDefault(tuple(items), separator),
            st.lists(elements, max_size=3 if type.size is None else min(3, type.size)),
            st.sampled_from([",", ", "]),
        )
        return lists if type.size is None else lists | elements
    return CONSTANTS.get(type.name) if isinstance(type, BaseType) else None


@st.composite
def schemas(draw: st.DrawFn) -> FunctionSchema:
    """A functional, mutable or out= schema."""
    names = iter(draw(st.lists(words, min_size=12, max_size=12, unique=True)))
    name = OperatorName(draw(st.none() | words), next(names), draw(st.just("") | words))
    arguments: list[Argument] = []
    defaulted = False
    for kwarg_only in (False, True):
        for _ in range(draw(st.integers(0, 3))):
            type = draw(types())
            choices = defaults(type)
            if defaulted and choices is None:
                continue
            default = None
            if choices is not None and (defaulted or draw(st.booleans())):
                default = draw(choices)
                defaulted = True
            annotation = None
            if type == TENSOR and not kwarg_only and draw(st.booleans()):
                after = draw(st.sampled_from([(), ("*",), ("p", "q")]))
                annotation = Annotation((f"x{len(arguments)}",), draw(st.booleans()), after)
            arguments.append(Argument(next(names), type, default, annotation, kwarg_only))
    returns: list[Return] = []
    outs = [Annotation((letter,), True) for letter in "uvw"[: draw(st.integers(0, 2))]]
    if outs:
        arguments += [Argument(next(names), TENSOR, None, a, True) for a in outs]
        returns = [Return(None, TENSOR, a) for a in outs]
    else:
        readable = [a.annotation for a in arguments if a.annotation and not a.is_write]
        for _ in range(draw(st.integers(0, 3))):
            if readable and draw(st.booleans()):
                returns.append(Return(None, TENSOR, Annotation(readable[0].before)))
            else:
                returns.append(Return(draw(st.none() | st.just(next(names))), draw(types())))
    return FunctionSchema(name, tuple(arguments), tuple(returns))


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(schemas())
def test_tree_text_tree(schema: FunctionSchema) -> None:
    text = str(schema)
    again = parse_schema(text)
    assert again == schema
    assert str(again) == text
    read = torch._C.parse_schema(text)
    assert [a.name for a in read.arguments] == [a.name for a in schema.arguments]
    assert [a.has_default_value() for a in read.arguments] == [
        a.default is not None for a in schema.arguments
    ]


PIECES = [
    *("f", "Tensor", "int", "str", "self", "a", "(", ")", "[", "]", "?", "*", "!", "|", "->"),
    *("=", ",", ".", "::", "...", "1", "-", "2.5", "None", "True", '"x"', '"', "'", "\\", " "),
    *("__torch__", "class", ";", "\n", "\t", "\u00e9", "\0"),
]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes anything but a SpecError that points into it."""
    for candidate in (text, f"f(Tensor self, {text}) -> Tensor", f"f(int a={text}) -> ()"):
        try:
            parse_schema(candidate)
        except SpecError as error:
            assert error.span is not None
            assert 0 <= error.span[0] <= len(candidate)
            assert str(error)
