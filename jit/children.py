"""Work in children forked from this process, so that a crash is a result and not the end.

A warmed process (runtime imported, headers compiled) forks in about 20 ms, so isolation costs far
less than a fresh process. The child gets default signal handlers (the compiler's own would spend
seconds in a debugger's stack dump), writes no core file, runs no exit handlers and uses one thread.
"""

from __future__ import annotations

import atexit
import ctypes
import faulthandler
import os
import pickle
import resource
import select
import signal
import struct
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from io import FileIO
from typing import Generic, NoReturn, TypeVar

import attrs

from dispatchless.jit.capture import STDERR, STDOUT, OutputFile, flush_streams

T = TypeVar("T")

_FATAL_SIGNALS = (
    signal.SIGSEGV,
    signal.SIGBUS,
    signal.SIGILL,
    signal.SIGFPE,
    signal.SIGABRT,
    signal.SIGSYS,
    signal.SIGTRAP,
    signal.SIGTERM,
    signal.SIGINT,
    signal.SIGALRM,
    signal.SIGCHLD,
    signal.SIGPIPE,
)
_LENGTH = struct.Struct("=Q")
_PR_SET_PDEATHSIG = 1
_in_child = False


@attrs.frozen
class Crash:
    """A child that ended without finishing its work.

    `signal` is the signal that killed it (None if it called exit), `exit_status` what it exited
    with (None if killed), `text` what it wrote to its standard streams, `timed_out` whether it was
    killed for taking too long.
    """

    signal: int | None
    exit_status: int | None
    text: str
    timed_out: bool = False

    def __str__(self) -> str:
        if self.timed_out:
            how = "timed out"
        elif self.signal is not None:
            how = f"crashed with {signal_name(self.signal)}"
        else:
            how = f"exited with status {self.exit_status}"
        return f"{how}\n{self.text.rstrip()}" if self.text.strip() else how


class ChildError(Exception):
    """What a child raised, when the exception itself could not be sent. `text` is its traceback."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message)
        self.text = text

    def __reduce__(self) -> tuple[object, ...]:
        return (ChildError, (str(self), self.text))


class RemoteTraceback(Exception):
    """The cause of an exception raised again in this process: the child's own traceback."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


@attrs.frozen
class Finished(Generic[T]):
    """A child's work done: the value it returned and what it wrote to its standard streams."""

    value: T
    text: str


@attrs.frozen
class _Item:
    value: object


@attrs.frozen
class _Returned:
    value: object


@attrs.frozen
class _Raised:
    error: BaseException
    text: str


def signal_name(number: int) -> str:
    """`SIGSEGV` for 11."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def in_child() -> bool:
    """Whether this process is one that this module forked."""
    return _in_child


def run_in_child(work: Callable[[], T], *, timeout: float | None = None) -> Finished[T] | Crash:
    """Run `work` in a forked child; its value must be picklable.

    An exception of `work` is raised again here with the child's traceback as its cause (ChildError
    if it cannot be pickled). A child that takes longer than `timeout` seconds is killed.
    """
    stream = ChildStream(lambda send: work(), timeout=timeout)
    for _ in stream:
        pass
    return stream.outcome  # type: ignore[return-value]  # its value is what `work` returned


class ChildStream:
    """The values that a forked child sends one by one; iterate to receive them.

    `work` gets the function that sends a value. `timeout` is the time allowed between two values.
    After the last value, `outcome` says how the child ended. Leaving early kills the child.
    """

    def __init__(
        self,
        work: Callable[[Callable[[object], None]], object],
        *,
        timeout: float | None = None,
    ) -> None:
        self._work = work
        self._timeout = timeout
        self._outcome: Finished[object] | Crash | None = None

    @property
    def outcome(self) -> Finished[object] | Crash:
        """How the child ended. Raises RuntimeError while it is still running."""
        if self._outcome is None:
            raise RuntimeError("the child has not ended yet")
        return self._outcome

    def __iter__(self) -> Iterator[object]:
        output = OutputFile()
        reader, writer = os.pipe()
        pid = _fork()
        if pid == 0:
            os.close(reader)
            _child_main(self._work, writer, output)
        os.close(writer)
        last: object = _ABANDONED
        try:
            with FileIO(reader, "rb") as pipe:
                while isinstance(last := _receive(pipe, self._timeout), _Item):
                    yield last.value
                    last = _ABANDONED
        finally:
            if last is _ABANDONED or last is _TIMED_OUT:
                os.kill(pid, signal.SIGKILL)
            _, status = os.waitpid(pid, 0)
            output.close()
            self._outcome = _outcome(last, os.waitstatus_to_exitcode(status), output.text)
        if isinstance(last, _Raised):
            raise last.error from RemoteTraceback(last.text)


class _Sign:
    """A state of the pipe that is no message."""


_CLOSED = _Sign()
_TIMED_OUT = _Sign()
_ABANDONED = _Sign()


def _outcome(last: object, code: int, text: str) -> Finished[object] | Crash:
    if isinstance(last, _Returned):
        return Finished(last.value, text)
    return Crash(
        signal=-code if code < 0 else None,
        exit_status=code if code >= 0 else None,
        text=text,
        timed_out=last is _TIMED_OUT,
    )


def _receive(pipe: FileIO, timeout: float | None) -> object:
    """The next message of a child, or how the pipe ended."""
    deadline = None if timeout is None else time.monotonic() + timeout
    frame = bytearray()
    wanted = _LENGTH.size
    header_done = False
    while True:
        while len(frame) < wanted:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([pipe], [], [], left)[0]:
                return _TIMED_OUT
            chunk = pipe.read(wanted - len(frame))
            if not chunk:
                return _CLOSED
            frame += chunk
        if header_done:
            return pickle.loads(frame)
        (wanted,) = _LENGTH.unpack(frame)
        header_done, frame = True, bytearray()


# What a child inherits from its parents and must let go: the ends of their pipes that it could
# keep open, so that a parent would wait for a message that cannot come.
_writers: list[int] = []
_at_child_start: list[Callable[[], None]] = []
_at_child_end: list[Callable[[], None]] = []
_at_end: list[Callable[[], None]] = []


def at_child_start(action: Callable[[], None]) -> None:
    """Have `action` called at the start of every child (a runtime limits its threads so)."""
    if action not in _at_child_start:
        _at_child_start.append(action)


def at_process_end(action: Callable[[], None]) -> None:
    """Have `action` called when this process ends, also if it is a child (which runs no exit
    handlers, and none of these that its parent left)."""
    if _in_child:
        _at_child_end.append(action)
    else:
        if not _at_end:
            pid = os.getpid()
            atexit.register(lambda: run_end_actions() if os.getpid() == pid else None)
        _at_end.append(action)


def run_end_actions() -> None:
    """What `at_process_end` was given, the last first: for an end that runs no exit handlers."""
    while _at_end:
        _at_end.pop()()


def _fork() -> int:
    flush_streams()
    with warnings.catch_warnings():
        # Python 3.12 warns about forking with threads; children run one thread and never exec.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _child_main(
    work: Callable[[Callable[[object], None]], object], writer: int, output: OutputFile
) -> NoReturn:
    """The whole life of a child: no return, no exit handler, whatever happens."""
    global _in_child
    status = 1
    try:
        _in_child = True
        _at_child_end.clear()
        for descriptor in _writers:
            os.close(descriptor)
        _writers[:] = [writer]
        _prepare_process(output)
        for action in _at_child_start:
            action()

        def send(value: object) -> None:
            _send(writer, _Item(value))

        try:
            _send(writer, _Returned(work(send)))
        except Exception as error:
            _send(writer, _Raised(_sendable(error), "".join(_traceback(error))))
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            for action in _at_child_end:
                action()
        finally:
            flush_streams()
            os._exit(status)


def _prepare_process(output: OutputFile) -> None:
    """Make the process one that dies fast, quietly and with its parent."""
    output.receive(STDOUT)
    output.receive(STDERR)
    # The objects in sys may be ones that a test runner replaced and that write elsewhere.
    sys.stdout = open(STDOUT, "w", buffering=1, closefd=False, errors="replace")  # noqa: SIM115
    sys.stderr = open(STDERR, "w", buffering=1, closefd=False, errors="replace")  # noqa: SIM115
    # One enabled by the parent would take itself for installed and not come back.
    faulthandler.disable()
    for number in _FATAL_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    faulthandler.enable(file=STDERR, all_threads=False)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _send(writer: int, message: _Item | _Returned | _Raised) -> None:
    data = pickle.dumps(message)
    view = memoryview(_LENGTH.pack(len(data)) + data)
    while view:
        view = view[os.write(writer, view) :]


def _sendable(error: Exception) -> Exception:
    """`error` if it survives pickling, else a ChildError that tells the same."""
    try:
        if type(pickle.loads(pickle.dumps(error))) is type(error):
            return error
    except Exception:
        # Any failure of a foreign class's pickling means the same: it cannot be sent.
        pass
    name = type(error).__qualname__
    return ChildError(f"{name}: {error}", "".join(_traceback(error)))


def _traceback(error: Exception) -> list[str]:
    return traceback.format_exception(type(error), error, error.__traceback__)
