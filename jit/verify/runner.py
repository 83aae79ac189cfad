"""Runs the rows of an operator in forked children.

The children inherit a warmed process. A row that crashes its child becomes a `crashed` row, and the
rows after it run in a new child. Two children share the work of one operator; for the first
operator, one of them is at work while this process imports what the other one needs.
"""

from __future__ import annotations

import functools
import gc
import logging
import warnings
from collections.abc import Callable, Iterator, Sequence

import attrs
import torch

from dispatchless.jit.children import ChildStream
from dispatchless.jit.verify.cases import Cases, find_cases
from dispatchless.jit.verify.context import Context
from dispatchless.jit.verify.report import OperatorReport, Row
from dispatchless.jit.verify.row_runs import crashed_row, timed_row
from dispatchless.jit.verify.rows import ROWS, RowCheck, Stack
from dispatchless.jit.verify.subject import CountDispatches, Subject

#: Called with the operator's name and each row as it ends.
Progress = Callable[[str, Row], None]

#: A row that sends nothing for so long is killed.
ROW_TIMEOUT = 120.0


@functools.cache
def warm_up() -> None:
    """Load what the tracing rows need, once in this process.

    Importing torch._dynamo and the Python meta functions takes seconds and would be paid again in
    every child; so would the first compilation, which imports more as it goes.
    """
    import torch._dynamo
    import torch._meta_registrations
    import torch.fx.experimental.proxy_tensor

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tensor = torch.ones(2, requires_grad=True)
        torch.library.opcheck(torch.ops.aten.add.Tensor, (tensor, tensor))
        compiled = torch.compile(lambda x: x + 1, backend="aot_eager", fullgraph=True)
        compiled(tensor).sum().backward()
        torch._dynamo.reset()
        torch.func.hessian(lambda x: (x * x).sum())(tensor.detach())
        torch.add(torch._efficientzerotensor((2,)), tensor)
    # Collections in a child would write to every page that it shares with this process.
    gc.collect()
    gc.freeze()


def verify_operator(
    subject: Subject,
    count_dispatches: CountDispatches,
    *,
    rows: Sequence[RowCheck] = ROWS,
    progress: Progress | None = None,
) -> OperatorReport:
    """Run `rows` over `subject`; never raises for what the operator does."""
    return start_operator(subject, count_dispatches, rows=rows, progress=progress)()


def start_operator(
    subject: Subject,
    count_dispatches: CountDispatches,
    *,
    rows: Sequence[RowCheck] = ROWS,
    progress: Progress | None = None,
) -> Callable[[], OperatorReport]:
    """Set children to work on `rows`; the function that is returned waits for what they find."""
    found: dict[str, Row] = {}

    def ended(row: Row) -> None:
        found[row.name] = row
        if progress is not None:
            progress(subject.name, row)

    early = [Stack.NONE, Stack.META] if warm_up.cache_info().currsize else [Stack.NONE]
    first = _Share(subject, count_dispatches, [r for r in rows if r.stack in early], None)
    cases = first.start()
    if cases is None:
        crashed = crashed_row("cases", first.stream)
        ended(crashed)
        return lambda: OperatorReport(subject.name, (crashed,))
    if any(r.stack not in early for r in rows):
        # The first child is at work meanwhile.
        warm_up()
    second = _Share(subject, count_dispatches, [r for r in rows if r.stack not in early], cases)
    second.start()

    def finish() -> OperatorReport:
        for share in (first, second):
            for row in share.rows():
                ended(row)
        return OperatorReport(subject.name, tuple(found[r.name] for r in rows))

    return finish


@attrs.frozen
class _Started:
    """Sent by a child before a row."""

    name: str


class _Share:
    """Some rows of one operator, run in a child, and after a crash in another one."""

    def __init__(
        self,
        subject: Subject,
        count_dispatches: CountDispatches,
        rows: Sequence[RowCheck],
        cases: Cases | None,
    ) -> None:
        self._subject = subject
        self._count_dispatches = count_dispatches
        self._left = list(rows)
        self._cases = cases
        self._fork()

    def _fork(self) -> None:
        self.stream = ChildStream(self._work, timeout=ROW_TIMEOUT)
        self._messages = iter(self.stream)

    def start(self) -> Cases | None:
        """Fork and wait for the cases, found by the child unless known. None: it crashed."""
        message = next(self._messages, None)
        self._cases = message if isinstance(message, Cases) else None
        return self._cases

    def rows(self) -> Iterator[Row]:
        """The rows as they end."""
        while self._left:
            running: str | None = None
            for message in self._messages:
                if isinstance(message, _Started):
                    running = message.name
                elif isinstance(message, Row):
                    running = None
                    del self._left[0]
                    yield message
            if self._left:
                yield crashed_row(running or self._left[0].name, self.stream)
                del self._left[0]
                self._fork()
                next(self._messages)

    def _work(self, send: Callable[[object], None]) -> None:
        """The child's work."""
        _quiet()
        if self._cases is None:
            self._cases = find_cases(self._subject)
        send(self._cases)
        context = Context(self._subject, self._cases, self._count_dispatches)
        for row in self._left:
            send(_Started(row.name))
            send(timed_row(row.name, functools.partial(row, context)))


def _quiet() -> None:
    """No collections, one thread (a thread pool does not survive a fork), no log, no warnings."""
    gc.disable()
    torch.set_num_threads(1)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
