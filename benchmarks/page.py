"""Measures everything and writes the page: docs/benchmarks/README.md, its pictures and its figures.

    python benchmarks/page.py [--quick] [--out docs/benchmarks] [--parts calls,verify]

Needs torch, executorch, cppyy, g++, valgrind and matplotlib. `--quick` measures less, with fewer
rounds, for looking at; its page says so. With `--parts` only these are measured, and the others
taken from the figures.json that is there (no part at all writes the page anew).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Container
from pathlib import Path
from typing import Any

import attrs
from generator import Speed
from measurements import Measurements, measurements_from_json
from page_picture import when_it_matters
from page_text import page

from dispatchless import bench, load_spec
from dispatchless.bench_model import bench_model
from dispatchless.bench_plot import plot
from dispatchless.generation import torch_options
from dispatchless.jit.bench import FULL, QUICK, BenchReport, BuildCost
from dispatchless.jit.bench.builds import build_costs
from dispatchless.jit.bench.builtin import GROUPING, SPECIFICATION
from dispatchless.jit.bench.model_calls import ModelReport
from dispatchless.jit.bench.python_calls import measure_python_calls
from dispatchless.jit.bench.targets import target_of
from dispatchless.model import OperatorTable
from dispatchless.output import write_text
from dispatchless.specifications import operator_table

ROOT = Path(__file__).resolve().parent.parent
MODELS = ROOT / "benchmarks" / "models"


PARTS = ("calls", "builds", "kernels", "python", "models", "verify", "generator")
NOTHING = Measurements(BenchReport("torch", {}, ()))


def measured(
    parts: Container[str], quick: bool, tell: Progress, earlier: Measurements
) -> Measurements:
    """EARLIER with those parts measured anew."""
    table = operator_table(None)
    found = earlier
    if "calls" in parts:
        report = bench(runtime="torch", plan=QUICK if quick else FULL, progress=tell)
        found = attrs.evolve(found, report=attrs.evolve(report, builds=earlier.report.builds))
    if "builds" in parts and not quick:
        costs = _builds(table, tell)
        found = attrs.evolve(found, report=attrs.evolve(found.report, builds=costs))
    if "kernels" in parts:
        kernels = bench(runtime="executorch", plan=QUICK if quick else FULL, progress=tell)
        found = attrs.evolve(found, kernels=kernels)
    if "python" in parts:
        calls = measure_python_calls(table, rounds=9 if quick else 31, progress=tell)
        found = attrs.evolve(found, calls=calls)
    if "models" in parts:
        models = tuple(_model(path, quick, tell) for path in sorted(MODELS.glob("*.py")))
        found = attrs.evolve(found, models=models)
    if "verify" in parts:
        tell("verify")
        found = attrs.evolve(found, verifying=_child("verifying.py", quick))
    if "generator" in parts:
        tell("generator")
        found = attrs.evolve(found, speeds=_child("generator.py", quick))
    return attrs.evolve(found, minutes=earlier.minutes + tell.minutes)


def _builds(table: OperatorTable, tell: Progress) -> tuple[BuildCost, ...]:
    """Of the operator with three inner ones, in every design."""
    specification = load_spec(SPECIFICATION, native_functions=table)
    three = [o for o in specification.operators if o.schema.name.base.startswith("three")]
    return build_costs(
        attrs.evolve(specification, operators=tuple(three)),
        torch_options(table, namespace="bench"),
        target_of("torch"),
        runtime="torch",
        grouping=GROUPING,
        progress=tell,
    )


def _child(script: str, quick: bool) -> tuple[Speed, ...]:
    """In a process that is small: its children count its memory as theirs."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "speeds.json"
        command = [sys.executable, ROOT / "benchmarks" / script, "--json", result]
        subprocess.run([*command, *(["--quick"] if quick else [])], check=True)
        return tuple(Speed(**each) for each in json.loads(result.read_text()))


def _model(path: Path, quick: bool, tell: Progress) -> ModelReport:
    return bench_model(path, MODELS / "direct.yaml", rounds=9 if quick else 31, progress=tell)


def _rounded(value: Any) -> Any:
    """Six digits of every number, which is more than is known."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, (list, tuple)) else value


class Progress:
    """Says what is being done and since when, a line for each kind of work."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._last = ""

    def __call__(self, text: str) -> None:
        kind = text.partition(":")[0]
        if kind != self._last:
            self._last = kind
            print(f"{time.monotonic() - self._started:6.0f} s  {text}", file=sys.stderr, flush=True)

    @property
    def minutes(self) -> float:
        return (time.monotonic() - self._started) / 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "benchmarks")
    parser.add_argument("--parts", default=",".join(PARTS), help="of: %(default)s")
    options = parser.parse_args()
    parts = [part for part in options.parts.split(",") if part]
    if unknown := set(parts) - set(PARTS):
        parser.error(f"--parts: there is no {', '.join(sorted(unknown))}")
    earlier, figures = NOTHING, options.out / "figures.json"
    if set(parts) != set(PARTS):
        earlier = measurements_from_json(json.loads(figures.read_text()))
    tell = Progress()
    found = measured(parts, options.quick, tell, earlier)
    tell("writing")
    variants = QUICK.variants if options.quick else FULL.variants
    for variant in variants:
        options.out.mkdir(parents=True, exist_ok=True)
        plot(found.report, options.out / f"{variant}.svg", variant=variant)
    when_it_matters(found.report, options.out / "when.svg")
    write_text(figures, json.dumps(_rounded(found.to_json())) + "\n")
    text = page(found, variants=variants, quick=options.quick)
    write_text(options.out / "README.md", text)


if __name__ == "__main__":
    main()
