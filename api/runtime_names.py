"""The runtimes that can be asked for by name, and what each needs to be installed."""

from __future__ import annotations

import importlib.util
from pathlib import Path

RUNTIMES = ("reference", "torch")


def torch_is_installed() -> bool:
    """Whether `import torch` would find something; torch itself is not imported."""
    return importlib.util.find_spec("torch") is not None


def default_runtime() -> str:
    """torch where it is installed, else the embedded reference runtime."""
    return "torch" if torch_is_installed() else "reference"


def installed_native_functions() -> Path | None:
    """native_functions.yaml of the installed torch, found without importing it."""
    found = importlib.util.find_spec("torchgen")
    for folder in (found.submodule_search_locations or ()) if found is not None else ():
        path = Path(folder) / "packaged" / "ATen" / "native" / "native_functions.yaml"
        if path.is_file():
            return path
    return None


def reference_native_functions() -> Path:
    """The operators of the embedded runtime, found without importing it (and so cppyy)."""
    found = importlib.util.find_spec("dispatchless.jit")
    if found is None or found.origin is None:
        raise AssertionError("dispatchless.jit is part of this distribution")
    return Path(found.origin).parent / "reference" / "native_functions.yaml"
