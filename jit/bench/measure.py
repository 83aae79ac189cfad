"""One run: build the program, time, count, and put the figures together."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from dispatchless.jit.bench.builds import build_costs
from dispatchless.jit.bench.driver import (
    Progress,
    counted,
    counted_instructions,
    measured_times,
)
from dispatchless.jit.bench.figures import BenchReport, BuildCost, Comparison, Result, Spread
from dispatchless.jit.bench.inputs import Inputs
from dispatchless.jit.bench.machine import describe_machine
from dispatchless.jit.bench.plan import Plan, Task, tasks
from dispatchless.jit.bench.program import Program, build_program
from dispatchless.jit.bench.subjects import (
    Grouping,
    Rival,
    part_of,
    subjects_of,
    variant_of,
)
from dispatchless.jit.bench.targets import target_of, versions_of
from dispatchless.jit.bench.toolchain import callgrind_missing
from dispatchless.lowering import TorchOptions
from dispatchless.model import OperatorName, Specification


def measure(
    specification: Specification,
    options: TorchOptions,
    plan: Plan,
    *,
    runtime: str,
    rivals: Sequence[Rival] = (),
    grouping: Grouping | None = None,
    inputs: Mapping[OperatorName, Sequence[Inputs]] | None = None,
    builds: bool = False,
    optimize: int = 2,
    progress: Progress = lambda text: None,
) -> BenchReport:
    """Compare every way of making each operator's call.

    Args:
        rivals: functions that take part beside what is generated.
        grouping: which operators are one subject.
        inputs: what operators are given; others are tried with what they may accept.
        builds: whether to compile each operator alone, for what it costs.
        optimize: the compiler's level for the measuring program.
        progress: is told what is being done.

    Raises:
        SpecError: lowering refuses the specification.
        RuntimeUnavailable, BenchUnavailable: something is not installed; says how to install it.
        ProgramError: a header does not compile, or the program broke off.
    """
    target = target_of(runtime)
    notes = [
        f"{operator.schema.name} gives kernels to an operator of ATen's, and is measured by "
        "`dispatchless bench --model`"
        for operator in specification.operators
        if operator.is_aten
    ]
    whole = specification
    measured = [each for each in whole.operators if variant_of(each) in plan.variants]
    specification = part_of(whole, measured)
    if left := [str(e.schema.name) for e in whole.operators if not e.is_aten and e not in measured]:
        named = ", ".join(left[:3]) + f" and {len(left) - 3} more" * (len(left) > 3)
        notes.append(
            f"this run measures {' and '.join(plan.variants)} forms alone, and leaves out {named}"
        )
    subjects = subjects_of(specification, options, rivals=rivals, grouping=grouping, inputs=inputs)
    machine = describe_machine(versions_of(runtime))
    with tempfile.TemporaryDirectory(prefix="dispatchless-bench-") as folder:
        progress("compiling the measuring program")
        program = build_program(
            Path(folder), specification, options, subjects, target, rivals=rivals, optimize=optimize
        )
        comparisons, said = compared(program, list(tasks(subjects, plan)), plan, progress=progress)
    costs: tuple[BuildCost, ...] = ()
    if builds:
        costs = build_costs(
            whole, options, target, runtime=runtime, grouping=grouping, progress=progress
        )
    return BenchReport(runtime, machine, comparisons, costs, (*notes, *said))


def compared(
    program: Program, wanted: Sequence[Task], plan: Plan, *, progress: Progress
) -> tuple[tuple[Comparison, ...], tuple[str, ...]]:
    """Make comparisons: their figures, and notes of what could not be measured.

    Raises ProgramError: the program broke off.
    """
    times, failures = measured_times(
        program, wanted, rounds=plan.rounds, block=plan.block, progress=progress
    )
    notes = _failed(wanted, failures)
    done = [task for number, task in enumerate(wanted) if number not in failures]
    spans = _renumbered(times, [n for n in range(len(wanted)) if n not in failures])
    counts = counted(program, done, progress=progress)
    instructions: Mapping[tuple[int, str], float] = {}
    if plan.instructions:
        if reason := callgrind_missing():
            notes.append(reason)
        else:
            sizes = {task.subject.key: task.size for task in sorted(done, key=_size, reverse=True)}
            smallest = {n: t for n, t in enumerate(done) if t.size == sizes[t.subject.key]}
            found = counted_instructions(
                program, list(smallest.values()), calls=plan.calls, progress=progress
            )
            numbers = list(smallest)
            instructions = {(numbers[n], design): c for (n, design), c in found.items()}
    comparisons = (
        _comparison(number, task, spans, counts, instructions) for number, task in enumerate(done)
    )
    return tuple(comparisons), tuple(notes)


def _size(task: Task) -> int:
    return task.size


# How the measuring program ends what it says of arguments that nobody gave.
_SAID = "it said: "


def _failed(wanted: Sequence[Task], failures: Mapping[int, str]) -> list[str]:
    """One note for each operator that could not be measured, with the first reason."""
    reasons: dict[str, str] = {}
    done: set[str] = set()
    for number, task in enumerate(wanted):
        name = f"{task.subject.operator} ({task.subject.variant})"
        if number in failures:
            reason = failures[number]
            if task.subject.inputs is not None and _SAID in reason:
                reason = f"the arguments given for it are refused: {reason.partition(_SAID)[2]}"
            reasons.setdefault(name, reason)
        else:
            done.add(name)
    return [
        f"{name} was not measured{' everywhere' * (name in done)}: {reason}"
        for name, reason in reasons.items()
    ]


def _renumbered(
    times: Mapping[tuple[int, str], tuple[float, ...]], kept: Sequence[int]
) -> dict[tuple[int, str], tuple[float, ...]]:
    position = {number: new for new, number in enumerate(kept)}
    return {(position[n], design): values for (n, design), values in times.items() if n in position}


def _comparison(
    number: int,
    task: Task,
    times: Mapping[tuple[int, str], tuple[float, ...]],
    counts: Mapping[tuple[int, str], tuple[int, int]],
    instructions: Mapping[tuple[int, str], float],
) -> Comparison:
    base = times[number, task.base]
    results = []
    for design in task.designs:
        own = times[number, design]
        dispatches, allocations = counts[number, design]
        results.append(
            Result(
                design,
                Spread.of(own),
                Spread.of([one / other for one, other in zip(own, base, strict=True)]),
                dispatches,
                allocations,
                instructions.get((number, design)),
            )
        )
    return Comparison(
        task.subject.operator,
        task.subject.variant,
        task.subject.inner,
        task.device,
        task.mode,
        task.size,
        task.base,
        tuple(results),
    )
