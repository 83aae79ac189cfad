"""Where a body names its OUT object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dispatchless.frozen import frozen
from dispatchless.model.cpp_calls import BEFORE_CALLS
from dispatchless.model.cpp_declarations import declared_name
from dispatchless.model.cpp_tokens import Token, closing, closing_angle, split
from dispatchless.model.identifiers import CPP_KEYWORDS

SET_OUTPUT = "set_output"
MAYBE_GET_OUTPUT = "maybe_get_output"


def plain_tokens(tokens: Sequence[Token], output: str) -> tuple[Token, ...]:
    """The tokens with ``out`` in place of ``(out)`` where a member follows."""
    found = list(tokens)
    index = 0
    while index + 3 < len(found):
        texts = [token.text for token in found[index : index + 4]]
        before = found[index - 1] if index else None
        is_call = before is not None and (
            (before.is_name and before.text not in BEFORE_CALLS) or before.text in (">", ")", "]")
        )
        if texts[:3] == ["(", output, ")"] and texts[3] in (".", ")") and not is_call:
            del found[index + 2], found[index]
            index = max(0, index - 1)  # of ((out)).add
        else:
            index += 1
    return tuple(found)


def object_places(tokens: Sequence[Token], output: str) -> Iterator[int]:
    """The indexes at which the object is used: not where a lambda's parameter has its name, nor
    `[&out]`, nor in `decltype` and `(void)out`, which do nothing."""
    index = 0
    while index < len(tokens):
        text = tokens[index].text
        before = tokens[index - 1].text if index else ""
        if text == "decltype":
            index = closing(tokens, index + 1)
        elif text == "(" and before == "]" and _declares(tokens, index, output):
            index = _lambda_end(tokens, index)
        elif (
            text == output
            and before not in (".", "->", "::")
            and [token.text for token in tokens[max(0, index - 3) : index]] != ["(", "void", ")"]
            and not _is_captured(tokens, index)
        ):
            yield index
        index += 1


def _is_captured(tokens: Sequence[Token], index: int) -> bool:
    """Whether a lambda captures the object here by reference."""
    around = [
        token.text for token in (*tokens[max(0, index - 2) : index], *tokens[index + 1 :][:1])
    ]
    opening = _enclosing(tokens, index)
    return (
        around in [[before, "&", after] for before in ("[", ",") for after in ("]", ",")]
        and opening is not None
        and tokens[opening].text == "["
    )


def _declares(tokens: Sequence[Token], opening: int, output: str) -> bool:
    inside = tokens[opening + 1 : closing(tokens, opening)]
    return any(declared_name(part) == output for part in split(inside))


def _lambda_end(tokens: Sequence[Token], opening: int) -> int:
    """The closing brace of a lambda whose parameters begin at ``opening``."""
    index = closing(tokens, opening)
    while index < len(tokens) and tokens[index].text not in ("{", ";"):
        index += 1
    return closing(tokens, index) if index < len(tokens) and tokens[index].text == "{" else index


@frozen
class Handed:
    """The function that is given the object, as which of its arguments."""

    callee: Token
    position: int


def handed_to(tokens: Sequence[Token], index: int) -> Handed | None:
    """The function of whose arguments the object at ``index`` is one by itself."""
    opening = _enclosing(tokens, index)
    callee = None if opening is None else _callee(tokens, opening)
    if opening is None or callee is None:
        return None
    arguments = split(tokens[opening + 1 : closing(tokens, opening)])
    for position, argument in enumerate(arguments):
        if len(argument) == 1 and argument[0] is tokens[index]:
            return Handed(callee, position)
    return None


def _enclosing(tokens: Sequence[Token], index: int) -> int | None:
    """The bracket that the token directly stands in."""
    depth = 0
    for before in range(index - 1, -1, -1):
        text = tokens[before].text
        if text in (")", "]", "}"):
            depth += 1
        elif text in ("(", "[", "{"):
            if depth == 0:
                return before
            depth -= 1
    return None


def _callee(tokens: Sequence[Token], opening: int) -> Token | None:
    """The name of the function whose arguments begin at ``opening``; None if it is called on an
    object, or no function."""
    index = opening - 1 if tokens[opening].text == "(" else -1
    if index >= 0 and tokens[index].text == ">":
        starts = (at for at in range(index - 1, 0, -1) if tokens[at].text == "<")
        index = next((at for at in starts if closing_angle(tokens, at) == index), 0) - 1
    if index < 0 or not tokens[index].is_name or tokens[index].text in CPP_KEYWORDS:
        return None
    return tokens[index] if not index or tokens[index - 1].text not in (".", "->") else None


def whole_call(value: Sequence[Token]) -> tuple[tuple[Token, ...], ...] | None:
    """The arguments of the function's call that an expression consists in; None if it is
    something else."""
    index = 0
    while index < len(value):
        token = value[index]
        if token.text == "<" and index:
            index = closing_angle(value, index)
        elif token.is_name and index and value[index - 1].is_name:
            if value[index - 1].text != "template":
                return None
        elif not token.is_name and token.text != "::":
            break
        index += 1
    is_call = 0 < index < len(value) and value[index].text == "("
    if not is_call or closing(value, index) != len(value) - 1:
        return None
    return tuple(split(value[index + 1 : -1]))
