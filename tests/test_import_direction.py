"""Imports run one way: api -> jit -> lowering -> model, cppast; model and cppast never meet.

Below all of them is `dispatchless.frozen`, which imports none of them.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Layer -> the layers that it may import besides itself; `api` is the package `dispatchless` itself.
ALLOWED = {
    "model": set(),
    "cppast": set(),
    "lowering": {"model", "cppast"},
    "jit": {"lowering", "model", "cppast"},
    "api": {"jit", "lowering", "model", "cppast"},
}

# What every layer may import: a module beside the package's own that imports nothing of ours.
BELOW_ALL = "dispatchless.frozen"


def layer_of(module: str) -> str | None:
    """The layer of an imported module; None for what is not ours."""
    parts = module.split(".")
    if parts[0] != "dispatchless":
        return None
    return parts[1] if len(parts) > 1 and parts[1] in ALLOWED else "api"


def imported_modules(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield node.module


def violations(layer: str, source: str) -> list[str]:
    found = []
    for module in imported_modules(source):
        target = layer_of(module)
        if module == BELOW_ALL:
            continue
        if target is not None and target != layer and target not in ALLOWED[layer]:
            found.append(module)
    return found


@pytest.mark.parametrize("layer", ALLOWED)
def test_a_layer_imports_only_what_is_below_it(layer: str) -> None:
    files = sorted((ROOT / layer).rglob("*.py"))
    assert files
    wrong = {
        str(file.relative_to(ROOT)): found
        for file in files
        if (found := violations(layer, file.read_text()))
    }
    assert not wrong


def test_what_is_below_all_layers_imports_none() -> None:
    source = (ROOT / "api" / BELOW_ALL.rpartition(".")[2]).with_suffix(".py").read_text()
    assert not [module for module in imported_modules(source) if layer_of(module) is not None]


def test_the_check_sees_an_import_upwards() -> None:
    assert violations("model", "from dispatchless.cppast import Node") == ["dispatchless.cppast"]
    assert violations("cppast", "import dispatchless.model") == ["dispatchless.model"]
    assert violations("model", "from dispatchless.output import write_files")
    assert violations("jit", "from dispatchless import generate") == ["dispatchless"]
    assert not violations("lowering", "from dispatchless.model import Operator")


@pytest.mark.parametrize(
    "statement",
    ["import dispatchless", "from dispatchless import generate, load_spec, SpecError"],
)
def test_generating_needs_neither_cppyy_nor_torch(statement: str) -> None:
    heavy = "[m for m in ('cppyy', 'torch', 'numpy', 'torchgen', 'rich') if m in sys.modules]"
    code = f"import sys; {statement}; print({heavy})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
