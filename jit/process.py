"""The one session of this process: a process holds one runtime, and its compiler is warmed once."""

from __future__ import annotations

from collections.abc import Callable

from dispatchless.jit.runtime import Runtime
from dispatchless.jit.session import Session

_sessions: dict[str, Session] = {}


def process_session(
    make_runtime: Callable[[], Runtime], *, progress: Callable[[str], None] = lambda text: None
) -> Session:
    """The session of this process for a runtime, made on the first call.

    Raises:
        RuntimeUnavailable: the runtime or cppyy is not installed.
        RuntimeError: the process already holds another runtime.
    """
    runtime = make_runtime()
    if runtime.name not in _sessions:
        _sessions[runtime.name] = Session(runtime, progress=progress)
    return _sessions[runtime.name]
