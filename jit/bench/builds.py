"""What an operator costs to build in each design: seconds, bytes, lines."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import attrs

from dispatchless.cppast import HeaderFile, print_file
from dispatchless.jit.bench.driver import Progress
from dispatchless.jit.bench.figures import BuildCost
from dispatchless.jit.bench.subjects import Grouping, design_label
from dispatchless.jit.bench.toolchain import Target, compiler, run_compiler
from dispatchless.lowering import TorchOptions, lower_torch
from dispatchless.model import CompositeOperator, DispatchKey, Specification


def build_costs(
    specification: Specification,
    options: TorchOptions,
    target: Target,
    *,
    grouping: Grouping | None = None,
    progress: Progress = lambda text: None,
) -> tuple[BuildCost, ...]:
    """Compile the CPU files of each entry alone, with -O2.

    An entry of a structured design stands for its three forms, since they are built together; of
    the other designs the entries are compiled that there are.

    Raises:
        BenchUnavailable: there is no compiler.
        ProgramError: a header does not compile.
    """
    grouping = grouping or Grouping()
    options = attrs.evolve(options, keys=(DispatchKey.CPU,))
    entries = [o for o in specification.operators if o.is_entry and not o.is_aten]
    costs = []
    for number, operator in enumerate(entries):
        progress(f"compiling operators: {number + 1} of {len(entries)}")
        family = [o for o in specification.operators if o.entry == operator.entry]
        one = attrs.evolve(specification, operators=tuple(_with_callees(family)))
        costs.append(_cost(operator, one, options, target, grouping))
    return tuple(costs)


def _with_callees(operators: Sequence[CompositeOperator]) -> list[CompositeOperator]:
    """OPERATORS with the composites of the same specification that they call."""
    found: dict[object, CompositeOperator] = {}
    waiting = list(operators)
    while waiting:
        operator = waiting.pop(0)
        found.setdefault(operator.schema.name, operator)
        for call in operator.design.calls:
            if isinstance(call.operator, CompositeOperator):
                waiting.append(call.operator)
    return list(found.values())


def _cost(
    operator: CompositeOperator,
    specification: Specification,
    options: TorchOptions,
    target: Target,
    grouping: Grouping,
) -> BuildCost:
    users = dict.fromkeys(str(Path(path).resolve().parent) for path in specification.paths)
    with tempfile.TemporaryDirectory(prefix="dispatchless-bench-") as name:
        folder = Path(name)
        sources = []
        for tree in lower_torch(specification, options):
            path = folder / tree.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(print_file(tree).text)
            if not isinstance(tree, HeaderFile):
                sources.append(tree.path)
        flags = [f"-I{each}" for each in (folder, *users)] + list(target.compile_flags())
        seconds, size, lines = 0.0, 0, 0
        for source in sources:
            seconds += run_compiler(["-O2", *flags, "-c", source, "-o", "one.o"], folder=folder)
            size += (folder / "one.o").stat().st_size
            lines += _preprocessed_lines(flags, source, folder)
    root = grouping.subject(operator.schema.name.root.strip("_"))
    return BuildCost(
        root + _FORM.get(operator.schema.kind.name, ""),
        design_label(operator.design),
        round(seconds, 2),
        size,
        lines,
    )


_FORM = {"INPLACE": " in-place", "OUT": " out="}


def _preprocessed_lines(flags: Sequence[str], source: str, folder: Path) -> int:
    done = subprocess.run(
        [*compiler().split(), "-std=c++20", *flags, "-E", "-P", source],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    return done.stdout.count(b"\n")
