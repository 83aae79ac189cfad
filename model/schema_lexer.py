"""Tokens of the schema language, each with its place.

They are those of the dispatcher's lexer (torch/csrc/jit/frontend/lexer.h) that a schema can
hold. White space between tokens means nothing.
"""

from __future__ import annotations

import enum
import re
from typing import NamedTuple

from dispatchless.model.errors import SpecError
from dispatchless.model.location import Positions


class TokenKind(enum.Enum):
    """What a token is; punctuation is told apart by its text."""

    NAME = "a name"
    NUMBER = "a number"
    STRING = "a string"
    PUNCTUATION = "punctuation"
    END = "the end of the schema"


class Token(NamedTuple):
    """A token and the offset of its first character."""

    kind: TokenKind
    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset behind the last character."""
        return self.start + len(self.text)

    @property
    def shown(self) -> str:
        """How a message names the token."""
        return self.kind.value if self.kind is TokenKind.END else f"'{self.text}'"


class SchemaText:
    """The text of one schema: makes errors that point into it."""

    def __init__(self, text: str, positions: Positions | None) -> None:
        self.text = text
        self.positions = positions

    def error(
        self, message: str, start: int, end: int | None = None, *, hint: str | None = None
    ) -> SpecError:
        """The error for the characters from ``start`` up to ``end``."""
        location = None if self.positions is None else self.positions.at(start)
        length = 1 if end is None else max(1, end - start)
        return SpecError(
            message, location=location, text=self.text, span=(start, length), hint=hint
        )


_BLANKS = " \t\r\n\f\v"

# Blanks and the token behind them, or the end.
_TOKEN = re.compile(
    rf"""
    [{_BLANKS}]*
    (?: ([A-Za-z_][A-Za-z0-9_]*)
      | ((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
      | (->|\.\.\.|::|[()\[\],*!?|=.:\-])
      | (["'])
      | \Z )
    """,
    re.VERBOSE | re.ASCII,
)
_KINDS = (
    TokenKind.END,
    TokenKind.NAME,
    TokenKind.NUMBER,
    TokenKind.PUNCTUATION,
    TokenKind.STRING,
)


def tokenize(source: SchemaText) -> list[Token]:
    """All tokens of the text, with one of kind END last.

    Raises :class:`SpecError` for a character that begins no token and for a string without end.
    """
    text = source.text
    tokens: list[Token] = []
    position = 0
    match_at = _TOKEN.match
    while (match := match_at(text, position)) is not None:
        group = match.lastindex
        if group is None:
            tokens.append(Token(TokenKind.END, "", len(text)))
            return tokens
        kind = _KINDS[group]
        start, position = match.span(group)
        if kind is TokenKind.STRING:
            position = _string_end(source, start)
        tokens.append(Token(kind, text[start:position], start))
    raise _no_token(source, position)


def _no_token(source: SchemaText, position: int) -> SpecError:
    position = len(source.text) - len(source.text[position:].lstrip(_BLANKS))
    character = source.text[position]
    hint = "it belongs to no part of a schema, as 'name(Tensor self) -> Tensor'"
    if character == ";":
        hint = "arguments are separated by commas"
    elif not character.isascii() or not character.isprintable():
        hint = "a schema's names are ASCII letters, digits and _"
    shown = character if character.isprintable() else repr(character)[1:-1]
    return source.error(f"unexpected character '{shown}' in a schema", position, hint=hint)


def _quote_length(text: str, start: int) -> int:
    """1, or 3 for a string in tripled quotes."""
    return 3 if text[start : start + 3] == text[start] * 3 else 1


def _string_end(source: SchemaText, start: int) -> int:
    """The offset behind the string's closing quotes."""
    text = source.text
    length = _quote_length(text, start)
    quotes = text[start] * length
    position = start + length
    while position < len(text) and not text.startswith(quotes, position):
        if text[position] == "\n" and length == 1:
            break
        position += 2 if text[position] == "\\" else 1
    if not text.startswith(quotes, position):
        raise source.error(
            "the string has no end", start, len(text), hint=f"it needs a closing {quotes}"
        )
    return position + length


_ESCAPES = {
    "\\": b"\\",
    "'": b"'",
    '"': b'"',
    "\n": b"\n",
    "n": b"\n",
    "t": b"\t",
    "a": b"\a",
    "b": b"\b",
    "f": b"\f",
    "v": b"\v",
}
_OCTAL = re.compile(r"[0-3][0-7]{2}")


def string_value(source: SchemaText, token: Token) -> str:
    """What the string denotes; bytes that are no UTF-8 come as lone surrogates.

    The escapes are those of the dispatcher's ``parseStringLiteral``: it knows neither ``\\r``
    nor hexadecimal or Unicode escapes.
    """
    length = _quote_length(token.text, 0)
    content = token.text[length:-length]
    value = bytearray()
    position = 0
    while position < len(content):
        character = content[position]
        if character != "\\":
            value += character.encode("utf-8", "surrogatepass")
            position += 1
            continue
        follower = content[position + 1]
        octal = _OCTAL.match(content, position + 1)
        if follower in _ESCAPES:
            value += _ESCAPES[follower]
            position += 2
        elif octal is not None:
            value.append(int(octal.group(), 8))
            position += 4
        else:
            start = token.start + length + position
            raise source.error(
                f"the dispatcher does not know the escape '\\{follower}'",
                start,
                start + 2,
                hint="known are \\\\ \\' \\\" \\n \\t \\a \\b \\f \\v and three octal digits "
                "from \\000 to \\377",
            )
    return value.decode("utf-8", "surrogateescape")
