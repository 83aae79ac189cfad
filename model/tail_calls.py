"""Which calls the statements of a wrapper end with.

The in-place and the out= form put the author's output in the call of the target. So such a call
must be what the statements return, on every path.
"""

from __future__ import annotations

from collections.abc import Sequence

from dispatchless.frozen import frozen
from dispatchless.model.cpp_statements import (
    Loop,
    Returned,
    alternatives,
    is_one_call,
    statements,
    walk,
)
from dispatchless.model.cpp_tokens import Token


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
