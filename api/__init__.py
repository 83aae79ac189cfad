"""dispatchless: operator specifications to dispatch-free C++ for PyTorch and ExecuTorch.

The public face. Names are imported on first use, so that ``import dispatchless`` and the command
line start fast and need neither cppyy nor torch until something asks for them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dispatchless.bench_run import bench
    from dispatchless.generation import GeneratedFile, generate
    from dispatchless.loading import load
    from dispatchless.model import SpecError, Specification
    from dispatchless.specifications import load_spec
    from dispatchless.verification import verify

_HOME = {
    "GeneratedFile": "dispatchless.generation",
    "SpecError": "dispatchless.model",
    "Specification": "dispatchless.model",
    "bench": "dispatchless.bench_run",
    "generate": "dispatchless.generation",
    "load": "dispatchless.loading",
    "load_spec": "dispatchless.specifications",
    "verify": "dispatchless.verification",
}

__all__ = [
    "GeneratedFile",
    "SpecError",
    "Specification",
    "bench",
    "generate",
    "load",
    "load_spec",
    "verify",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'dispatchless' has no attribute {name!r}")
    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
