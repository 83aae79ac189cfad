"""The operators of the installed torch, once as our model and once as torchgen's."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import pytest

from dispatchless.model import Operator, OperatorTable, load_native_functions

ATEN_YAML = Path("packaged", "ATen", "native")


def package_directory(package: str) -> Path:
    """Where an installed package is, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        pytest.skip(f"{package} is not installed")
    return Path(spec.origin).parent


@pytest.fixture(scope="session")
def native_functions() -> Path:
    return package_directory("torchgen") / ATEN_YAML / "native_functions.yaml"


@pytest.fixture(scope="session")
def table(native_functions: Path) -> OperatorTable:
    return load_native_functions(native_functions)


@pytest.fixture(scope="session")
def operators(table: OperatorTable) -> tuple[Operator, ...]:
    return table.all()


@pytest.fixture(scope="session")
def some_operators(operators: tuple[Operator, ...]) -> tuple[Operator, ...]:
    """A sample for tests that compile much: every ninth, or all of them if asked for."""
    return operators if os.environ.get("DISPATCHLESS_ALL_OPERATORS") else operators[::9]


@pytest.fixture(scope="session")
def torchgen_functions(native_functions: Path) -> dict[str, Any]:
    """Operator name -> torchgen's NativeFunction."""
    from torchgen.gen import parse_native_yaml

    parsed = parse_native_yaml(str(native_functions), str(native_functions.with_name("tags.yaml")))
    return {str(each.func.name): each for each in parsed.native_functions}


@pytest.fixture(scope="session")
def torch_directory() -> Path:
    return package_directory("torch")
