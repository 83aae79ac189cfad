"""Faults put into generated code and registration tables, and what verify says of them."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from dispatchless import load_spec
from dispatchless.cppast import HeaderFile, Printed, SourceFile
from dispatchless.jit import library
from dispatchless.jit.verify import Report
from dispatchless.lowering import KernelEntry, KernelKind, Table, registration_table
from dispatchless.model import (
    CompositeOperator,
    DispatchKey,
    Operator,
    OperatorTable,
    Specification,
)

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

Edit = tuple[str, str, str]
"""A fault in generated code: the file, a text in it, and what stands there instead."""


def chosen(operators: OperatorTable, *names: str) -> Specification:
    """Some of the example composites."""
    everything = load_spec(EXAMPLES / "composites.yaml", native_functions=operators)
    members = tuple(o for o in everything.operators if o.schema.name.local in names)
    assert len(members) == len(names)
    return attrs.evolve(everything, operators=members)


def plant(monkeypatch: pytest.MonkeyPatch, edit: Edit) -> None:
    """Compile generated files with one text replaced; the dispatcher path stays as it is."""
    path, old, new = edit
    original = library.print_file

    def edited(tree: HeaderFile | SourceFile) -> Printed:
        printed = original(tree)
        if tree.path != path or old not in printed.text:
            return printed
        return attrs.evolve(printed, text=printed.text.replace(old, new))

    monkeypatch.setattr(library, "print_file", edited)


def without(*kinds_and_keys: KernelKind | DispatchKey) -> Table:
    """The design's table with some kernels left out."""

    def table(
        operator: CompositeOperator, keys: tuple[DispatchKey, ...], existing: Operator | None
    ) -> tuple[KernelEntry, ...]:
        entries = registration_table(operator, keys, existing)
        return tuple(e for e in entries if not {e.kind, e.key} & set(kinds_and_keys))

    return table  # type: ignore[return-value]  # any sequence of keys will do


def bad_rows(report: Report) -> dict[str, set[str]]:
    """Operator -> the names of the rows that do not hold."""
    return {each.operator: {row.name for row in each.bad_rows} for each in report.operators}


ADD = "return at::cpu::add(self, other, alpha);"
ADD_OUT = "return at::cpu::add_outf(self, other, alpha, out);"

WRONG_SIGN: Edit = ("sub_ops_cpu.h", ADD, "return at::cpu::add(self, other, -alpha);")
SEGFAULT: Edit = ("sub_ops_cpu.h", ADD, f"*static_cast<volatile int *>(nullptr) = 1; {ADD}")
OTHER_MESSAGE: Edit = (
    "sub_ops_cpu.h",
    ADD,
    f'try {{ {ADD} }} catch (const c10::Error &) {{ TORCH_CHECK(false, "no"); }}',
)
NO_RESIZE: Edit = (
    "sub_out_ops_cpu.h",
    ADD_OUT,
    "out.copy_(at::add(self, other, alpha)); return out;",
)
NO_BUMP: Edit = ("sub_inplace_cpu.cpp", "bump_version(self);", "")
TWO_BUMPS: Edit = (
    "sub_inplace_cpu.cpp",
    "bump_version(self);",
    "bump_version(self); bump_version(self);",
)
BY_DEVICE: Edit = ("sub_cpu.cpp", "runs_on(keys, c10::DispatchKey::CPU)", "self.device().is_cpu()")
NO_FORWARD_MODE: Edit = ("faulty_grad_aware.h", "value._fw_grad(0).defined()", "false")
