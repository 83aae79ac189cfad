"""The generator's own speed as pytest-benchmark tells it; whole processes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from executorch_gen_pairs import measure
from generator import EXAMPLES, ours, torchgen


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "DISPATCHLESS_CACHE_DIR": str(tmp_path / "cache")}


@pytest.mark.benchmark(group="generate")
def test_generate_nothing_to_do(
    benchmark: Any, tmp_path: Path, environment: dict[str, str]
) -> None:
    command = ours("generate", EXAMPLES, "--namespace", "mylib", "--out", tmp_path / "out")
    measure(command, environment)
    benchmark.pedantic(measure, (command, environment), rounds=7)


@pytest.mark.benchmark(group="generate")
def test_generate_the_examples(benchmark: Any, tmp_path: Path, environment: dict[str, str]) -> None:
    out = tmp_path / "out"
    command = ours("generate", EXAMPLES, "--namespace", "mylib", "--out", out)
    benchmark.pedantic(
        measure,
        (command, environment),
        setup=lambda: shutil.rmtree(out, ignore_errors=True),
        rounds=7,
    )


@pytest.mark.benchmark(group="all of ATen")
def test_headers_all(benchmark: Any, tmp_path: Path, environment: dict[str, str]) -> None:
    command = ours("headers", "--all", "--out", tmp_path)
    benchmark.pedantic(measure, (command, environment), rounds=1)


@pytest.mark.benchmark(group="all of ATen")
def test_torchgen(benchmark: Any, tmp_path: Path, environment: dict[str, str]) -> None:
    pytest.importorskip("torchgen")
    benchmark.pedantic(measure, (torchgen(tmp_path), environment), rounds=1)
