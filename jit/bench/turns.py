"""Timing calls made from Python, in turns."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping

import attrs

_WARM = 3


def _nothing() -> None:
    """What is done around a turn that needs nothing."""


@attrs.frozen
class Turn:
    """A call, and what is done before and after a block of it."""

    call: Callable[[], object]
    before: Callable[[], None] = _nothing
    after: Callable[[], None] = _nothing


def in_turns(turns: Mapping[str, Turn], *, rounds: int, block: int) -> dict[str, list[float]]:
    """Nanoseconds of a call of each in each round, by the thread's own time.

    Args:
        rounds: how often each has its turn, in another order every time.
        block: nanoseconds of a turn, about.
    """
    calls = {name: _calls_for(turn, block) for name, turn in turns.items()}
    times: dict[str, list[float]] = {name: [] for name in turns}
    order = random.Random(1)
    names = list(turns)
    for _ in range(rounds):
        order.shuffle(names)
        for name in names:
            times[name].append(_timed(turns[name], calls[name]))
    return times


def _calls_for(turn: Turn, block: int) -> int:
    each = max(1.0, _timed(turn, 5))
    return max(3, int(block / each))


def _timed(turn: Turn, calls: int) -> float:
    turn.before()
    try:
        for _ in range(_WARM):
            turn.call()
        started = time.thread_time_ns()
        for _ in range(calls):
            turn.call()
        return (time.thread_time_ns() - started) / calls
    finally:
        turn.after()
