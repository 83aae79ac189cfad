"""Dispatcher calls as a runtime counts them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import attrs


@attrs.frozen
class DispatchCall:
    """One dispatcher call: the operator with its overload, and how many calls it is inside of."""

    name: str
    depth: int


@attrs.frozen
class DispatchLog:
    """Dispatcher calls in the order in which they began."""

    calls: list[DispatchCall] = attrs.field(factory=list)


@contextmanager
def names_of(
    record: Callable[[], AbstractContextManager[DispatchLog]],
) -> Iterator[list[str]]:
    """The names alone of what `record` logs in the block, in order, when it has ended."""
    names: list[str] = []
    log = DispatchLog()
    try:
        with record() as log:
            yield names
    finally:
        names.extend(call.name for call in log.calls)
