"""Work in forked children: results, errors, crashes, time-outs."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dispatchless.jit.capture import STDOUT, captured_output
from dispatchless.jit.children import (
    ChildError,
    ChildStream,
    Crash,
    Finished,
    at_child_start,
    at_process_end,
    in_child,
    run_in_child,
)


def test_the_value_and_the_output_come_back() -> None:
    def work() -> dict[str, int]:
        print("to stdout")
        os.write(2, b"to fd 2\n")
        return {"pid": os.getpid()}

    outcome = run_in_child(work)
    assert isinstance(outcome, Finished)
    assert outcome.value["pid"] != os.getpid()
    assert outcome.text == "to stdout\nto fd 2\n"


def test_large_values_come_back_whole() -> None:
    outcome = run_in_child(lambda: b"x" * 50_000_000)
    assert isinstance(outcome, Finished)
    assert len(outcome.value) == 50_000_000


def test_exceptions_are_raised_with_the_childs_traceback() -> None:
    def failing_work() -> None:
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost") as caught:
        run_in_child(failing_work)
    assert "in failing_work" in str(caught.value.__cause__)


def test_exceptions_that_cannot_be_sent_are_described() -> None:
    class Local(Exception):
        pass

    def work() -> None:
        raise Local("only here")

    with pytest.raises(ChildError, match=r"Local: only here") as caught:
        run_in_child(work)
    assert "raise Local" in caught.value.text


def test_values_that_cannot_be_sent_are_an_error() -> None:
    with pytest.raises(Exception, match="pickle"):
        run_in_child(lambda: lambda: None)


CRASHES: list[tuple[Callable[[], object], int]] = [
    (lambda: ctypes.string_at(0), signal.SIGSEGV),
    (os.abort, signal.SIGABRT),
    (lambda: os.kill(os.getpid(), signal.SIGFPE), signal.SIGFPE),
    (lambda: os.kill(os.getpid(), signal.SIGKILL), signal.SIGKILL),
    (lambda: os.kill(os.getpid(), signal.SIGTERM), signal.SIGTERM),
]


@pytest.mark.parametrize(("work", "number"), CRASHES)
def test_a_crash_is_a_result(work: Callable[[], object], number: int) -> None:
    def noisy() -> None:
        print("before")
        work()

    outcome = run_in_child(noisy)
    assert isinstance(outcome, Crash)
    assert (outcome.signal, outcome.exit_status, outcome.timed_out) == (number, None, False)
    assert "before" in outcome.text
    assert str(outcome).startswith(f"crashed with {signal.Signals(number).name}\n")


def test_a_crash_tells_where_python_was() -> None:
    def culprit() -> None:
        ctypes.string_at(0)

    outcome = run_in_child(culprit)
    assert isinstance(outcome, Crash)
    assert "in culprit" in outcome.text


@pytest.mark.parametrize("leave", [sys.exit, os._exit])
def test_leaving_is_a_crash_with_a_status(leave: Callable[[int], object]) -> None:
    outcome = run_in_child(lambda: leave(7))
    assert isinstance(outcome, Crash)
    assert (outcome.signal, outcome.exit_status) == (None, 7)


def test_a_child_that_takes_too_long_is_killed() -> None:
    before = children_of_this_process()
    start = time.monotonic()
    outcome = run_in_child(lambda: time.sleep(60), timeout=0.3)
    assert isinstance(outcome, Crash)
    assert outcome.timed_out
    assert time.monotonic() - start < 30
    assert children_of_this_process() <= before


def test_values_stream_while_the_child_works() -> None:
    def work(send: Callable[[object], None]) -> str:
        for number in range(3):
            send(number)
        return "done"

    stream = ChildStream(work)
    assert list(stream) == [0, 1, 2]
    assert stream.outcome == Finished("done", "")


def test_values_sent_before_a_crash_arrive() -> None:
    def work(send: Callable[[object], None]) -> None:
        send("first")
        os.abort()

    stream = ChildStream(work)
    assert list(stream) == ["first"]
    assert isinstance(stream.outcome, Crash)


def test_leaving_a_stream_kills_its_child() -> None:
    before = children_of_this_process()

    def work(send: Callable[[object], None]) -> None:
        while True:
            send("more")

    for _ in ChildStream(work):
        break
    assert children_of_this_process() <= before


def test_children_have_children() -> None:
    outcome = run_in_child(lambda: run_in_child(os.abort))
    assert isinstance(outcome, Finished)
    assert isinstance(outcome.value, Crash)
    assert outcome.value.signal == signal.SIGABRT


def test_a_grandchild_that_outlives_its_parent_holds_nobody_up() -> None:
    def work() -> int:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        return 1

    start = time.monotonic()
    outcome = run_in_child(work)
    assert isinstance(outcome, Finished)
    assert time.monotonic() - start < 30


def test_exit_handlers_do_not_run() -> None:
    import atexit

    def work() -> None:
        atexit.register(lambda: os.write(1, b"handler ran"))

    outcome = run_in_child(work)
    assert isinstance(outcome, Finished)
    assert outcome.text == ""


def test_what_a_process_does_at_its_end() -> None:
    def work() -> None:
        at_process_end(lambda: print("cleaned up"))
        run_in_child(lambda: None)

    outcome = run_in_child(work)
    assert isinstance(outcome, Finished)
    assert outcome.text == "cleaned up\n"


def test_the_parents_buffered_output_is_written_once() -> None:
    with captured_output(STDOUT) as captured:
        os_stdout = os.fdopen(STDOUT, "w", closefd=False)
        os_stdout.write("once\n")
        os_stdout.flush()
        run_in_child(lambda: None)
    assert captured.stdout == "once\n"


def test_what_children_do_first(monkeypatch: pytest.MonkeyPatch) -> None:
    from dispatchless.jit import children

    monkeypatch.setattr(children, "_at_child_start", [])
    at_child_start(lambda: os.environ.__setitem__("STARTED", "yes"))
    outcome = run_in_child(lambda: (os.environ.get("STARTED"), in_child()))
    assert outcome == Finished(("yes", True), "")
    assert not in_child()
    assert "STARTED" not in os.environ


def children_of_this_process() -> set[int]:
    """Those that nobody has waited for are among them."""
    tasks = Path("/proc/self/task").glob("*/children")
    return {int(pid) for task in tasks for pid in task.read_text().split()}
