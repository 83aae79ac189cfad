"""What the measuring program is compiled against, by the name of the runtime."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata

from dispatchless.jit.bench.toolchain import Target
from dispatchless.jit.executorch_runtime import ExecutorchRuntime
from dispatchless.jit.reference_runtime import ReferenceRuntime
from dispatchless.jit.runtime import RuntimeUnavailable
from dispatchless.jit.torch_runtime import TorchRuntime

# The macros with which libtorch was built; its table of vectorised kernels has these places.
_TORCH_DEFINES = ("HAVE_AVX2_CPU_DEFINITION", "HAVE_AVX512_CPU_DEFINITION")

# Those with which the wheel was built.
_EXECUTORCH_DEFINES = ("C10_USING_CUSTOM_GENERATED_MACROS", "ET_EVENT_TRACER_ENABLED")


def target_of(runtime: str) -> Target:
    """The flags for `torch`, `executorch` or `reference`; none is imported.

    Raises RuntimeUnavailable: it is not installed.
    """
    if runtime == "reference":
        return Target(ReferenceRuntime().include_dirs())
    if runtime == "executorch":
        return _executorch()
    torch = TorchRuntime()
    if reason := torch.missing():
        raise RuntimeUnavailable(reason)
    api = torch.directory / "include" / "torch" / "csrc" / "api" / "include"
    return Target(
        (torch.directory / "include", api),
        torch.directory / "lib",
        ("torch_cpu", "c10"),
        _TORCH_DEFINES,
    )


def _executorch() -> Target:
    runtime = ExecutorchRuntime()
    if reason := runtime.missing():
        raise RuntimeUnavailable(reason)
    return Target(
        runtime.include_dirs(), runtime.directory / "lib", ("executorch",), _EXECUTORCH_DEFINES
    )


def versions_of(runtime: str) -> Mapping[str, str]:
    """What is measured, for the report."""
    return {} if runtime == "reference" else {runtime: metadata.version(runtime)}
