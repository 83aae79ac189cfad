"""Which names a piece of C++ calls, and how: `OPS::add(...)`, `out.add(...)`, `add(...)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from dispatchless.frozen import frozen
from dispatchless.model.cpp_declarations import CppFunction, Declarations
from dispatchless.model.cpp_tokens import Token, closing_angle
from dispatchless.model.identifiers import CPP_KEYWORDS

_ACCESS = (".", "->")


def scoped_names(tokens: Sequence[Token], scope: str) -> Iterator[Token]:
    """The names behind ``scope::``, with or without the word ``template``."""
    for index, token in enumerate(tokens):
        if token.text != scope or _text(tokens, index + 1) != "::":
            continue
        if not begins_name(tokens, index):
            continue
        after = index + 2
        if _text(tokens, after) == "template":
            after += 1
        if after < len(tokens) and tokens[after].is_name:
            yield tokens[after]


def begins_name(tokens: Sequence[Token], index: int) -> bool:
    """Whether the name at ``index`` is the first part of a qualified name: no scope and no object
    stands before it, at most a ``::`` for the global namespace."""
    before = tokens[index - 1].text if index else ""
    if before != "::":
        return before not in _ACCESS
    scope = tokens[index - 2] if index > 1 else None
    return scope is None or not (
        (scope.is_name and scope.text not in CPP_KEYWORDS) or scope.text == ">"
    )


def method_name(tokens: Sequence[Token], index: int) -> int | None:
    """The index of the member's name in ``object.name(`` whose object stands at ``index``."""
    if _text(tokens, index + 1) not in _ACCESS:
        return None
    after = index + 2
    if _text(tokens, after) == "template":
        after += 1
    return after if after < len(tokens) and is_called(tokens, after) else None


def is_called(tokens: Sequence[Token], index: int) -> bool:
    """Whether the name at ``index`` is followed by arguments, maybe by template arguments first."""
    if not tokens[index].is_name:
        return False
    after = index + 1
    if _text(tokens, after) == "<":
        after = closing_angle(tokens, after) + 1
    return _text(tokens, after) == "("


def unqualified_calls(tokens: Sequence[Token]) -> Iterator[int]:
    """The indexes of the names that are called without a scope or an object in front."""
    for index in range(len(tokens)):
        before = tokens[index - 1] if index else None
        if before is not None and before.text in ("::", *_ACCESS):
            continue
        if is_called(tokens, index) and not _declares(before):
            yield index


def unscoped_names(tokens: Sequence[Token], names: AbstractSet[str]) -> Iterator[int]:
    """The indexes of uses of ``names`` without a scope or an object in front, called or not."""
    for index, token in enumerate(tokens):
        before = tokens[index - 1].text if index else ""
        if token.text in names and before not in ("::", *_ACCESS):
            yield index


BEFORE_CALLS = frozenset(
    ["return", "else", "do", "case", "throw", "co_return", "and", "or", "not", "in"]
)


def _declares(before: Token | None) -> bool:
    """Whether a name with parentheses is being declared: a type stands before it."""
    return before is not None and (
        (before.is_name and before.text not in BEFORE_CALLS) or before.text == "~"
    )


@frozen
class Followers:
    """A template and the templates that it hands one of its parameters to, directly or not, each
    with the parameter's name in it. ``complete``: the parameter goes to no other place."""

    functions: tuple[tuple[CppFunction, str], ...]
    complete: bool


def followers(function: CppFunction, position: int, declared: Declarations) -> Followers:
    """Where a template's parameter goes, as far as the headers show it."""
    complete = position < len(function.template_parameters)
    waiting = [(function, position)] if complete else []
    seen: dict[tuple[int, int], tuple[CppFunction, str]] = {}
    while waiting:
        current, place = waiting.pop(0)
        if (id(current), place) in seen:
            continue
        parameter = current.template_parameters[place]
        seen[id(current), place] = current, parameter
        for index, token in enumerate(current.body):
            if token.text != parameter or _text(current.body, index + 1) == "::":
                continue
            passed = _passed_to(current.body, index)
            found = []
            if passed is not None:
                name, argument = passed
                found = [
                    (each, argument)
                    for each in declared.of_name(name)
                    if each.body and argument < len(each.template_parameters)
                ]
            complete = complete and bool(found)
            waiting.extend(found)
    return Followers(tuple(seen.values()), complete)


@frozen
class Use:
    """A name that a template takes from a scope, and where."""

    name: Token
    function: CppFunction


def first_uses(found: Followers, scope: str | None = None) -> dict[str, Use]:
    """The names behind ``scope::``, by default behind the parameter's own name, each with its first
    use."""
    uses: dict[str, Use] = {}
    for function, parameter in found.functions:
        for token in scoped_names(function.body, scope or parameter):
            uses.setdefault(token.text, Use(token, function))
    return uses


def _passed_to(tokens: Sequence[Token], index: int) -> tuple[str, int] | None:
    """The template whose argument list the token stands in, and as which argument."""
    argument = 0
    depth = 0
    for before in range(index - 1, 0, -1):
        text = tokens[before].text
        if text == ">":
            depth += 1
        elif text == "<":
            if depth == 0:
                name = tokens[before - 1]
                return (name.text, argument) if name.is_name else None
            depth -= 1
        elif text == "," and depth == 0:
            argument += 1
        elif text in (";", "{", "}", "(", ")"):
            return None
    return None


def _text(tokens: Sequence[Token], index: int) -> str:
    return tokens[index].text if index < len(tokens) else ""
