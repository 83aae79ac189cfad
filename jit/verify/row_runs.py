"""What every runtime does with a row: time it, and turn what goes wrong into its result."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable

import attrs

from dispatchless.jit.children import ChildStream, Crash
from dispatchless.jit.verify.report import Row, Status


def timed_row(name: str, check: Callable[[], Row]) -> Row:
    """Run a check in this process; an exception of ours becomes an ERROR row."""
    start = time.perf_counter()
    try:
        row = check()
    except Exception:
        row = Row(name, Status.ERROR, note=traceback.format_exc())
    return attrs.evolve(row, seconds=time.perf_counter() - start)


def crashed_row(name: str, stream: ChildStream) -> Row:
    """The row that was running when a child ended."""
    outcome = stream.outcome
    note = str(outcome) if isinstance(outcome, Crash) else "the child ended early"
    return Row(name, Status.CRASHED, note=note)
