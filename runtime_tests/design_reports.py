"""Verifying specifications on libtorch, and what was wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dispatchless import load_spec
from dispatchless.jit.verify.report import Report
from dispatchless.jit.verify.rows import ROWS
from dispatchless.specifications import open_native_functions


def verified(specification: Path, *, rows: set[str] | None = None) -> Report:
    """The report of some rows, or of all."""
    from dispatchless.jit.verify.torch_specification import verify_on_torch

    table = open_native_functions().table
    chosen = [row for row in ROWS if rows is None or row.name in rows]
    loaded = load_spec(specification, native_functions=table)
    return verify_on_torch(loaded, table, "designs", rows=chosen)


def failures(
    report: Report, *, differing: Callable[[str, str], bool] = lambda operator, row: False
) -> list[str]:
    """One line for each row of an operator that did not pass, but for those that differ anyhow."""
    return [
        f"{operator.operator} {row.name}: {row.note} {[str(f) for f in row.failures[:3]]}"
        for operator in report.operators
        for row in operator.bad_rows
        if not differing(operator.operator, row.name)
    ]
