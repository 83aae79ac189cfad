"""The operators of the installed torch, opened once."""

from __future__ import annotations

from pathlib import Path

import pytest
import torchgen

from dispatchless.model import OperatorTable, load_native_functions


@pytest.fixture(scope="session")
def native_path() -> Path:
    """native_functions.yaml of the installed torch."""
    folder = Path(torchgen.__file__).parent
    return folder / "packaged" / "ATen" / "native" / "native_functions.yaml"


@pytest.fixture(scope="session")
def native(native_path: Path) -> OperatorTable:
    """The operators of the installed torch."""
    return load_native_functions(native_path)
