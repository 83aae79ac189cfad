"""C++ operators that are applied to tensors: `self + other`, `-self`, `self[0]`, `t += other`.

Each is a call of the dispatcher (ATen/TensorOperators.h, ATen/core/TensorBody.h). An operand is
known to be a tensor where it is a name alone, of an argument or of a variable that is declared as
one, or a call of a function that is known to return one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dispatchless.frozen import frozen
from dispatchless.model.cpp_tokens import Token, TokenKind, closing
from dispatchless.model.identifiers import CPP_KEYWORDS

_BINARY = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "%": "remainder",
    "&": "bitwise_and",
    "|": "bitwise_or",
    "^": "bitwise_xor",
    "<": "lt",
    "<=": "le",
    ">": "gt",
    ">=": "ge",
    "==": "eq",
    "!=": "ne",
    "+=": "add_",
    "-=": "sub_",
    "*=": "mul_",
    "/=": "div_",
    "&=": "bitwise_and_",
    "|=": "bitwise_or_",
    "^=": "bitwise_xor_",
}
_UNARY = {"-": "neg", "~": "bitwise_not"}
_SUBSCRIPTS = ("select", "index")

# Operators that are longer than one character, the longest first, as [lex.pptoken] takes them.
_LONG = (
    *("<<=", ">>=", "<=>"),
    *("<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--"),
    *("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="),
)
_MEMBER = (".", "->", "::")


@frozen
class TensorOperator:
    """A C++ operator at ``token`` that is applied to the tensor ``operand``. ``names`` are the
    operators of ATen of which it calls one."""

    token: Token
    operand: str
    names: tuple[str, ...]


def tensor_operators(
    tokens: Sequence[Token],
    tensors: Iterable[str],
    makers: frozenset[str] = frozenset(),
    scope: str | None = None,
) -> Iterator[TensorOperator]:
    """The operators that are applied to tensors, each once.

    ``tensors`` are the arguments that are tensors, ``makers`` the functions that return one tensor:
    called without a scope, or as members of ``scope``.
    """
    tokens = tuple(_whole_operators(tokens))
    declared = {i: word for i in range(len(tokens)) if (word := _declared_as(tokens, i))}
    known = set(tensors)
    others: set[str] = set()
    for index, word in declared.items():
        made = word == "auto" and _is_made(tokens, index + 1, known, makers, scope)
        (known if made or word == "Tensor" else others).add(tokens[index].text)
    known -= others
    reported: set[int] = set()
    for index, token in enumerate(tokens):
        operand = token.text
        if (end := _made_end(tokens, index, makers, scope)) is not None:
            operand += "(...)" if scope is None else f"::{tokens[index + 2].text}(...)"
        elif operand in known and index not in declared:
            end = index
        if end is None or _text(tokens, index - 1) in _MEMBER:
            continue
        for place, names in _applied(tokens, index, end):
            if place not in reported:
                yield TensorOperator(tokens[place], operand, names)
                reported.add(place)


def _made_end(
    tokens: Sequence[Token], index: int, makers: frozenset[str], scope: str | None
) -> int | None:
    """The end of the call of a maker that begins at ``index``, if one does."""
    name = index
    if scope is not None:
        if _text(tokens, index) != scope or _text(tokens, index + 1) != "::":
            return None
        name += 2
    if _text(tokens, name) not in makers or _text(tokens, name + 1) != "(":
        return None
    return closing(tokens, name + 1)


def _applied(
    tokens: Sequence[Token], first: int, end: int
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The operators on both sides of the operand from ``first`` to ``end``, with what they call."""
    after = _text(tokens, end + 1)
    before = _text(tokens, first - 1)
    if after not in (*_MEMBER, "(", "["):
        if _ends_operand(tokens, first - 2):
            if before in _BINARY:
                yield first - 1, (_BINARY[before],)
        elif before in _UNARY:
            yield first - 1, (_UNARY[before],)
    if after in _BINARY:
        yield end + 1, (_BINARY[after],)
    elif after == "[":
        yield end + 1, _SUBSCRIPTS


def _ends_operand(tokens: Sequence[Token], index: int) -> bool:
    """Whether an operand ends at ``index``, so that an operator behind it is a binary one."""
    if index < 0:
        return False
    token = tokens[index]
    if token.is_name:
        return token.text not in CPP_KEYWORDS or token.text in ("this", "true", "false", "nullptr")
    return token.kind is TokenKind.LITERAL or token.text in (")", "]")


def _declared_as(tokens: Sequence[Token], index: int) -> str | None:
    """The last word of the type that a name is declared with at ``index``, if it is one there."""
    if not tokens[index].is_name or tokens[index].text in CPP_KEYWORDS:
        return None
    before = index - 1
    while _text(tokens, before) in ("&", "&&", "*", "const"):
        before -= 1
    if before < 0 or not tokens[before].is_name:
        return None
    word = tokens[before].text
    if word in ("Tensor", "auto") or word in _TYPE_WORDS:
        return word
    # `a & b` may be the operator, `a b` is not.
    return word if before == index - 1 and word not in CPP_KEYWORDS else None


def _is_made(
    tokens: Sequence[Token], start: int, known: set[str], makers: frozenset[str], scope: str | None
) -> bool:
    """Whether an initializer is a call of a maker, or a tensor's name, alone."""
    if _text(tokens, start) not in ("=", "{", "("):
        return False
    end = _made_end(tokens, start + 1, makers, scope)
    if end is None and _text(tokens, start + 1) in known:
        end = start + 1
    return end is not None and _text(tokens, end + 1) in (";", "}", ")")


_TYPE_WORDS = frozenset(
    ["bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned"]
)


def _whole_operators(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, with operators of several characters in one."""
    index = 0
    while index < len(tokens):
        token = tokens[index]
        text = token.text
        for other in tokens[index + 1 : index + 3]:
            if other.offset != token.offset + len(text):
                break
            text += other.text
        long = next((each for each in _LONG if text.startswith(each)), None)
        if long is None or token.kind is not TokenKind.PUNCTUATION:
            yield token
            index += 1
        else:
            yield Token(long, TokenKind.PUNCTUATION, token.offset)
            index += len(long)


def _text(tokens: Sequence[Token], index: int) -> str:
    return tokens[index].text if 0 <= index < len(tokens) else ""
