"""Every design on libtorch: the same operators, in each way that can express them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless import load_spec
from dispatchless.jit.verify.report import Report
from dispatchless.jit.verify.rows import ROWS
from dispatchless.specifications import open_native_functions

pytestmark = pytest.mark.runtime("torch", timeout=420.0)

DESIGNS = Path(__file__).with_name("designs")

# What takes longest is left to `verify`, which runs every row on the examples of all designs.
SLOW = {"gradcheck", "functorch", "functionalize", "fake_tensor", "make_fx", "compile", "opcheck"}

# Python's own meta function of pow.Scalar gives another dtype for bool than the kernel that runs.
# Where pow.out refuses an `out` that requires a gradient, it has been resized: its elements are
# whatever the memory held.
POW_DIFFERS = {"meta", "forward_mode", "subclasses"}


def verified(specification: Path, left_out: set[str]) -> Report:
    from dispatchless.jit.verify.torch_specification import verify_on_torch

    table = open_native_functions().table
    rows = [row for row in ROWS if row.name not in left_out]
    loaded = load_spec(specification, native_functions=table)
    return verify_on_torch(loaded, table, "designs", rows=rows)


def failures(report: Report) -> list[str]:
    return [
        f"{operator.operator} {row.name}: {row.note} {[str(f) for f in row.failures[:3]]}"
        for operator in report.operators
        for row in operator.bad_rows
    ]


def test_every_design() -> None:
    report = verified(DESIGNS / "designs.yaml", SLOW)
    assert failures(report) == []
    assert len(report.operators) == 17


def test_two_operators_that_write_the_result() -> None:
    report = verified(DESIGNS / "pow.yaml", SLOW | POW_DIFFERS)
    assert failures(report) == []
    assert [operator.operator for operator in report.operators] == [
        "designs::power.Scalar",
        "designs::power.Scalar_out",
    ]
