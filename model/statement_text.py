"""Whether text can stand between the braces of a function: its literals, comments, conditionals and
brackets end in it, and it returns something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dispatchless.model.cpp_statements import Returned, statements, walk
from dispatchless.model.cpp_tokens import CppText, Piece, PieceKind, Token, closing, pieces
from dispatchless.model.errors import SpecError

_OPENING = {")": "(", "]": "[", "}": "{"}
_DIRECTIVE_NAME = re.compile(r"\s*#\s*([a-z]+)\s*(.*)", re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def malformed(text: CppText) -> SpecError | None:
    """The first thing for which a function with these statements cannot compile, or None."""
    parts = tuple(pieces(text.text))
    for find in (_without_end, _conditionals):
        if error := next(find(text, parts), None):
            return error
    tokens = _compiled(parts)
    return next(_brackets(text, tokens), None) or next(_returns(text, tokens), None)


def _without_end(text: CppText, parts: Sequence[Piece]) -> Iterator[SpecError]:
    for piece in parts:
        word = piece.text
        if piece.kind is PieceKind.BLANK:
            if word.startswith("/*") and (len(word) < 4 or not word.endswith("*/")):
                yield _error(text, piece, "the comment has no end: '*/' is missing", "end it")
        elif piece.kind is PieceKind.DIRECTIVE:
            if "/*" in _COMMENT.sub("", word).partition("//")[0].partition('"')[0]:
                yield _error(text, piece, "the comment has no end: '*/' is missing", "end it")
        elif piece.kind is PieceKind.LITERAL and not piece.is_complete:
            what = "character" if "'" in word.partition('"')[0] else "string"
            quote = "'" if what == "character" else '"'
            yield _error(
                text, piece, f"the {what} has no end: {quote} is missing", "end it on its line"
            )


def _conditionals(text: CppText, parts: Sequence[Piece]) -> Iterator[SpecError]:
    """Errors for ``#if`` without ``#endif``, and the other way round."""
    opened: list[Piece] = []
    for piece in parts:
        word, _ = _directive(piece)
        if word in ("if", "ifdef", "ifndef"):
            opened.append(piece)
        elif word in ("else", "elif", "endif", "elifdef", "elifndef"):
            if not opened:
                yield _error(text, piece, f"'#{word}' belongs to no '#if'", "leave it out")
                return
            if word == "endif":
                opened.pop()
    for piece in opened:
        yield _error(text, piece, f"'#{_directive(piece)[0]}' has no '#endif'", "add '#endif'")


def _directive(piece: Piece) -> tuple[str, str]:
    """The name of a directive and what follows it."""
    found = _DIRECTIVE_NAME.match(piece.text) if piece.kind is PieceKind.DIRECTIVE else None
    return ("", "") if found is None else (found[1], found[2].strip())


def _compiled(parts: Sequence[Piece]) -> tuple[Token, ...]:
    """The tokens, with one group alone of each conditional: brackets may differ between them."""
    tokens: list[Token] = []
    groups: list[bool] = []  # for each conditional around: whether this group is the one
    chosen: list[bool] = []  # and whether one has been before or is now
    for piece in parts:
        word, rest = _directive(piece)
        if word in ("if", "ifdef", "ifndef"):
            groups.append(rest != "0")
            chosen.append(rest != "0")
        elif word.startswith("el"):
            groups[-1] = not chosen[-1]
            chosen[-1] = True
        elif word == "endif":
            groups.pop()
            chosen.pop()
        elif all(groups) and (token := piece.token) is not None:
            tokens.append(token)
    return tuple(tokens)


def _brackets(text: CppText, tokens: Sequence[Token]) -> Iterator[SpecError]:
    opened: list[Token] = []
    for token in tokens:
        if token.text in _OPENING.values():
            opened.append(token)
        elif token.text in _OPENING:
            wanted = _OPENING[token.text]
            if opened and opened[-1].text == wanted:
                opened.pop()
            elif any(each.text == wanted for each in opened):
                break  # the innermost one has no end
            else:
                leaves = " and would end the function" if wanted == "{" else ""
                yield text.error(
                    f"'{token.text}' closes no '{wanted}'{leaves}", token, hint="leave it out"
                )
                return
    for token in reversed(opened):
        close = next(end for end, begin in _OPENING.items() if begin == token.text)
        yield text.error(f"'{token.text}' has no end", token, hint=f"add '{close}'")


def _returns(text: CppText, tokens: Sequence[Token]) -> Iterator[SpecError]:
    if not tokens:
        return
    hint = "return what the last call gives: 'return add(self, other);'"
    returns = any(
        isinstance(each, Returned) for each in walk(statements(tokens, tokens[-1]))
    ) or any(
        token.text == "throw" or (token.text == "return" and before.text == ":")
        for before, token in pairwise(tokens)
    )
    if not returns and tokens[0].text != "throw":
        yield text.error("the statements return nothing", tokens[-1], hint=hint)
    for index, token in enumerate(tokens):
        if token.text == "return" and (last := _without_semicolon(tokens, index)) is not None:
            yield text.error("';' is missing behind this", last, hint="end every statement in it")


def _without_semicolon(tokens: Sequence[Token], start: int) -> Token | None:
    """The last token of the statement that begins there, if no `;` ends it."""
    index = start + 1
    while index < len(tokens):
        word = tokens[index].text
        if word == ";":
            return None
        if word in _OPENING:
            return tokens[index - 1]
        index = closing(tokens, index) + 1 if word in _OPENING.values() else index + 1
    return tokens[-1]


def _error(text: CppText, piece: Piece, message: str, hint: str) -> SpecError:
    """The error for a piece, shown at its beginning."""
    shift = len(piece.text) - len(piece.text.lstrip())
    first = piece.text.strip().partition("\n")[0].rstrip()
    token = Token(first, piece.token_kind, piece.offset + shift)
    return text.error(message, token, hint=hint)
