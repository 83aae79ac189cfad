"""A schema put together of known pieces is the parser's, to the last place in the text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dispatchless.model import FunctionSchema, Location, SpecError
from dispatchless.model.schema_pieces import schema_of_pieces
from dispatchless.model.schema_text import parse_tokens

PLACE = Location("x.yaml", 7, 9)
SCHEMAS = [
    "f() -> ()",
    "f() -> Tensor",
    "ns::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    "add_(Tensor(a!) self, Tensor other) -> Tensor(a!)",
    "max.out(Tensor self, *, Tensor(a!) out, Tensor(b!) i) -> (Tensor(a!) values, Tensor(b!) i)",
    'f(str how="a.b(c", str? other=None, int[2] dim=[0,1]) -> Tensor[]',
    "split(Tensor(a -> *) self, SymInt n) -> Tensor(a)[]",
]


def everything(schema: FunctionSchema) -> object:
    """The tree with its places, which comparison leaves out."""
    parts = (*schema.arguments, *schema.returns)
    return schema, schema.origin, [part.origin for part in parts]


def parsed(text: str) -> object:
    """What the parser reads; None for a mistake."""
    try:
        return everything(parse_tokens(text, PLACE))
    except SpecError:
        return None


@pytest.mark.parametrize("text", SCHEMAS)
def test_printed_schemas(text: str) -> None:
    schema = schema_of_pieces(text, PLACE)
    assert schema is not None
    assert everything(schema) == parsed(text)


@pytest.mark.parametrize(
    "text",
    [
        "f( ) -> ()",
        "f(Tensor  self) -> Tensor",
        "f(Tensor self,Tensor other) -> Tensor",
        "f(Tensor self) ->Tensor",
        "f(int[] dim=[0, 1]) -> Tensor",
        "f(Tensor self, ...) -> Tensor",
        "f(Tensor self) -> (Tensor)",
        "f(Tensor self, *) -> Tensor",
        "f(Tensor self, *, *, int a) -> Tensor",
        "f(Tensor self, Tensor self) -> Tensor",
        "f_out(Tensor self) -> Tensor",
        "f(DimVector self) -> Tensor",
        "f(Tensor self, ) -> Tensor",
        "f(str how='a, b') -> Tensor",
    ],
)
def test_all_else_is_left_to_the_parser(text: str) -> None:
    assert schema_of_pieces(text, PLACE) is None


_WORDS = st.sampled_from(
    [
        *("f", "f_", "g.out", "(", ")", ", ", ",", " ", "*", "*, ", " -> ", "->", "Tensor", "int"),
        *("Tensor self", "Tensor(a!) out", "Tensor(a!)", "int[2] d=0", "?", "[]", "=", "()", "'"),
        *('"', "Tensor x", "...", "str s='a'", "[0, 1]", "ns::", ".", "(Tensor, Tensor)"),
    ]
)


@st.composite
def _nearly_schemas(draw: st.DrawFn) -> str:
    """One of the schemas with some of it cut out and other words put there."""
    text = draw(st.sampled_from(SCHEMAS))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 6)))
    return text[:start] + "".join(draw(st.lists(_WORDS, max_size=4))) + text[end:]


@settings(max_examples=400, deadline=None)
@given(_nearly_schemas())
def test_nearly_schemas(text: str) -> None:
    schema = schema_of_pieces(text, PLACE)
    if schema is not None:
        assert everything(schema) == parsed(text)
