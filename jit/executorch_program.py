"""Programs of ExecuTorch (.pte) run in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dispatchless.jit.executorch_values import CallValues

if TYPE_CHECKING:
    from dispatchless.jit.executorch_library import CompiledKernels
    from dispatchless.jit.executorch_runtime import ExecutorchRuntime


class Program:
    """One program. Methods are loaded with the registered kernels, or with those of a table."""

    def __init__(self, runtime: ExecutorchRuntime, path: str) -> None:
        self.path = path
        self._runtime = runtime
        self._program = runtime.support.Program(path)

    def load(self, method: str = "forward", *, kernels: CompiledKernels | None = None) -> None:
        """Load a method; `kernels` are looked at before the registered ones, for it alone.

        Raises:
            ExecutorchError: the file is no program, or a kernel is missing.
        """
        from dispatchless.jit.session import Session

        session = Session.current()
        assert session is not None, "the runtime was prepared by a session"
        table = session.cppyy.nullptr if kernels is None else kernels.table
        code = self._program.load_method(method, table)
        self._runtime.check(int(code), f"{self.path}: loading {method!r}")

    def run(self, *inputs: object, method: str = "forward") -> tuple[Any, ...]:
        """Execute a method; the outputs are copies.

        Args:
            inputs: torch tensors, nested lists of numbers, or `PlainTensor`s; outputs come as
                torch tensors if one input is one, else as lists. Numbers are numbers.

        Raises:
            ExecutorchError: the method could not be loaded, or a kernel failed.
        """
        values = CallValues(self._runtime.support)
        for value in inputs:
            values.add(value)
        code = self._program.execute(method, values.cpp)
        self._runtime.check(int(code), f"{self.path}: running {method!r}")
        any_torch = values.any_torch
        values.cpp = self._program.outputs()
        values.any_torch = any_torch
        return tuple(values.value(index) for index in range(int(values.cpp.size())))
