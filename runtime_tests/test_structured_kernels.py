"""Structured kernels that are called directly, against the functions that ATen has for them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from design_reports import verified

from dispatchless.jit.verify.report import Report
from dispatchless.model import Operator, OperatorTable, SchemaKind, stub_of
from dispatchless.specifications import open_native_functions

pytestmark = pytest.mark.runtime("torch", timeout=7200.0)

# Half an hour: `make nightly`. The table of designs, in test_designs.py, has some of them.
NIGHTLY = bool(os.environ.get("DISPATCHLESS_TEST_SIZE"))
PLAIN = "plain"
ROWS = {"values", "errors", "meta", "out", "inplace", "dispatches"}


def structured(table: OperatorTable) -> Iterator[tuple[Operator, Operator]]:
    """The functional operators that a structured kernel computes, with the kernel's owner."""
    for operator in table.all():
        parent = table.structured_parent(operator)
        if parent is None or operator.schema.kind is not SchemaKind.FUNCTIONAL:
            continue
        if all(str(result.type) == "Tensor" for result in operator.schema.returns):
            yield operator, parent


def entry(operator: Operator, way: str) -> str:
    """A wrapper that passes its arguments on: to the kernel, or (PLAIN) to ATen's function."""
    name = operator.schema.name
    arguments = tuple(
        # Statements that call `threshold` can't have an argument of that name.
        attrs.evolve(argument, name="value_of") if argument.name == name.base else argument
        for argument in operator.schema.arguments
    )
    schema = attrs.evolve(operator.schema, arguments=arguments)
    own = f"{way}_{name.unambiguous}" + str(schema).removeprefix(str(name))
    passed = ", ".join(argument.name for argument in arguments)
    return (
        f"- func: {json.dumps(own)}\n  structured_wrapper: return {name.base}({passed});\n"
        f"  calls: ({name})\n" + ("" if way == PLAIN else f"  kernels: {way}\n")
    )


def bad_rows(report: Report, way: str) -> set[tuple[str, str]]:
    """(operator without the way, row) of what did not pass, where inputs were found at all."""
    return {
        (operator.operator.partition(f"{way}_")[2], row.name)
        for operator in report.operators
        if not any("give samples" in each.note for each in operator.rows)
        for row in operator.bad_rows
    }


@pytest.mark.skipif(not NIGHTLY, reason="half an hour: `make nightly`")
@pytest.mark.parametrize("way", ["inheritance", "stub"])
def test_kernels(way: str, tmp_path: Path) -> None:
    table = open_native_functions().table
    chosen = [
        operator
        for operator, parent in structured(table)
        # Operators of gradients trust what they are given, indices of a forward pass for example.
        if "_backward" not in operator.name.base
        and (way == "inheritance" or stub_of(parent) is not None)
    ]
    assert len(chosen) > 60
    spec = tmp_path / "spec.yaml"
    spec.write_text("".join(entry(each, way) for each in chosen))
    report = verified(spec, rows=ROWS)
    # For some operators no inputs are found; nothing is said about them.
    unknown = [o for o in report.operators if any("give samples" in row.note for row in o.rows)]
    assert len(unknown) < 0.2 * len(report.operators)
    bad = bad_rows(report, way)
    # Some of ATen's kernels crash on what verify gives them, or read what they have not written,
    # and some meta functions are others in Python: all that is no matter of how they are called.
    suspects = {name.partition(".")[0].removesuffix("_") for name, _ in bad}
    plain = [each for each in chosen if each.name.unambiguous in suspects]
    spec.write_text("".join(entry(each, PLAIN) for each in plain))
    found = bad_rows(verified(spec, rows=ROWS), PLAIN) if plain else set()
    assert bad - found == set()
