"""What runs on the embedded runtime needs no torch."""

from __future__ import annotations

import subprocess
import sys

MODULES = (
    "dispatchless.verification",
    "dispatchless.loading",
    "dispatchless.jit.verify",
    "dispatchless.jit.verify.reference_specification",
    "dispatchless.jit.runtimes",
)


def test_modules_of_the_embedded_runtime_import_no_torch() -> None:
    script = (
        "import importlib, sys; sys.modules['torch'] = None\n"
        f"for module in {MODULES}: importlib.import_module(module)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
