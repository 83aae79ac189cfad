"""Which dispatcher calls are left when an operator calls its inner operators directly."""

from __future__ import annotations

from collections.abc import Sequence

from dispatchless.jit.verify.subject import InnerOperator


def expected_calls(
    calls: Sequence[tuple[str, int]], inner: Sequence[InnerOperator], allowed: frozenset[str]
) -> list[str]:
    """The names of the calls that are right, given those of the dispatcher path.

    Args:
        calls: names and depths, in the order in which the calls began.
        inner: the operators that the operator lists, and what is called in their place.
        allowed: base names of further ones that its own code may call through the dispatcher.
    """
    return _without_saved(_without_own(calls, inner, allowed), inner)


def _without_own(
    calls: Sequence[tuple[str, int]], inner: Sequence[InnerOperator], allowed: frozenset[str]
) -> list[tuple[str, int]]:
    """The dispatcher path's calls without those that the operator's own code makes of operators
    that it neither lists nor is allowed to call, and without what is called inside of these."""
    listed = {each.name for each in inner}
    remaining: list[tuple[str, int]] = []
    dropped = False
    for name, depth in calls:
        if depth <= 1:
            base = name.partition("::")[2].partition(".")[0]
            dropped = depth == 1 and name not in listed and base not in allowed
        if not dropped:
            remaining.append((name, depth))
    return remaining


def _without_saved(calls: Sequence[tuple[str, int]], inner: Sequence[InnerOperator]) -> list[str]:
    """The calls that remain when the operator calls `inner` directly, and those theirs."""
    remaining: list[str] = []
    called_directly: list[dict[str, InnerOperator]] = []  # by the call at each depth
    for name, depth in calls:
        del called_directly[depth:]
        saved = called_directly[-1].get(name) if depth else None
        if depth == 0:
            called_directly.append(_by_name(inner))
        else:
            called_directly.append(_by_name(saved.inner) if saved else {})
        if saved is None:
            remaining.append(name)
    return remaining


def _by_name(inner: Sequence[InnerOperator]) -> dict[str, InnerOperator]:
    return {each.name: each for each in inner if each.dispatch_free}
