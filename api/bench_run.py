"""`bench`: what skipping the dispatcher is worth for a specification's operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.bench_inputs import load_inputs
from dispatchless.generation import torch_options
from dispatchless.model import OperatorTable, SpecError, Specification
from dispatchless.runtime_names import default_runtime
from dispatchless.specifications import PathLike, load_spec, operator_table, path_tuple
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
    inputs: PathLike | None = None,
    kernels: Sequence[PathLike] = (),
    builds: bool = False,
    optimize: int = 2,
    progress: Callable[[str], None] = lambda text: None,
) -> BenchReport:
    """Measure every way of calling each operator, side by side.

    Args:
        specification: a loaded specification, or the path or paths of one; `"builtin"` stands for
            operators of one, three and eight inner operators in every design.
        runtime: `"torch"` or `"reference"`; by default torch where it is installed. With
            `"executorch"` the specification is kernel yaml, and a kernel's call is compared
            directly, boxed, and through the registry.
        namespace: where operators live whose schema names no namespace.
        native_functions: where dependencies are looked up; by default the runtime's own file.
        plan: what to measure; by default everything (`dispatchless.jit.bench.FULL`).
        hand_written: a header with functions in the namespace `hand_written`, named as the
            operators are (`sub`, `sub_`, `sub_out`); ratios are then to them.
        inputs: a yaml file with arguments for the calls; operators that are not in it are tried
            with what they may accept.
        kernels: for ExecuTorch, the C++ files with the kernels; by default those of the wheel.
        builds: whether to compile each operator alone, for what it costs.
        optimize: the compiler's level for the measuring program.
        progress: is told what is being done.

    Raises:
        SpecError: what is wrong with the input, all at once.
        RuntimeUnavailable, BenchUnavailable: something is not installed; says how to install it.
        ProgramError: a header does not compile.
    """
    if runtime == "executorch":
        for option, given in (("--hand-written", hand_written), ("--builds", builds or None)):
            if given is not None:
                raise SpecError(
                    f"{option} is not for ExecuTorch", hint="leave it out, or name another runtime"
                )
        return _bench_kernels(
            specification, native_functions, plan, inputs, kernels, optimize, progress
        )
    if kernels:
        raise SpecError("--kernels is for ExecuTorch alone", hint="add '--runtime executorch'")
    runtime = check_runtime(runtime or default_runtime())
    table = runtime_operators(runtime, native_functions)
    options = torch_options(table, namespace=namespace, keys=("CPU", "Meta"))
    from dispatchless.jit.bench import FULL, measure
    from dispatchless.jit.bench.builtin import (
        GROUPING,
        builtin_rivals,
        builtin_specification,
        rival_in,
    )
    from dispatchless.jit.bench.subjects import HAND_WRITTEN, Grouping, Rival

    grouping: Grouping | None = None
    rivals: list[Rival] = []
    if specification == BUILTIN:
        specification, grouping = builtin_specification(runtime), GROUPING
        rivals += builtin_rivals(runtime)
    if not isinstance(specification, Specification):
        specification = load_spec(*path_tuple(specification), native_functions=table)
    if hand_written is not None:
        try:
            rivals.append(rival_in(Path(hand_written), "hand_written", HAND_WRITTEN))
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no text in UTF-8"
            raise SpecError(
                f"--hand-written: cannot read {hand_written}: {reason}",
                hint="name a C++ header with functions in the namespace hand_written, named as "
                "the operators are",
            ) from None
    given_inputs = None
    if inputs is not None:
        measured = (each for each in specification.operators if not each.is_aten)
        given_inputs = load_inputs(inputs, [each.schema for each in measured], outputs=False)
    return measure(
        specification,
        options,
        FULL if plan is None else plan,
        runtime=runtime,
        rivals=rivals,
        grouping=grouping,
        inputs=given_inputs,
        builds=builds,
        optimize=optimize,
        progress=progress,
    )


def _bench_kernels(
    specification: Specification | PathLike | Sequence[PathLike],
    native_functions: PathLike | OperatorTable | None,
    plan: Plan | None,
    inputs: PathLike | None,
    kernels: Sequence[PathLike],
    optimize: int,
    progress: Callable[[str], None],
) -> BenchReport:
    from dispatchless.jit.bench import FULL
    from dispatchless.jit.bench.builtin import KERNEL_SOURCE, KERNELS
    from dispatchless.jit.bench.kernels import measure_kernels
    from dispatchless.model.executorch_yaml import load_kernel_library

    if isinstance(specification, Specification):
        raise SpecError(
            "ExecuTorch's kernels are given as yaml, not as composites",
            hint="give the path of the kernel yaml",
        )
    if specification == BUILTIN:
        specification, kernels = KERNELS, (*kernels, KERNEL_SOURCE)
    (path, *others) = path_tuple(specification)
    if others:
        raise SpecError(
            "ExecuTorch's kernels are measured of one yaml file at a time",
            hint="`dispatchless executorch-merge` makes one of several",
        )
    if missing := [str(each) for each in kernels if not Path(each).is_file()]:
        raise SpecError(
            f"--kernels: there is no file {', '.join(missing)}",
            hint="name C++ files with the kernels; without --kernels those of the wheel are taken",
        )
    table = operator_table(native_functions)
    library = load_kernel_library(path, None, native=table)
    schemas = [operator.schema for operator in library.registered]
    return measure_kernels(
        library,
        FULL if plan is None else plan,
        sources=[Path(each) for each in kernels],
        inputs=None if inputs is None else load_inputs(inputs, schemas, outputs=True),
        optimize=optimize,
        progress=progress,
    )
