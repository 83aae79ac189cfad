"""C++ compiled and run in this process: sessions, runtimes, isolation."""

from dispatchless.jit.children import ChildError, ChildStream, Crash, Finished, run_in_child
from dispatchless.jit.diagnostics import (
    CompileError,
    CompilerCrash,
    Diagnostic,
    JitError,
    LinkError,
)
from dispatchless.jit.runtime import Runtime, RuntimeUnavailable
from dispatchless.jit.session import Session
from dispatchless.jit.unit import Function, Unit

__all__ = [
    "ChildError",
    "ChildStream",
    "CompileError",
    "CompilerCrash",
    "Crash",
    "Diagnostic",
    "Finished",
    "Function",
    "JitError",
    "LinkError",
    "Runtime",
    "RuntimeUnavailable",
    "Session",
    "Unit",
    "run_in_child",
]
