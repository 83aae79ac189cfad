"""The one session of this process: a process holds one runtime, and its compiler is warmed once."""

from __future__ import annotations

from collections.abc import Callable

from dispatchless.jit.runtime import Runtime
from dispatchless.jit.session import Session


def process_session(
    make_runtime: Callable[[], Runtime], *, progress: Callable[[str], None] = lambda text: None
) -> Session:
    """The session of this process for a runtime, made on the first call.

    Raises:
        RuntimeUnavailable: the runtime or cppyy is not installed.
        RuntimeError: the process already holds another runtime.
    """
    runtime = make_runtime()
    current = Session.current()
    if current is not None and current.runtime.name == runtime.name:
        return current
    return Session(runtime, progress=progress)
