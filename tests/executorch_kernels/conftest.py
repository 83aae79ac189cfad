"""The operators of the installed torch, and where the ExecuTorch wheel is."""

from __future__ import annotations

from pathlib import Path

import pytest
from kernel_builds import package_directory

from dispatchless.model import OperatorTable, load_native_functions


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
