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
        self._c = runtime.boundary
        self._handle: int = self._c.new_program(path.encode())

    def __del__(self) -> None:
        self._c.delete_program(self._handle)

    def load(self, method: str = "forward", *, kernels: CompiledKernels | None = None) -> None:
        """Load a method; `kernels` are looked at before the registered ones, for it alone.

        Raises:
            ExecutorchError: the file is no program, or a kernel is missing.
        """
        table = None if kernels is None else kernels.table
        code = self._c.load_method(self._handle, method.encode(), table)
        self._runtime.check(code, f"{self.path}: loading {method!r}")

    def run(self, *inputs: object, method: str = "forward") -> tuple[Any, ...]:
        """Execute a method; the outputs are copies.

        Args:
            inputs: torch tensors, nested lists of numbers, or `PlainTensor`s; outputs come as
                torch tensors if one input is one, else as lists. Numbers are numbers.

        Raises:
            ExecutorchError: the method could not be loaded, or a kernel failed.
        """
        values, outputs = CallValues(self._c), CallValues(self._c)
        for value in inputs:
            values.add(value)
        code = self._c.execute(self._handle, method.encode(), values.handle, outputs.handle)
        self._runtime.check(code, f"{self.path}: running {method!r}")
        return tuple(outputs.value(i, torch=values.any_torch) for i in range(len(outputs)))
