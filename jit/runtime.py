"""What a session needs from the C++ runtime that it compiles against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from dispatchless.jit.session import Session


class Runtime(Protocol):
    """A C++ runtime (embedded reference, libtorch, ExecuTorch) that generated code runs on.

    A runtime only describes itself and prepares a session; compiling, naming and isolating units
    is the session's work. One process holds one runtime, since runtimes share header names.
    """

    @property
    def name(self) -> str:
        """The word of `--runtime`: `reference`, `torch`, `executorch`."""

    def missing(self) -> str | None:
        """Why the runtime cannot be used here, with the line that installs it; None if it can.

        Must be cheap: it neither imports the runtime's Python package nor cppyy.
        """

    def include_dirs(self) -> tuple[Path, ...]:
        """Directories where `<ATen/...>` and the like are found, in order of search."""

    def headers(self) -> tuple[str, ...]:
        """Headers (as in `#include <...>`, or absolute paths) included first, at global scope.

        They are the ones that go into the precompiled header.
        """

    def versions(self) -> Mapping[str, str]:
        """What a precompiled header depends on besides the header list, as text."""

    @property
    def uses_pch(self) -> bool:
        """Whether its headers are slow enough to be worth a precompiled header."""

    def load(self) -> None:
        """Load the runtime's libraries into the process, before its headers are compiled."""

    def prepare(self, session: Session) -> None:
        """Compile support code, once, after the headers are in."""

    def forget_operators(self, names: Iterable[str]) -> None:
        """Drop what the runtime's Python side remembers of operators that have left the dispatcher
        (`ns::op.overload`)."""

    def native_functions(self) -> Path | None:
        """The native_functions.yaml that describes the runtime's operators, if it has one."""


class RuntimeUnavailable(Exception):
    """The runtime is not installed here; the message holds the line that installs it."""
