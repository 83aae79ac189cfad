"""The runtimes by the names that the command line gives them."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from dispatchless.jit.runtime import Runtime

# Imported when asked for: each brings what the others do without.
_CLASSES = {
    "reference": ("dispatchless.jit.reference_runtime", "ReferenceRuntime"),
    "torch": ("dispatchless.jit.torch_runtime", "TorchRuntime"),
}

#: The names that `runtime_named` knows.
RUNTIME_NAMES = tuple(_CLASSES)


def runtime_named(name: str) -> Runtime:
    """A new runtime object. Raises KeyError for a name that is none of `RUNTIME_NAMES`."""
    module, class_name = _CLASSES[name]
    return cast(Runtime, getattr(import_module(module), class_name)())
