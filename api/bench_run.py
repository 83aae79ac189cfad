"""`bench`: what skipping the dispatcher is worth for a specification's operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.generation import torch_options
from dispatchless.model import OperatorTable, SpecError, Specification
from dispatchless.runtime_names import default_runtime
from dispatchless.specifications import PathLike, load_spec, path_tuple
from dispatchless.verification import check_runtime, runtime_operators

if TYPE_CHECKING:
    from dispatchless.jit.bench import BenchReport, Plan

#: What a specification is called that stands for the operators of the suite.
BUILTIN = "builtin"


def bench(
    specification: Specification | PathLike | Sequence[PathLike] = BUILTIN,
    *,
    runtime: str | None = None,
    namespace: str = "bench",
    native_functions: PathLike | OperatorTable | None = None,
    plan: Plan | None = None,
    hand_written: PathLike | None = None,
    builds: bool = False,
    optimize: int = 2,
    progress: Callable[[str], None] = lambda text: None,
) -> BenchReport:
    """Measure every way of calling each operator, side by side.

    Args:
        specification: a loaded specification, or the path or paths of one; `"builtin"` stands for
            operators of one, three and eight inner operators in every design.
        runtime: `"torch"` or `"reference"`; by default torch where it is installed.
        namespace: where operators live whose schema names no namespace.
        native_functions: where dependencies are looked up; by default the runtime's own file.
        plan: what to measure; by default everything (`dispatchless.jit.bench.FULL`).
        hand_written: a header with functions in the namespace `hand_written`, named as the
            operators are (`sub`, `sub_`, `sub_out`); ratios are then to them.
        builds: whether to compile each operator alone, for what it costs.
        optimize: the compiler's level for the measuring program.
        progress: is told what is being done.

    Raises:
        SpecError: what is wrong with the input, all at once.
        RuntimeUnavailable, BenchUnavailable: something is not installed; says how to install it.
        ProgramError: a header does not compile.
    """
    runtime = check_runtime(runtime or default_runtime())
    table = runtime_operators(runtime, native_functions)
    options = torch_options(table, namespace=namespace, keys=("CPU", "Meta"))
    from dispatchless.jit.bench import FULL, measure
    from dispatchless.jit.bench.builtin import GROUPING, SPECIFICATION, builtin_rivals, rival_in
    from dispatchless.jit.bench.subjects import HAND_WRITTEN, Grouping, Rival

    grouping: Grouping | None = None
    rivals: list[Rival] = []
    if specification == BUILTIN:
        specification, grouping = SPECIFICATION, GROUPING
        rivals += builtin_rivals(runtime)
    if not isinstance(specification, Specification):
        specification = load_spec(*path_tuple(specification), native_functions=table)
    if hand_written is not None:
        try:
            rivals.append(rival_in(Path(hand_written), "hand_written", HAND_WRITTEN))
        except OSError as error:
            raise SpecError(f"--hand-written: {error}") from None
    return measure(
        specification,
        options,
        FULL if plan is None else plan,
        runtime=runtime,
        rivals=rivals,
        grouping=grouping,
        builds=builds,
        optimize=optimize,
        progress=progress,
    )
