"""The installed ExecuTorch as a runtime for code compiled in this process.

Headers and `libexecutorch.so` are those of the wheel. The runtime's log is kept, and an abort is a
Python exception: with the reservation that an abort inside a function that must not throw still
ends the process, so what may do that belongs in a child (`dispatchless.jit.run_in_child`).
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
from collections.abc import Iterable, Mapping
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from dispatchless.cppast import SourceFile, print_file
from dispatchless.jit.executorch_boundary import Boundary
from dispatchless.lowering.executorch.registry import registry

if TYPE_CHECKING:
    from dispatchless.jit.executorch_program import Program
    from dispatchless.jit.session import Session

#: The version that the lowering is made for.
EXECUTORCH_VERSION = "1.5.1"
_SUPPORT = Path(__file__).with_name("executorch_support")
_HEADERS = (
    # First, before any other header of ExecuTorch.
    str(_SUPPORT / "config.h"),
    "executorch/runtime/core/exec_aten/exec_aten.h",
    "executorch/runtime/core/event_tracer_hooks.h",
    "executorch/runtime/platform/log.h",
    "executorch/runtime/platform/profiler.h",
    "executorch/runtime/kernel/operator_registry.h",
    "executorch/extension/module/module.h",
)
_ABORTED, _THROWN = -1, -2
# executorch::runtime::Error (runtime/core/error.h).
_ERRORS = {
    0x01: "Internal",
    0x02: "InvalidState",
    0x03: "EndOfMethod",
    0x04: "AlreadyLoaded",
    0x10: "NotSupported",
    0x11: "NotImplemented",
    0x12: "InvalidArgument",
    0x13: "InvalidType",
    0x14: "OperatorMissing",
    0x15: "RegistrationExceedingMaxKernels",
    0x16: "RegistrationAlreadyRegistered",
    0x20: "NotFound",
    0x21: "MemoryAllocationFailed",
    0x22: "AccessFailed",
    0x23: "InvalidProgram",
    0x24: "InvalidExternalData",
    0x25: "OutOfResources",
    0x30: "DelegateInvalidCompatibility",
    0x31: "DelegateMemoryAllocationFailed",
    0x32: "DelegateInvalidHandle",
}


class ExecutorchError(RuntimeError):
    """The runtime refused something: `code` is its Error, `log` the lines that it logged.

    A C++ exception out of a kernel has a negative code.
    """

    def __init__(self, what: str, code: int, log: str) -> None:
        self.code = code
        self.log = tuple(log.splitlines())
        outside = {_ABORTED: "abort", _THROWN: "C++ exception"}
        name = outside.get(code) or f"Error::{_ERRORS.get(code, hex(code))}"
        super().__init__("\n".join([f"{what}: {name}", *(f"  {line}" for line in self.log)]))
        self._what = what

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self._what, self.code, "\n".join(self.log)))


class ExecutorchAbort(ExecutorchError):
    """The runtime would have ended the process. What it was doing is not undone."""


@attrs.frozen
class Registered:
    """A place in the runtime's table: operator and key (`default` for any tensors)."""

    operator: str
    key: str


class ExecutorchRuntime:
    """The runtime of the installed `executorch` package."""

    name = "executorch"
    #: Its headers take half a second.
    uses_pch = False

    def __init__(self) -> None:
        self._boundary: Boundary | None = None

    # Runtime ------------------------------------------------------------------------------------

    @staticmethod
    def missing() -> str | None:
        """Why ExecuTorch cannot be used here, with the line that installs it; None if it can."""
        install = f'install it with: pip install "executorch=={EXECUTORCH_VERSION}"'
        if find_spec("executorch") is None:
            return f"ExecuTorch is not installed; {install}"
        version = metadata.version("executorch").split("+")[0]
        if version.rsplit(".", 1)[0] != EXECUTORCH_VERSION.rsplit(".", 1)[0]:
            return f"ExecuTorch {version} is installed, {EXECUTORCH_VERSION} is needed; {install}"
        return None

    def include_dirs(self) -> tuple[Path, ...]:
        include = self.directory / "include"
        return (include, include / "executorch/runtime/core/portable_type/c10")

    def headers(self) -> tuple[str, ...]:
        return _HEADERS

    def versions(self) -> Mapping[str, str]:
        support = b"".join(path.read_bytes() for path in sorted(_SUPPORT.glob("*.h")))
        return {
            "executorch": metadata.version("executorch"),
            "support": hashlib.sha256(support).hexdigest(),
        }

    def load(self) -> None:
        self._load_library("libexecutorch.so")

    def prepare(self, session: Session) -> None:
        session.include(str(_SUPPORT / "calls.h"))
        session.include(str(_SUPPORT / "programs.h"))
        # All libraries of the process share it.
        session.declare(print_file(SourceFile("registry.cpp", (registry(),))).text)
        self._boundary = Boundary(session)
        if not self._boundary.set_up():
            raise RuntimeError("the runtime refuses another platform layer")

    def forget_operators(self, names: Iterable[str]) -> None:
        """The runtime has no operators in Python."""

    def native_functions(self) -> Path | None:
        """The wheel describes its kernels only; the schemas are torch's."""
        from dispatchless.jit.torch_runtime import TorchRuntime

        return TorchRuntime().native_functions()

    # What only ExecuTorch has -------------------------------------------------------------------

    @functools.cached_property
    def directory(self) -> Path:
        """The directory of the installed `executorch` package (found without importing it)."""
        spec = find_spec("executorch")
        folders = () if spec is None else tuple(spec.submodule_search_locations or ())
        if not folders:
            raise ModuleNotFoundError(self.missing() or "executorch")
        return Path(folders[0])

    @property
    def boundary(self) -> Boundary:
        """The C functions that the runtime adds (`executorch_support/*.h`)."""
        if self._boundary is None:
            raise RuntimeError("make a Session for this runtime first")
        return self._boundary

    def load_kernels(self, library: str) -> None:
        """Load the wheel's kernel library (`optimized`, `quantized`) for its functions alone.

        Loading one registers its kernels; their places in the table stay taken, under a name that
        no operator has.
        """
        before = self.boundary.registered()
        self._load_library(f"libexecutorch_kernels_{library}.so")
        self.boundary.hide(before)

    def registered(self) -> tuple[Registered, ...]:
        """The kernels in the runtime's table, in its order."""
        places = (self.registered_at(i) for i in range(self.boundary.registered()))
        return tuple(place for place in places if place.operator)

    def registered_at(self, index: int) -> Registered:
        """The kernel at a place of the table."""
        key = self.boundary.registered_key(index)
        name: bytes = self.boundary.registered_name(index)
        return Registered(name.decode(), key.decode() if key else "default")

    def program(self, path: str | os.PathLike[str]) -> Program:
        """A program (.pte), read when a method is loaded."""
        from dispatchless.jit.executorch_program import Program

        return Program(self, os.fspath(path))

    def check(self, code: int, what: str) -> None:
        """Raise the error of a code, with what was logged.

        Raises:
            ExecutorchAbort, ExecutorchError: the code is not that of success.
        """
        log = self.boundary.log().decode(errors="replace")
        self.boundary.clear_log()
        if code != 0:
            raise (ExecutorchAbort if code == _ABORTED else ExecutorchError)(what, code, log)

    def _load_library(self, name: str) -> None:
        # The libraries find each other in the same folder.
        path = self.directory / "lib" / name
        ctypes.CDLL(str(path), mode=os.RTLD_GLOBAL | os.RTLD_NOW)
