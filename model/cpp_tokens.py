"""The words of C++ text that users write: headers, and the statements of a wrapper.

A lexer in the sense of [lex.pptoken], as far as it takes to find names, calls and brackets:
comments and preprocessor directives are no tokens, a literal is one.
"""

from __future__ import annotations

import bisect
import enum
import re
from collections.abc import Iterator, Sequence

from dispatchless.frozen import frozen
from dispatchless.model.errors import SpecError
from dispatchless.model.location import Location, Positions


class TokenKind(enum.Enum):
    """What a token is, as far as anyone here asks."""

    NAME = "name"
    LITERAL = "literal"
    PUNCTUATION = "punctuation"


@frozen
class Token:
    """One token; ``offset`` is where it begins in the text."""

    text: str
    kind: TokenKind
    offset: int

    @property
    def is_name(self) -> bool:
        """Whether the token is an identifier or a keyword."""
        return self.kind is TokenKind.NAME


_TOKEN = re.compile(
    r"""
    (?P<blank>   \s+ | \\\r?\n | //(?:[^\\\n]|\\(?:\r?\n|.))* | /\*.*?(?:\*/|\Z) )
  | (?P<raw>     (?:u8|[uUL])?R"(?P<delimiter>[^()\\\s]{0,16})\(.*?(?:\)(?P=delimiter)"|\Z) )
  | (?P<string>  (?:u8|[uUL])?(?:"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?) )
  | (?P<number>  \.?\d(?:[eEpP][+-]|'?[\w.])* )
  | (?P<name>    [^\W\d]\w* )
  | (?P<punctuation> :: | -> | \.\.\. | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_DIRECTIVE = re.compile(r"[ \t]*#(?:[^\\\n]|/\*.*?\*/|\\(?:\r?\n|.))*", re.DOTALL)
_INCLUDE = re.compile(r'\s*#\s*(?:include|import)(?:\s*(?P<name>"[^"\n]+"|<[^>\n]+>))?')


@frozen
class Include:
    """A header that the text includes: ``token`` is its name with the quotes or brackets around it.

    None where that is not seen: a macro gives it, say.
    """

    token: Token | None

    @property
    def name(self) -> str | None:
        """The name alone."""
        return None if self.token is None else self.token.text[1:-1]


@frozen
class CppText:
    """A piece of C++ and its tokens. ``positions`` maps offsets to places in the user's file."""

    text: str
    positions: Positions
    tokens: tuple[Token, ...]
    includes: tuple[Include, ...]

    def location(self, token: Token) -> Location:
        """Where the token stands."""
        return self.positions.at(token.offset)

    def shown(self, tokens: Sequence[Token]) -> str:
        """The text from the first of some tokens to the last, on one line."""
        if not tokens:
            return ""
        end = tokens[-1].offset + len(tokens[-1].text)
        return " ".join(self.text[tokens[0].offset : end].split())

    def error(self, message: str, token: Token, *, hint: str | None = None) -> SpecError:
        """The error for a token, showing its line."""
        start = self.text.rfind("\n", 0, token.offset) + 1
        end = self.text.find("\n", start)
        line = self.text[start:] if end < 0 else self.text[start:end]
        return SpecError(
            message,
            location=self.location(token),
            text=line,
            span=(token.offset - start, len(token.text)),
            hint=hint,
        )


@frozen
class FilePositions:
    """The places of offsets in a whole file."""

    file: str
    line_starts: tuple[int, ...]

    @classmethod
    def of(cls, file: str, text: str) -> FilePositions:
        """For the text of a file."""
        return cls(file, (0, *(match.end() for match in re.finditer("\n", text))))

    def at(self, offset: int) -> Location:
        """The place of the character at ``offset``."""
        line = bisect.bisect_right(self.line_starts, offset)
        return Location(self.file, line, offset - self.line_starts[line - 1] + 1)


class PieceKind(enum.Enum):
    """What a piece of text is for the preprocessor."""

    BLANK = "blank"
    DIRECTIVE = "directive"
    LITERAL = "literal"
    OTHER = "other"


@frozen
class Piece:
    """A token, or what is none: blanks, a comment, a preprocessor directive."""

    kind: PieceKind
    token_kind: TokenKind
    text: str
    offset: int
    is_complete: bool = True
    """False for a string or a character without its closing quote."""

    @property
    def token(self) -> Token | None:
        """The piece as a token, if it is one."""
        if self.kind in (PieceKind.BLANK, PieceKind.DIRECTIVE):
            return None
        return Token(self.text, self.token_kind, self.offset)


def pieces(text: str) -> Iterator[Piece]:
    """All of C++ text, piece by piece. Never fails: any character is a piece."""
    offset = 0
    at_line_start = True
    while offset < len(text):
        directive = _DIRECTIVE.match(text, offset) if at_line_start else None
        if directive is not None:
            yield Piece(PieceKind.DIRECTIVE, TokenKind.PUNCTUATION, directive[0], offset)
            offset = directive.end()
            continue
        match = _TOKEN.match(text, offset)
        assert match is not None, "any character is a token"
        offset = match.end()
        if match["blank"] is not None:
            at_line_start = at_line_start or "\n" in match[0]
            yield Piece(PieceKind.BLANK, TokenKind.PUNCTUATION, match[0], match.start())
            continue
        at_line_start = False
        is_literal = match["string"] is not None or match["raw"] is not None
        kind = PieceKind.LITERAL if is_literal else PieceKind.OTHER
        yield Piece(kind, _kind(match), match[0], match.start(), _is_complete(match))


def _is_complete(match: re.Match[str]) -> bool:
    """Whether a literal has its closing quote."""
    if match["raw"] is not None:
        opening = match[0].index("(") + 1
        return match[0].endswith(f'){match["delimiter"]}"', opening)
    if match["string"] is not None:
        quote = match["string"].lstrip("u8UL")[0]
        body = re.fullmatch(rf"[^{quote}]*{quote}(?:\\.|[^{quote}\\])*{quote}", match[0], re.DOTALL)
        return body is not None
    return True


def read_cpp(text: str, positions: Positions) -> CppText:
    """The tokens of C++ text. Never fails: what is no C++ is left to the compiler."""
    tokens: list[Token] = []
    includes: list[Include] = []
    for piece in pieces(text):
        if piece.kind is PieceKind.DIRECTIVE:
            include = _INCLUDE.match(piece.text)
            if include is not None:
                start = piece.offset + include.start("name")
                name = include["name"]
                token = None if name is None else Token(name, TokenKind.LITERAL, start)
                includes.append(Include(token))
        elif (token := piece.token) is not None:
            tokens.append(token)
    return CppText(text, positions, tuple(tokens), tuple(includes))


def _kind(match: re.Match[str]) -> TokenKind:
    if match["name"] is not None:
        return TokenKind.NAME
    if match["punctuation"] is not None:
        return TokenKind.PUNCTUATION
    return TokenKind.LITERAL


_CLOSING = {"(": ")", "[": "]", "{": "}"}


def closing(tokens: Sequence[Token], opening: int) -> int:
    """The index of the bracket that closes the one at ``opening``; the number of tokens if
    none does."""
    depth = 0
    for index in range(opening, len(tokens)):
        text = tokens[index].text
        if text in _CLOSING:
            depth += 1
        elif text in (")", "]", "}"):
            depth -= 1
            if depth == 0:
                return index
    return len(tokens)


def closing_angle(tokens: Sequence[Token], opening: int) -> int:
    """The index of the ``>`` that ends the template parameters or arguments begun at ``opening``;
    the number of tokens if there is none."""
    depth = 0
    index = opening
    while index < len(tokens):
        text = tokens[index].text
        if text in _CLOSING:
            index = closing(tokens, index)
        elif text == "<":
            depth += 1
        elif text == ">":
            depth -= 1
            if depth == 0:
                return index
        elif text in (";", "}"):
            break
        index += 1
    return len(tokens)


def split(tokens: Sequence[Token], separator: str = ",") -> Iterator[tuple[Token, ...]]:
    """The parts between separators that stand in no bracket. No tokens are no part."""
    start = index = 0
    angles = 0
    while index < len(tokens):
        text = tokens[index].text
        if text in _CLOSING:
            index = closing(tokens, index)
        elif text == "<":
            angles += 1
        elif text == ">":
            angles = max(0, angles - 1)
        elif text == separator and angles == 0:
            yield tuple(tokens[start:index])
            start = index + 1
        index += 1
    if tokens:
        yield tuple(tokens[start:])
