"""`bench --model`: dispatcher calls in the forward of one's own module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.bench_model_file import check_model_file, loaded_model
from dispatchless.model import OperatorTable, SpecError, Specification
from dispatchless.specifications import PathLike, load_spec, operator_table, path_tuple
from dispatchless.verification import require_runtime

if TYPE_CHECKING:
    from dispatchless.bench_table import Table
    from dispatchless.jit.bench.model_calls import CallCount, ModelReport

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
    check_model_file(path)
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
        lambda: loaded_model(path),
        specification,
        table,
        rounds=rounds,
        progress=progress,
    )


def model_tables(report: ModelReport) -> Iterator[Table]:
    """The forward as it is, what makes the nested calls (where there are), and what composites
    change."""
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
    if not callers:
        return
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
