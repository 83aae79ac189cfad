"""The table of designs in docs/composites.md, cell by cell: each passes verify on libtorch, or is
refused with the reason that stands there."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from design_reports import failures, verified
from designs.cells import CELLS, SCHEMAS

from dispatchless import load_spec
from dispatchless.model import SpecError
from dispatchless.specifications import open_native_functions

DESIGNS = Path(__file__).with_name("designs")
PAGE = Path(__file__).parents[1] / "docs" / "composites.md"

# Every cell with every row where there is time. Else cells that tell designs, forms and backends
# from one another, with the rows that can; `verify` has every row for the examples of all designs.
ALL = bool(os.environ.get("DISPATCHLESS_TEST_SIZE"))
ROWS = None if ALL else {"values", "meta", "out", "inplace", "version_counter", "dispatches"}
SAMPLE = {
    "composite": {"absolute"},
    "structured_composite": {"pow", "gated_residual", "upsample_nearest1d"},
    "structured_wrapper": {"addcmul", "upsample_nearest1d"},
    "adapter": {"rsub", "upsample_nearest1d"},
    "alias": {"absolute"},
    "dispatchless": {"add_one"},
    "inheritance": {"rsub"},
    "stub": {"sub"},
}

# Python's own meta function of pow.Scalar gives another dtype for bool than the kernel that runs.
# Where pow.out refuses an `out` that requires a gradient, it has been resized: its elements are
# whatever the memory held.
POW_DIFFERS = {"meta", "forward_mode", "subclasses"}


def differs(operator: str, row: str) -> bool:
    return operator.startswith("designs::pow_") and row in POW_DIFFERS


def table() -> tuple[dict[tuple[str, str], str], Mapping[str, str]]:
    """(operator, design) -> the cell's text, and number -> the reason's text."""
    text = PAGE.read_text()
    rows = [
        [cell.strip().strip("`") for cell in line.strip("|\n").split("|")]
        for line in re.findall(r"^\| .*(?:yes|composite`).*\|$", text, re.MULTILINE)
    ]
    (head,) = (row for row in rows if row[0] == "" and "adapter" in row)
    cells = {
        (row[0], design): cell
        for row in rows
        if row[0] in SCHEMAS and len(row) == len(head)
        for design, cell in zip(head[1:], row[1:], strict=True)
    }
    return cells, dict(re.findall(r"^(\d+)\. `` (.*?) ``", text, re.MULTILINE))


def test_the_table_has_every_cell() -> None:
    cells, _ = table()
    assert set(cells) == {(name, design) for design in CELLS for name in SCHEMAS}
    assert {cell.partition(" ")[0] for cell in cells.values()} == {"yes", "no"}


@pytest.mark.parametrize("design", CELLS)
def test_what_a_design_cannot_express(design: str, tmp_path: Path) -> None:
    cells, reasons = table()
    for header in DESIGNS.glob("*.h"):
        shutil.copy(header, tmp_path)
    native = open_native_functions().table
    for name, cell in CELLS[design].items():
        spec = tmp_path / "spec.yaml"
        spec.write_text(cell.entries(name, design))
        if cells[name, design] == "yes":
            load_spec(spec, native_functions=native)
            continue
        number = re.fullmatch(r"no \((\d+)\)", cells[name, design])
        assert number is not None, cells[name, design]
        with pytest.raises(SpecError) as caught:
            load_spec(spec, native_functions=native)
        said = [f"{error.message} {error.hint}" for error in caught.value.errors]
        assert reasons[number[1]] in said[0], (name, said)


@pytest.mark.runtime("torch", timeout=7200.0)
def test_what_designs_can_express(tmp_path: Path) -> None:
    """All in one process: to warm it takes as long as ten operators."""
    cells, _ = table()
    for header in DESIGNS.glob("*.h"):
        shutil.copy(header, tmp_path)
    chosen = [
        cell.entries(name, design)
        for design, row in CELLS.items()
        for name, cell in row.items()
        if cells[name, design] == "yes" and (ALL or name in SAMPLE[design])
    ]
    spec = tmp_path / "spec.yaml"
    spec.write_text("".join(chosen) + (DESIGNS / "others.yaml").read_text())
    report = verified(spec, rows=ROWS)
    assert failures(report, differing=differs) == []
    assert len(report.operators) >= 30
