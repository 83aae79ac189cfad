"""Which calls of a structured body are its last act, and whether all that should be are.

A structured composite writes its result by calling a method of its OUT object, and a wrapper by
calling the target: the in-place and the out= form put the author's output there. So such a call
must be what the body ends with, on every path.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dispatchless.frozen import frozen
from dispatchless.model.cpp_calls import method_name
from dispatchless.model.cpp_declarations import CppFunction
from dispatchless.model.cpp_statements import (
    Compound,
    Loop,
    Returned,
    Simple,
    alternatives,
    is_one_call,
    last_acts,
    paths_without_end,
    statements,
    walk,
)
from dispatchless.model.cpp_tokens import Token
from dispatchless.model.errors import SpecError

# Methods of an OUT object that are no operators and may stand anywhere.
SET_OUTPUT = "set_output"
MAYBE_GET_OUTPUT = "maybe_get_output"
_ANYWHERE = (SET_OUTPUT, MAYBE_GET_OUTPUT)


@frozen
class OutputCalls:
    """What a structured template does with its OUT object.

    ``names``: the methods that it calls as its last act; None if it hands the object on, so that
    they are not known. ``returns_nothing``: the template is void.
    """

    names: frozenset[str] | None
    returns_nothing: bool


def output_calls(function: CppFunction) -> tuple[OutputCalls, list[SpecError]]:
    """The calls of OUT in a structured template, and what is wrong with them."""
    errors: list[SpecError] = []
    output = function.parameters[0] if function.parameters else ""
    void = function.returns_nothing
    source = function.source
    if [t.text for t in function.returns][-1:] == ["auto"]:
        errors.append(
            source.error(
                "'auto' copies the tensor that OUT returns",
                function.returns[-1],
                hint="write 'decltype(auto)', or 'void' and no 'return'",
            )
        )
    body = statements(function.body, function.end)
    final = _final_calls(body, output, void=void)
    allowed = {id(token) for token in final}
    names: set[str] = set()
    handed_on = False
    for index, token in enumerate(function.body):
        if token.text != output or _is_member(function.body, index):
            continue
        place = method_name(function.body, index)
        if place is None:
            handed_on = True
        elif function.body[place].text not in _ANYWHERE:
            name = function.body[place]
            names.add(name.text)
            if id(token) not in allowed:
                errors.append(
                    source.error(
                        f"'{output}.{name.text}' is not the last act of '{function.name.text}'",
                        name,
                        hint="only what the function ends with can be written into its output: "
                        f"call it through '{function.template_parameters[0]}', or "
                        + ("end there" if void else "return it"),
                    )
                )
    if not errors:
        errors.extend(_missing(function, body, output, allowed, void=void))
    return OutputCalls(None if handed_on else frozenset(names), void), errors


def output_uses(function: CppFunction) -> Iterator[tuple[str, Token]]:
    """The operators that a template calls on its OUT object."""
    output = function.parameters[0] if function.parameters else ""
    for index, token in enumerate(function.body):
        if token.text == output and not _is_member(function.body, index):
            place = method_name(function.body, index)
            if place is not None and function.body[place].text not in _ANYWHERE:
                yield function.body[place].text, function.body[place]


def _is_member(tokens: Sequence[Token], index: int) -> bool:
    return index > 0 and tokens[index - 1].text in (".", "->", "::")


def _final_calls(body: Compound, output: str, *, void: bool) -> Iterator[Token]:
    """The uses of the output that are the whole of a last act."""
    for statement in last_acts(body) if void else walk(body):
        values: Iterator[tuple[Token, ...]] = iter(())
        if isinstance(statement, Simple) and void:
            values = iter((statement.tokens,))
        elif isinstance(statement, Returned):
            values = alternatives(statement.value)
        for value in values:
            if value and value[0].text == output:
                place = method_name(value, 0)
                if place is not None and is_one_call(value, place):
                    yield value[0]


def _missing(
    function: CppFunction, body: Compound, output: str, allowed: set[int], *, void: bool
) -> Iterator[SpecError]:
    """Paths that end without a call of the output."""

    def writes(tokens: Sequence[Token]) -> bool:
        return bool(tokens) and (
            id(tokens[0]) in allowed or any(token.text == output for token in tokens[1:])
        )

    message = f"'{function.name.text}' ends here and has written nothing to '{output}'"
    hint = f"end every path with a call such as '{output}.add(...)'"
    if void:
        for token in paths_without_end(body, lambda each: writes(each.tokens)):
            yield function.source.error(message, token, hint=hint)
        return
    for statement in walk(body):
        if isinstance(statement, Returned):
            for value in alternatives(statement.value):
                if not writes(value) and not _throws(value):
                    token = value[0] if value else statement.keyword
                    yield function.source.error(message, token, hint=hint)


def _throws(value: Sequence[Token]) -> bool:
    return bool(value) and value[0].text == "throw"


@frozen
class ReturnedCalls:
    """What the statements of a wrapper return.

    ``tails``: the names of the calls that are all of a returned value, ``places`` where they stand.
    ``other``: the first token of a returned value that is no such call.
    """

    tails: frozenset[str]
    places: frozenset[int]
    other: Token | None


def returned_calls(tokens: Sequence[Token], names: frozenset[str]) -> ReturnedCalls:
    """Which calls of ``names`` a wrapper's statements end with; ``places`` are token offsets."""
    tails: set[str] = set()
    places: set[int] = set()
    other: Token | None = None
    if not tokens:
        return ReturnedCalls(frozenset(), frozenset(), None)
    for statement in walk(statements(tokens, tokens[-1])):
        if isinstance(statement, Loop) or not isinstance(statement, Returned):
            continue
        for value in alternatives(statement.value):
            if value and value[0].text in names and is_one_call(value):
                tails.add(value[0].text)
                places.add(value[0].offset)
            elif other is None and not _throws(value):
                other = value[0] if value else statement.keyword
    return ReturnedCalls(frozenset(tails), frozenset(places), other)
