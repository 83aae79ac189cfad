"""`verify`: prove that operators behave on a runtime as they do through the dispatcher."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dispatchless.model import (
    ErrorCollector,
    KernelAccess,
    OperatorTable,
    SpecError,
    Specification,
    check_namespace,
    did_you_mean,
)
from dispatchless.runtime_names import RUNTIMES, default_runtime, reference_native_functions
from dispatchless.specifications import PathLike, load_spec, operator_table, path_tuple

if TYPE_CHECKING:
    from dispatchless.jit.verify.report import OperatorReport, Report, Row

Progress = Callable[[str, "Row"], None]


def verify(
    specification: Specification | PathLike | Sequence[PathLike],
    *,
    runtime: str | None = None,
    namespace: str = "dispatchless",
    native_functions: PathLike | OperatorTable | None = None,
    progress: Progress | None = None,
    finished: Callable[[OperatorReport], None] = lambda report: None,
    message: Callable[[str], None] = lambda text: None,
) -> Report:
    """Compile every operator in process and compare it with the dispatcher path, check by check.

    Args:
        specification: a loaded specification, or the path or paths of one.
        runtime: `"torch"` or `"reference"`; by default torch where it is installed.
        namespace: where operators live whose schema names no namespace.
        native_functions: where dependencies are looked up; by default the runtime's own file.
        progress: called with an operator's name and each row as it ends.
        finished: called with each operator's whole report as it is done.
        message: told what takes long.

    Raises:
        SpecError: what is wrong with the input, all at once.
        RuntimeUnavailable: what the runtime needs is not installed; says the line that installs it.
    """
    runtime = check_runtime(runtime or default_runtime())
    check_namespace(namespace, what="--namespace")
    table = runtime_operators(runtime, native_functions)
    if not isinstance(specification, Specification):
        paths = path_tuple(specification)
        specification = load_spec(*paths, native_functions=table, namespace=namespace)
    check_kernels(runtime, specification)
    require_runtime(runtime)
    if runtime == "torch":
        from dispatchless.jit.verify.torch_specification import verify_on_torch

        return verify_on_torch(
            specification, table, namespace, progress=progress, finished=finished, message=message
        )
    from dispatchless.jit.verify.reference_specification import verify_on_reference

    return verify_on_reference(
        specification, table, namespace, progress=progress, finished=finished, message=message
    )


def require_runtime(name: str) -> None:
    """Nothing, where the runtime and the compiler in process are installed.

    Raises:
        RuntimeUnavailable: they are not; the message has the line that installs what is missing.
    """
    from dispatchless.jit.bootstrap import cppyy_missing
    from dispatchless.jit.runtime import RuntimeUnavailable
    from dispatchless.jit.runtimes import runtime_factory

    if reason := cppyy_missing() or runtime_factory(name)().missing():
        raise RuntimeUnavailable(reason)


def check_runtime(name: str) -> str:
    """NAME if it is a runtime that code can be verified on.

    Raises:
        SpecError: it is not.
    """
    if name == "executorch":
        raise SpecError(
            "--runtime: ExecuTorch has no dispatcher to compare composites with",
            hint="dispatchless.jit.executorch_library compiles, registers and calls kernel "
            "libraries there, in process",
        )
    if name not in RUNTIMES:
        raise SpecError(
            f"--runtime: there is no runtime {name!r}",
            hint=did_you_mean(name, RUNTIMES) or f"one of {', '.join(RUNTIMES)}",
        )
    return name


def check_kernels(runtime: str, specification: Specification) -> None:
    """Nothing, where a specification's operators call what the runtime has.

    Raises:
        SpecError: it calls structured kernels themselves (`kernels: inheritance`), which only torch
            has; one error for each operator that it lists so.
    """
    errors = ErrorCollector()
    for operator in specification.operators if runtime == "reference" else ():
        for call in operator.design.calls if operator.is_entry else ():
            if call.access is not KernelAccess.FUNCTION:
                errors.add(
                    SpecError(
                        f"the embedded runtime has no kernel class of '{call.name}'",
                        location=call.origin,
                        hint=f"'kernels: {call.access.value}' is for '--runtime torch'",
                    )
                )
    errors.raise_if_any()


def runtime_operators(
    runtime: str, native_functions: PathLike | OperatorTable | None
) -> OperatorTable:
    """The operators that a specification may name on a runtime."""
    if native_functions is None and runtime == "reference":
        native_functions = reference_native_functions()
    return operator_table(native_functions)
