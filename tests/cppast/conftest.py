"""The size of the random tests: 1 in CI; DISPATCHLESS_TEST_SIZE=50 is what runs at night."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="session")
def size() -> int:
    """How many times the usual number of random trees, types and files are tried."""
    return int(os.environ.get("DISPATCHLESS_TEST_SIZE", "1"))
