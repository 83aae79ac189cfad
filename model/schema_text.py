"""Reads schemas from text.

What is accepted is what PyTorch's dispatcher and ATen's code generator both accept; what
only one of them does is refused with its reason. Every schema that is read is printed and
compared with what was read: the tree keeps everything that the text says.
"""

from __future__ import annotations

from dispatchless.model.location import Positions
from dispatchless.model.schema import Argument, FunctionSchema, OperatorName
from dispatchless.model.schema_lexer import SchemaText, tokenize
from dispatchless.model.schema_parser import SchemaParser
from dispatchless.model.schema_pieces import schema_of_pieces
from dispatchless.model.schema_rules import violations
from dispatchless.model.token_stream import TokenStream


def parse_schema(text: str, *, location: Positions | None = None) -> FunctionSchema:
    """The schema that ``text`` writes, e.g. ``add.Tensor(Tensor self, Tensor other) -> Tensor``.

    ``location`` is the place of the text in its file; arguments get their own place from it.
    Raises :class:`~dispatchless.model.errors.SpecError` with the place, the text and a hint.
    """
    schema = schema_of_pieces(text, location)
    return parse_tokens(text, location) if schema is None else schema


def parse_tokens(text: str, location: Positions | None) -> FunctionSchema:
    """What :func:`parse_schema` does, for any text: token by token."""
    parser = SchemaParser(SchemaText(text, location))
    schema = parser.schema()
    _check_printed(schema, parser.stream)
    for violation in violations(schema):
        start, end = parser.span_of(violation.subject)
        raise parser.source.error(violation.message, start, end, hint=violation.hint)
    return schema


def parse_operator_name(text: str, *, location: Positions | None = None) -> OperatorName:
    """The operator name that ``text`` writes, e.g. ``aten::add.Tensor``."""
    return SchemaParser(SchemaText(text, location)).whole_operator_name()


def parse_argument(text: str, *, location: Positions | None = None) -> Argument:
    """One argument as it stands in a schema, e.g. ``int[2] dim=0``."""
    return SchemaParser(SchemaText(text, location), allow_dim_vector=True).whole_argument()


def _check_printed(schema: FunctionSchema, stream: TokenStream) -> None:
    """Assert that printing gives back the text, but for white space between tokens."""
    printed = str(schema)
    if printed == stream.source.text:
        return
    written = [(t.kind, t.text) for t in stream.tokens]
    again = [(t.kind, t.text) for t in tokenize(SchemaText(printed, None))]
    assert again == written, f"printed {printed!r} for {stream.source.text!r}"
