"""Structured kernels that are called directly, against the functions that ATen has for them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from design_reports import failures, verified

from dispatchless.model import Operator, OperatorTable, SchemaKind, stub_of
from dispatchless.specifications import open_native_functions

pytestmark = pytest.mark.runtime("torch", timeout=7200.0)

# Half an hour: `make nightly`. The table of designs, in test_designs.py, has some of them.
NIGHTLY = bool(os.environ.get("DISPATCHLESS_TEST_SIZE"))
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
    """A wrapper that passes its arguments on."""
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
        f"  calls: ({name})\n  kernels: {way}\n"
    )


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
    known = [
        each for each in report.operators if not any("give samples" in r.note for r in each.rows)
    ]
    assert len(known) > 0.8 * len(report.operators)
    assert failures(attrs.evolve(report, operators=tuple(known))) == []
