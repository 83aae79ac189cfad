"""The installed PyTorch as a runtime for code compiled in this process."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import os
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dispatchless.jit.children import at_child_start
from dispatchless.jit.dispatch_log import DispatchCall, DispatchLog, names_of
from dispatchless.jit.exported_symbols import ExportedSymbols
from dispatchless.jit.torch_overrides import Override, overridden_kernels

if TYPE_CHECKING:
    from dispatchless.jit.session import Session
    from dispatchless.jit.unit import Unit

#: The version that the lowering is made for.
TORCH_VERSION = "2.13.0"
_SUPPORT = Path(__file__).with_name("torch_support")
# In the order of their dependencies.
_LIBRARIES = ("libc10.so", "libtorch_cpu.so", "libtorch.so", "libtorch_python.so")
_HEADERS = (
    # First, before any other header of torch.
    str(_SUPPORT / "thread_local.h"),
    "ATen/core/Tensor.h",
    "torch/library.h",
    # What nearly every header of an operator includes.
    "ATen/Context.h",
    "ATen/DeviceGuard.h",
    "ATen/TensorUtils.h",
    "ATen/TracerMode.h",
    "ATen/core/Generator.h",
    "ATen/core/Reduction.h",
    "ATen/core/LegacyTypeDispatch.h",
    "ATen/ExpandUtils.h",
    "ATen/native/Resize.h",
    "ATen/record_function.h",
    str(_SUPPORT / "python_values.h"),
)


class TorchRuntime:
    """libtorch as the installed `torch` package has it."""

    name = "torch"
    uses_pch = True

    def __init__(self) -> None:
        self._session: Session | None = None

    # Runtime ------------------------------------------------------------------------------------

    @staticmethod
    def missing() -> str | None:
        """Why PyTorch cannot be used here, with the line that installs it; None if it can."""
        install = f'install it with: pip install "torch=={TORCH_VERSION}"'
        if find_spec("torch") is None:
            return f"PyTorch is not installed; {install}"
        version = metadata.version("torch").split("+")[0]
        if version.rsplit(".", 1)[0] != TORCH_VERSION.rsplit(".", 1)[0]:
            return f"PyTorch {version} is installed, {TORCH_VERSION} is needed; {install}"
        return None

    def include_dirs(self) -> tuple[Path, ...]:
        return (self.directory / "include", Path(sysconfig.get_path("include")))

    def headers(self) -> tuple[str, ...]:
        return _HEADERS

    def versions(self) -> Mapping[str, str]:
        # The compiler knows a file of a precompiled header by its time, too: to one that was
        # installed anew, `#pragma once` would not apply.
        support = [
            (str(path), path.stat().st_mtime_ns, path.read_text())
            for path in sorted(_SUPPORT.glob("*.h"))
        ]
        return {
            "torch": metadata.version("torch"),
            "installed": str((self.directory / "version.py").stat().st_mtime_ns),
            "support": hashlib.sha256(repr(support).encode()).hexdigest(),
        }

    def load(self) -> None:
        import torch

        for library in _LIBRARIES:
            ctypes.CDLL(str(self.directory / "lib" / library), mode=os.RTLD_GLOBAL | os.RTLD_NOW)
        # A forked child has none of its parent's worker threads.
        at_child_start(functools.partial(torch.set_num_threads, 1))

    def prepare(self, session: Session) -> None:
        session.include(str(_SUPPORT / "local_state.h"))
        session.include(str(_SUPPORT / "dispatch_count.h"))
        self._session = session

    def native_functions(self) -> Path | None:
        """The native_functions.yaml that the installed torch was generated from."""
        spec = find_spec("torchgen")
        if spec is None or spec.origin is None:
            return None
        path = Path(spec.origin).parent / "packaged/ATen/native/native_functions.yaml"
        return path if path.exists() else None

    def forget_operators(self, names: Iterable[str]) -> None:
        import torch

        for name in names:
            namespace, _, operator = name.partition("::")
            packets = getattr(torch.ops, namespace)
            base = operator.partition(".")[0]
            # A packet that torch.ops has looked up once keeps handles of the operator; calling one
            # whose operator is gone reads freed memory.
            if base in vars(packets):
                delattr(packets, base)
            if base in packets._dir:
                packets._dir.remove(base)

    # What only torch has ------------------------------------------------------------------------

    @functools.cached_property
    def directory(self) -> Path:
        """The directory of the installed `torch` package (found without importing it)."""
        spec = find_spec("torch")
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(self.missing() or "torch")
        return Path(spec.origin).parent

    @functools.cached_property
    def exported(self) -> ExportedSymbols:
        """The functions that libtorch exports for the CPU build's namespaces (`at::cpu`, ...)."""
        return ExportedSymbols.read(self.directory / "lib/libtorch_cpu.so")

    @contextlib.contextmanager
    def record_dispatches(self) -> Iterator[DispatchLog]:
        """Collect the dispatcher calls made in the block; complete when it ends.

        Calls that a kernel makes directly (`at::cpu::add`) do not pass the dispatcher and are not
        among them; nor are the hops of one call from key to key.
        """
        support = self._support
        mark = support.start_counting()
        log = DispatchLog()
        try:
            yield log
        finally:
            log.calls.extend(DispatchCall(*call) for call in support.stop_counting(mark))

    def count_dispatches(self) -> AbstractContextManager[list[str]]:
        """As `record_dispatches`, the names alone: `["aten::add.Tensor", ...]`, in order."""
        return names_of(self.record_dispatches)

    def function(self, unit: Unit, name: str, *, type: str | None = None) -> Any:
        """A C++ function of a unit as a Python function on tensors and plain values.

        Arguments are given by position, all of them: tensors as torch.Tensor, lists, None, numbers,
        dtypes and so on as torch takes them; None is the undefined tensor. Results that are one of
        the arguments are that very object. C++ exceptions arrive as torch raises them.

        Args:
            name: the function, from the unit's own scope; an expression that names one will do
                (`sub<mylib::sub_ops_cpu>`).
            type: its C++ function type (`at::Tensor (const at::Tensor &)`), to tell overloads
                apart.

        Raises: CompileError, LinkError when there is no such function or its parameters' types have
            no Python form.
        """
        pointer = f"static_cast<std::add_pointer_t<{type}>>(&{name})" if type else f"&{name}"
        return unit.evaluate(f'dispatchless_support::python_function<{pointer}>("{name}")')

    @staticmethod
    def overridden_kernels(names: tuple[str, ...], key: str = "CPU") -> tuple[Override, ...]:
        """The operators among `names` whose kernel at a key is not torch's own any more."""
        return overridden_kernels(names, key)

    @property
    def _support(self) -> Any:
        if self._session is None:
            raise RuntimeError("make a Session for this runtime first")
        return self._session.cppyy.gbl.dispatchless_support
