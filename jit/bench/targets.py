"""What the measuring program is compiled against, by the name of the runtime."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata

from dispatchless.jit.bench.toolchain import Target
from dispatchless.jit.reference_runtime import ReferenceRuntime
from dispatchless.jit.runtime import RuntimeUnavailable
from dispatchless.jit.torch_runtime import TorchRuntime

# The macros with which libtorch was built; its table of vectorised kernels has these places.
_TORCH_DEFINES = ("HAVE_AVX2_CPU_DEFINITION", "HAVE_AVX512_CPU_DEFINITION")


def target_of(runtime: str) -> Target:
    """The flags for `torch` or `reference`; neither is imported.

    Raises RuntimeUnavailable: it is not installed.
    """
    if runtime == "reference":
        return Target(ReferenceRuntime().include_dirs())
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


def versions_of(runtime: str) -> Mapping[str, str]:
    """What is measured, for the report."""
    return {"torch": metadata.version("torch")} if runtime == "torch" else {}
