"""The runtimes by name."""

from __future__ import annotations

from collections.abc import Callable

from dispatchless.jit.runtime import Runtime


def runtime_factory(name: str) -> Callable[[], Runtime]:
    """What makes the runtime of that name; its module is imported only now.

    Raises:
        KeyError: there is none.
    """
    if name == "torch":
        from dispatchless.jit.torch_runtime import TorchRuntime

        return TorchRuntime
    if name == "reference":
        from dispatchless.jit.reference_runtime import ReferenceRuntime

        return ReferenceRuntime
    if name == "executorch":
        from dispatchless.jit.executorch_runtime import ExecutorchRuntime

        return ExecutorchRuntime
    raise KeyError(name)
