"""What an operator costs to build in each design: seconds, bytes, lines."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import attrs

from dispatchless.cppast import HeaderFile, print_file
from dispatchless.jit.bench.driver import Progress
from dispatchless.jit.bench.figures import BuildCost
from dispatchless.jit.bench.subjects import Grouping, design_label, part_of
from dispatchless.jit.bench.toolchain import Target, compiler, run_compiler
from dispatchless.jit.bootstrap import cppyy_missing
from dispatchless.jit.children import Crash, run_in_child
from dispatchless.jit.library import compile_library
from dispatchless.jit.process import process_session
from dispatchless.jit.runtimes import runtime_factory
from dispatchless.jit.session import Session
from dispatchless.lowering import Registration, TorchOptions, lower_torch
from dispatchless.model import CompositeOperator, DispatchKey, SchemaKind, Specification


def build_costs(
    specification: Specification,
    options: TorchOptions,
    target: Target,
    *,
    runtime: str,
    grouping: Grouping | None = None,
    progress: Progress = lambda text: None,
) -> tuple[BuildCost, ...]:
    """Compile the CPU files of each functional operator alone: with -O2, and in process.

    Args:
        runtime: whose headers are used; the process must hold no other one, and where cppyy is
            missing the figures of compiling in process are.

    Raises:
        BenchUnavailable: there is no compiler.
        ProgramError: a header does not compile.
    """
    grouping = grouping or Grouping()
    options = attrs.evolve(options, keys=(DispatchKey.CPU,), registration=Registration.STATIC)
    chosen = [
        operator
        for operator in specification.operators
        if operator.schema.kind is SchemaKind.FUNCTIONAL and not operator.is_aten
    ]
    session = None if cppyy_missing() else process_session(runtime_factory(runtime))
    costs = []
    for number, operator in enumerate(chosen):
        progress(f"compiling operators: {number + 1} of {len(chosen)}")
        one = part_of(specification, (operator,))
        cost = _cost(operator, one, options, target, grouping)
        if session is not None:
            cost = attrs.evolve(cost, cling_seconds=_cling_seconds(session, one, options))
        costs.append(cost)
    return tuple(costs)


def _cling_seconds(
    session: Session, specification: Specification, options: TorchOptions
) -> float | None:
    """In a child, whose compiler has seen nothing of it; None where that ended before its time."""

    def compiled() -> float:
        started = time.process_time()
        compile_library(session, specification, options)
        return time.process_time() - started

    outcome = run_in_child(compiled)
    return None if isinstance(outcome, Crash) else round(outcome.value, 3)


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
    return BuildCost(
        grouping.label(operator),
        design_label(operator.design),
        round(seconds, 2),
        size,
        lines,
    )


def _preprocessed_lines(flags: Sequence[str], source: str, folder: Path) -> int:
    done = subprocess.run(
        [*compiler().split(), "-std=c++20", *flags, "-E", "-P", source],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    return done.stdout.count(b"\n")
