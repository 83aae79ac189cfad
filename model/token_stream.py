"""The tokens of one schema, read one after the other."""

from __future__ import annotations

from dispatchless.model.errors import SpecError
from dispatchless.model.identifiers import SCHEMA_RESERVED, taken_in_cpp
from dispatchless.model.schema_lexer import SchemaText, Token, TokenKind, tokenize

_NAME_HINT = "a name is made of letters, digits and '_' and does not start with a digit"


class TokenStream:
    """A position in a schema's tokens."""

    def __init__(self, source: SchemaText) -> None:
        self.source = source
        self.tokens = tokenize(source)
        self.current = self.tokens[0]
        self.previous = Token(TokenKind.PUNCTUATION, "", 0)
        self._index = 0

    def advance(self) -> Token:
        """Take the current token."""
        token = self.current
        self.previous = token
        if token.kind is not TokenKind.END:
            self._index += 1
            self.current = self.tokens[self._index]
        return token

    def at(self, text: str) -> bool:
        """Whether the current token is this punctuation."""
        return self.current.text == text and self.current.kind is TokenKind.PUNCTUATION

    def accept(self, text: str) -> bool:
        """Take the current token if it is this punctuation."""
        if self.at(text):
            self.advance()
            return True
        return False

    @property
    def following(self) -> Token:
        """The token behind the current one; the last one has none and stands for it."""
        return self.tokens[min(self._index + 1, len(self.tokens) - 1)]

    def unexpected(self, expected: str, *, hint: str) -> SpecError:
        """The error that something else than the current token was expected."""
        token = self.current
        return self.source.error(
            f"expected {expected}, found {token.shown}", token.start, token.end, hint=hint
        )

    def name(self, what: str, *, cpp: bool = False) -> Token:
        """Take a name; ``cpp``: it becomes one in C++, too, so it is no keyword there."""
        token = self.current
        if token.kind is not TokenKind.NAME:
            raise self.unexpected(
                what, hint="leave out the '(' before the name" if self.at("(") else _NAME_HINT
            )
        language = None
        if token.text in SCHEMA_RESERVED:
            language = "a reserved word of the schema language"
        elif cpp:
            language = taken_in_cpp(token.text)
        if language is not None:
            raise self.source.error(
                f"'{token.text}' cannot be {what}: it is {language}",
                token.start,
                token.end,
                hint="choose another name"
                if what == "an operator's name"  # a '_' behind it would make it in-place
                else f"call it '{token.text}_'",
            )
        return self.advance()

    def expect_end(self, what: str) -> None:
        """Raise unless all tokens are taken."""
        token = self.current
        if token.kind is not TokenKind.END:
            raise self.source.error(
                f"{token.shown} behind the end of {what}",
                token.start,
                len(self.source.text.rstrip()),
                hint="several returns stand in parentheses"
                if token.text == ","
                else f"nothing can follow {what}: leave it out",
            )
