"""Every design of the suite as pytest-benchmark tells it: `make bench`, or

    pytest benchmarks/test_calls.py --benchmark-only --benchmark-group-by=group

The calls are made by the measuring program, all contenders of a group in turns; what it measured is
handed to pytest-benchmark round by round, by a clock that stands still otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

from dispatchless import load_spec
from dispatchless.generation import torch_options
from dispatchless.jit.bench.builtin import GROUPING, builtin_rivals, builtin_specification
from dispatchless.jit.bench.driver import measured_times
from dispatchless.jit.bench.plan import FULL, Task, tasks
from dispatchless.jit.bench.program import build_program
from dispatchless.jit.bench.subjects import part_of, subjects_of, variant_of
from dispatchless.jit.bench.targets import target_of
from dispatchless.model import Specification
from dispatchless.runtime_names import torch_is_installed
from dispatchless.specifications import operator_table

PLAN = attrs.evolve(FULL, variants=("functional",), sizes=(1, 1024), devices=("cpu", "meta"))
Times = Mapping[tuple[int, str], tuple[float, ...]]


class Clock:
    """Seconds that were measured elsewhere."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


def suite() -> Specification:
    table = operator_table(None)
    whole = load_spec(*builtin_specification("torch"), native_functions=table)
    return part_of(whole, [o for o in whole.operators if variant_of(o) in PLAN.variants])


def comparisons() -> list[Task]:
    options = torch_options(operator_table(None), namespace="bench", keys=("CPU", "Meta"))
    found = subjects_of(suite(), options, rivals=builtin_rivals("torch"), grouping=GROUPING)
    return list(tasks(found, PLAN))


TASKS = comparisons() if torch_is_installed() else []


@pytest.fixture(scope="module")
def times(tmp_path_factory: pytest.TempPathFactory) -> Times:
    """All of them, by one program."""
    options = torch_options(operator_table(None), namespace="bench", keys=("CPU", "Meta"))
    rivals = builtin_rivals("torch")
    subjects = tuple({task.subject.key: task.subject for task in TASKS}.values())
    folder: Path = tmp_path_factory.mktemp("program")
    program = build_program(folder, suite(), options, subjects, target_of("torch"), rivals=rivals)
    found, failures = measured_times(
        program, TASKS, rounds=PLAN.rounds, block=PLAN.block, progress=lambda text: None
    )
    assert not failures
    return found


def contenders() -> Iterator[Any]:
    for number, task in enumerate(TASKS):
        title = f"{task.subject.operator}-{task.device}-{task.mode}-{task.size}"
        for design in task.designs:
            yield pytest.param(number, design, id=f"{title}-{design}")


@pytest.mark.parametrize(("number", "design"), tuple(contenders()))
@pytest.mark.benchmark(timer=CLOCK, warmup=False)
def test_call(benchmark: Any, times: Times, number: int, design: str) -> None:
    task = TASKS[number]
    rounds = iter(times[number, design])

    def call() -> None:
        CLOCK.now += next(rounds) * 1e-9

    benchmark.group = (
        f"{task.subject.operator} ({task.subject.inner} inner), {task.mode}, {task.device}, "
        f"{task.size} elements"
    )
    benchmark.pedantic(call, rounds=len(times[number, design]), iterations=1)
