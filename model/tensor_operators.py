"""C++ operators that are applied to tensors: `self + other`, `-self`, `self[0]`, `t += other`.

Each is a call of the dispatcher (ATen/TensorOperators.h, ATen/core/TensorBody.h). An operand is
known to be a tensor where it is a name alone: an argument, or a variable that is declared as one.
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
    """The operators that are applied to tensors, in order.

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
    last = -1
    for index, token in enumerate(tokens):
        if (
            token.text in known
            and index not in declared
            and _text(tokens, index - 1) not in _MEMBER
        ):
            for place, names in _applied(tokens, index):
                if place > last:
                    yield TensorOperator(tokens[place], token.text, names)
                    last = place


def _applied(tokens: Sequence[Token], index: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The operators on both sides of the operand at ``index``, with what they call."""
    after = _text(tokens, index + 1)
    before = _text(tokens, index - 1)
    if after not in (*_MEMBER, "(", "["):
        if _ends_operand(tokens, index - 2):
            if before in _BINARY:
                yield index - 1, (_BINARY[before],)
        elif before in _UNARY:
            yield index - 1, (_UNARY[before],)
    if after in _BINARY:
        yield index + 1, (_BINARY[after],)
    elif after == "[":
        yield index + 1, _SUBSCRIPTS


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
    start += 1
    if scope is not None and _text(tokens, start) == scope:
        start += 2
    after = start + 1
    if _text(tokens, start) in makers and _text(tokens, after) == "(":
        after = closing(tokens, after) + 1
    elif _text(tokens, start) not in known:
        return False
    return _text(tokens, after) in (";", "}", ")")


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
