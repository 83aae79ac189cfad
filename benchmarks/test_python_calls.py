"""The operators of the suite called from Python, as pytest-benchmark tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from dispatchless.jit.bench.python_calls import PythonWays, python_ways
from dispatchless.specifications import operator_table

torch = pytest.importorskip("torch")
MODES = ("inference", "no_grad", "grad")


@pytest.fixture(scope="module")
def ways() -> Iterator[Mapping[str, PythonWays]]:
    with python_ways(operator_table(None)) as found:
        yield found


@pytest.mark.parametrize(
    "way", ["written in Python", "registered, ordinary", "registered, grad-aware"]
)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("operator", ["one", "three", "eight"])
def test_call(benchmark: Any, ways: Any, operator: str, mode: str, way: str) -> None:
    guards = {
        "inference": torch.inference_mode,
        "no_grad": torch.no_grad,
        "grad": torch.enable_grad,
    }
    benchmark.group = f"{operator}, {mode}, from Python"
    with guards[mode]():
        benchmark(ways[operator].calls()[way])
