"""`bench --model`: dispatcher calls in the forward of one's own module."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dispatchless.model import Location, OperatorTable, SpecError, Specification
from dispatchless.specifications import PathLike, load_spec, operator_table, path_tuple
from dispatchless.verification import require_runtime

if TYPE_CHECKING:
    from dispatchless.bench_table import Table
    from dispatchless.jit.bench.model_calls import CallCount, ModelReport

_MODEL, _INPUTS = "model", "inputs"
_CONVENTION = (
    f"the file defines `{_MODEL}`, a torch.nn.Module or a function that makes one, and "
    f"`{_INPUTS}`, a tuple of its arguments or a function that makes one"
)
# Operators that make nested calls are named; more than these are a tail.
_MOST_CALLERS = 12


def bench_model(
    model: PathLike,
    specification: Specification | PathLike | Sequence[PathLike] | None = None,
    *,
    native_functions: PathLike | OperatorTable | None = None,
    rounds: int = 31,
    progress: Callable[[str], None] = lambda text: None,
) -> ModelReport:
    """Count and time a module's forward under no_grad, in evaluation mode, on torch.

    Args:
        model: a Python file that defines `model` and `inputs`.
        specification: composites of `aten::` operators to put in place of ATen's own.
        native_functions: where their inner operators are looked up.
        rounds: turns of the forward as it is and with the composites.

    Raises:
        SpecError: what is wrong with the file or the specification.
        RuntimeUnavailable: torch or cppyy is not installed.
        CompileError, LinkError: the specification does not compile.
        ModelCrash: the process in which it ran died.
    """
    path = Path(model)
    if not path.is_file():
        raise SpecError(f"--model: there is no file {path}", hint=_CONVENTION)
    table = operator_table(native_functions)
    if specification is not None and not isinstance(specification, Specification):
        specification = load_spec(*path_tuple(specification), native_functions=table)
    if specification is not None and not any(o.is_aten for o in specification.operators):
        raise SpecError(
            "no operator of the specification is ATen's, so a model calls none of them",
            location=specification.operators[0].origin if specification.operators else None,
            hint="give kernels to an operator that the model calls: func: aten::linear(...) -> ...",
        )
    require_runtime("torch")
    from dispatchless.jit.bench.model_calls import measure_model

    return measure_model(
        path.stem,
        lambda: load_model(path),
        specification,
        table,
        rounds=rounds,
        progress=progress,
    )


def load_model(path: Path) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """The module of a file, in evaluation mode, and its arguments, with which its forward works.

    Raises SpecError: the file cannot be run, does not define them, or the forward fails; at the
    line that failed.
    """
    with _failures_at(path, "the file fails"):
        names = runpy.run_path(str(path))
    missing = [name for name in (_MODEL, _INPUTS) if name not in names]
    if missing:
        words = " and no ".join(f"`{name}`" for name in missing)
        raise SpecError(f"--model: {path} defines no {words}", hint=_CONVENTION)
    import torch

    model, inputs = names[_MODEL], names[_INPUTS]
    if not isinstance(model, torch.nn.Module) and callable(model):
        with _failures_at(path, f"`{_MODEL}()` fails"):
            model = model()
    if not isinstance(model, torch.nn.Module):
        raise SpecError(
            f"--model: `{_MODEL}` in {path} is a {type(model).__name__}", hint=_CONVENTION
        )
    if callable(inputs) and not isinstance(inputs, torch.Tensor):
        with _failures_at(path, f"`{_INPUTS}()` fails"):
            inputs = inputs()
    if isinstance(inputs, torch.Tensor):
        inputs = (inputs,)
    if not isinstance(inputs, (tuple, list)):
        raise SpecError(
            f"--model: `{_INPUTS}` in {path} is a {type(inputs).__name__}", hint=_CONVENTION
        )
    model.eval()
    with torch.no_grad(), _failures_at(path, f"the forward fails with `{_INPUTS}`"):
        model(*inputs)
    return model, tuple(inputs)


@contextmanager
def _failures_at(path: Path, what: str) -> Iterator[None]:
    """Tell what the user's code raises as an error of the file, at the line that it passed last."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise SpecError(
            f"--model: {what}: {type(error).__name__}: {error}".rstrip(": "),
            location=_place(path, error) or Location(str(path), 1, 1),
            hint=f"`python {path}` must run, and `model(*inputs)` after it",
        ) from None


def _place(path: Path, error: BaseException) -> Location | None:
    """The line of the file that an exception passed last."""
    if isinstance(error, SyntaxError) and error.lineno is not None:
        return Location(str(path), error.lineno, error.offset or 1)
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return None if line is None else Location(str(path), line, 1)


def model_tables(report: ModelReport) -> Iterator[Table]:
    """The forward as it is, what makes the nested calls, and what composites change."""
    from dispatchless.bench_table import Table, duration

    rows = [("as it is", *_counts(report.stock), duration(report.nanoseconds.median), "1")]
    if report.replaced is not None and report.ratio is not None:
        spread = (report.ratio.high - report.ratio.low) / 2
        time = duration(report.nanoseconds.median * report.ratio.median)
        ratio = f"{report.ratio.median:.2f} ±{spread:.2f}"
        rows.append(("with the composites", *_counts(report.replaced), time, ratio))
    headings = ("", "dispatcher calls", "of them nested", "time", "ratio")
    yield Table(f"{report.model}: one forward, no_grad", headings, tuple(rows))
    after = {} if report.replaced is None else {c.operator: c for c in report.replaced.callers}
    lines = []
    callers = [caller for caller in report.stock.callers if caller.makes]
    for caller in callers[:_MOST_CALLERS]:
        line = [caller.operator, str(caller.calls), str(caller.inside), str(caller.makes)]
        if report.replaced is not None:
            line.append(str(after[caller.operator].inside) if caller.operator in after else "-")
        lines.append(tuple(line))
    columns = ["", "calls", "calls inside", "made by itself"]
    if report.replaced is not None:
        columns.append("inside, with the composites")
    yield Table("Where nested calls come from", tuple(columns), tuple(lines))


def _counts(count: CallCount) -> tuple[str, str]:
    return str(count.calls), str(count.nested)
