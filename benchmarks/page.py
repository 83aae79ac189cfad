"""Measures everything and writes the page: docs/benchmarks/README.md, its pictures and its figures.

    python benchmarks/page.py [--quick] [--out docs/benchmarks]

Needs torch, executorch, cppyy, g++, valgrind and matplotlib. `--quick` measures a part with fewer
rounds, for looking at; its page says so.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import attrs
from generator import Speed, generator_speeds
from page_text import Measurements, page

from dispatchless import bench, load_spec
from dispatchless.bench_model import bench_model
from dispatchless.bench_plot import plot
from dispatchless.generation import torch_options
from dispatchless.jit.bench import FULL, QUICK
from dispatchless.jit.bench.builds import build_costs
from dispatchless.jit.bench.builtin import GROUPING, SPECIFICATION
from dispatchless.jit.bench.model_calls import ModelReport
from dispatchless.jit.bench.python_calls import measure_python_calls
from dispatchless.jit.bench.targets import target_of
from dispatchless.output import write_text
from dispatchless.specifications import operator_table

ROOT = Path(__file__).resolve().parent.parent
MODELS = ROOT / "benchmarks" / "models"


def measured(quick: bool, tell: Progress) -> Measurements:
    """Everything that the page tells."""
    table = operator_table(None)
    report = bench(runtime="torch", plan=QUICK if quick else FULL, progress=tell)
    if not quick:
        options = torch_options(table, namespace="bench")
        specification = load_spec(SPECIFICATION, native_functions=table)
        three = [o for o in specification.operators if o.schema.name.base.startswith("three")]
        report = attrs.evolve(
            report,
            builds=build_costs(
                attrs.evolve(specification, operators=tuple(three)),
                options,
                target_of("torch"),
                runtime="torch",
                grouping=GROUPING,
                progress=tell,
            ),
        )
    calls = measure_python_calls(table, rounds=9 if quick else 31, progress=tell)
    models = tuple(_model(path, quick, tell) for path in sorted(MODELS.glob("*.py")))
    speeds: tuple[Speed, ...] = generator_speeds(quick=quick, progress=tell)
    return Measurements(report, calls, models, speeds)


def _model(path: Path, quick: bool, tell: Progress) -> ModelReport:
    return bench_model(path, MODELS / "direct.yaml", rounds=9 if quick else 31, progress=tell)


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
    options = parser.parse_args()
    tell = Progress()
    found = measured(options.quick, tell)
    tell("writing")
    variants = QUICK.variants if options.quick else FULL.variants
    for variant in variants:
        options.out.mkdir(parents=True, exist_ok=True)
        plot(found.report, options.out / f"{variant}.svg", variant=variant)
    write_text(options.out / "figures.json", json.dumps(found.to_json()) + "\n")
    text = page(found, variants=variants, quick=options.quick, minutes=tell.minutes)
    write_text(options.out / "README.md", text)


if __name__ == "__main__":
    main()
