"""ExecuTorch's optimized.yaml, which is in its repository and not in its wheel."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dispatchless.model.executorch_merge import merged_yaml


def merged_file(kernels_directory: Path, folder: Path) -> Path:
    """optimized.yaml over the portable functions.yaml; skips the test where it is missing."""
    given = os.environ.get("DISPATCHLESS_OPTIMIZED_YAML")
    beside = Path(__file__).resolve().parents[3] / "shared" / "data" / "executorch_optimized.yaml"
    optimized = Path(given) if given else beside
    if not optimized.exists():
        pytest.skip("ExecuTorch's optimized.yaml is missing: set DISPATCHLESS_OPTIMIZED_YAML")
    merged = folder / "merged.yaml"
    merged.write_text(merged_yaml([optimized, kernels_directory / "portable" / "functions.yaml"]))
    return merged
