"""The operators of the installed torch, and where the ExecuTorch wheel is."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from dispatchless.model import OperatorTable, load_native_functions


def package_directory(package: str) -> Path:
    """Where an installed package is, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None:
        pytest.skip(f"{package} is not installed")
    if spec.origin is not None:
        return Path(spec.origin).parent
    return Path(next(iter(spec.submodule_search_locations or ())))


@pytest.fixture(scope="session")
def aten_directory() -> Path:
    return package_directory("torchgen") / "packaged" / "ATen" / "native"


@pytest.fixture(scope="session")
def native(aten_directory: Path) -> OperatorTable:
    return load_native_functions(aten_directory / "native_functions.yaml")


@pytest.fixture(scope="session")
def wheel() -> Path:
    return package_directory("executorch")


@pytest.fixture(scope="session")
def kernels_directory(wheel: Path) -> Path:
    return wheel / "kernels"
