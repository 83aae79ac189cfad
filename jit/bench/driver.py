"""Running the measuring program, and reading what it says."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence

import attrs

from dispatchless.jit.bench.plan import Task
from dispatchless.jit.bench.program import Program
from dispatchless.jit.bench.toolchain import ProgramError

Progress = Callable[[str], None]

_TIMING = "timing"
# Where code and memory lie differs from process to process, and makes some calls faster or slower
# in all rounds of one.
_PROCESSES = 3
# One thread, and an allocator that does the same work in every process.
_STEADY = {"OMP_NUM_THREADS": "1", "LD_BIND_NOW": "1"}
_CALLGRIND = {**_STEADY, "GLIBC_TUNABLES": "glibc.malloc.mxfast=0"}
_COLLECTED = re.compile(r"^==(\d+)== Collected : (\d+)", re.MULTILINE)


@attrs.frozen
class Answers:
    """What was said of each task, by its number and the contender, and of those that failed."""

    fields: Mapping[tuple[int, str], str]
    failures: Mapping[int, str]


def measured_times(
    program: Program, tasks: Sequence[Task], *, rounds: int, block: int, progress: Progress
) -> tuple[Mapping[tuple[int, str], tuple[float, ...]], Mapping[int, str]]:
    """Nanoseconds of a call in each round, by task and contender; and why tasks failed.

    The rounds are shared between several processes; there is at least one in each.

    Raises ProgramError: the program broke off.
    """
    times: dict[tuple[int, str], tuple[float, ...]] = {}
    arguments = ["time", str(-(-rounds // _PROCESSES)), str(block)]
    for _ in range(_PROCESSES):
        answers = _ask(program, tasks, arguments, {}, _TIMING, progress)
        for key, text in answers.fields.items():
            times[key] = (*times.get(key, ()), *map(float, text.split()))
    return times, answers.failures


def counted(
    program: Program, tasks: Sequence[Task], *, progress: Progress
) -> Mapping[tuple[int, str], tuple[int, int]]:
    """Dispatcher calls and allocations of one call, by task and contender.

    Raises ProgramError: the program broke off.
    """
    preload = {"LD_PRELOAD": str(program.allocations)}
    answers = _ask(program, tasks, ["count"], preload, "counting", progress)
    found = {}
    for key, text in answers.fields.items():
        dispatches, allocations = map(int, text.split())
        found[key] = (dispatches, allocations)
    return found


def counted_instructions(
    program: Program, tasks: Sequence[Task], *, calls: int, progress: Progress
) -> Mapping[tuple[int, str], float]:
    """Instructions of one call by callgrind, by task and contender, each in a process of its own.

    They repeat exactly for the same binary and the same tasks.

    Raises ProgramError: the program broke off.
    """
    tool = [
        "valgrind",
        "--tool=callgrind",
        "--instr-atstart=no",
        "--collect-atstart=no",
        "--callgrind-out-file=/dev/null",
    ]
    errors: list[str] = []
    answers = _ask(
        program,
        tasks,
        ["callgrind", str(calls)],
        _CALLGRIND,
        "counting instructions",
        progress,
        tool=tool,
        errors=errors,
    )
    collected = {int(pid): int(count) for pid, count in _COLLECTED.findall("".join(errors))}
    return {key: collected[int(pid)] / calls for key, pid in answers.fields.items()}


def _ask(
    program: Program,
    tasks: Sequence[Task],
    arguments: Sequence[str],
    environment: Mapping[str, str],
    doing: str,
    progress: Progress,
    *,
    tool: Sequence[str] = (),
    errors: list[str] | None = None,
) -> Answers:
    """Give the program its tasks and read its lines as they come."""
    fields: dict[tuple[int, str], str] = {}
    failures: dict[int, str] = {}
    folder = program.path.parent
    given, said = folder / "tasks.txt", folder / "said.txt"
    given.write_text("".join(f"{task.line}\n" for task in tasks))
    with given.open() as stdin, said.open("w") as stderr:
        child = subprocess.Popen(
            [*tool, str(program.path), *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            env={**os.environ, **_STEADY, **environment},
        )
        assert child.stdout is not None
        with child.stdout:
            for line in child.stdout:
                fields_of_line = line.rstrip("\n").split("\t", 2)
                if len(fields_of_line) < 3:
                    continue  # printed by users' code before the program began
                number, design, text = fields_of_line
                if number == "#":
                    progress(f"{doing}: {text}")
                    continue
                if design == "!":
                    failures[int(number)] = text
                    continue
                fields[int(number), design] = text
                if doing != _TIMING and design == tasks[int(number)].designs[-1]:
                    progress(f"{doing}: {int(number) + 1} of {len(tasks)}")
        status = child.wait()
    text = said.read_text(errors="replace")
    if status != 0:
        raise ProgramError(_ended(status), text)
    if errors is not None:
        errors.append(text)
    return Answers(fields, failures)


def _ended(status: int) -> str:
    """How the program ended that should have gone on."""
    if status > 0:
        return f"the measuring program ended with status {status}"
    return (
        f"the measuring program was ended by {signal.Signals(-status).name}; "
        "`dispatchless verify` makes each call in a process of its own"
    )
