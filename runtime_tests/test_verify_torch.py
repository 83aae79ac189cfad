"""verify on libtorch, from specification to report: right code passes, planted faults show."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs
import pytest

import dispatchless
from dispatchless import load_spec
from dispatchless.cppast import Node
from dispatchless.jit import library
from dispatchless.lowering import KernelEntry, KernelKind, Table, registration_table
from dispatchless.model import DispatchKey, OperatorTable, Specification
from dispatchless.specifications import open_native_functions

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

pytestmark = pytest.mark.runtime("torch", timeout=300.0)

Edit = tuple[str, str, str]
"""A fault in generated code: the file, a text in it, and what stands there instead."""


@pytest.fixture(scope="module")
def operators() -> OperatorTable:
    return open_native_functions().table


def chosen(operators: OperatorTable, *names: str) -> Specification:
    """Some of the example composites."""
    everything = load_spec(EXAMPLES / "composites.yaml", native_functions=operators)
    members = tuple(o for o in everything.operators if o.schema.name.local in names)
    assert len(members) == len(names)
    return attrs.evolve(everything, operators=members)


def bad_rows(
    specification: Specification,
    operators: OperatorTable,
    *,
    rows: frozenset[str],
    kernels: Table = registration_table,
) -> dict[str, set[str]]:
    """Operator -> the names of the rows that do not hold, among `rows`."""
    from dispatchless.jit.verify.rows import ROWS
    from dispatchless.jit.verify.torch_specification import verify_on_torch

    report = verify_on_torch(
        specification,
        operators,
        "faulty",
        kernels=kernels,
        rows=[row for row in ROWS if row.name in rows],
    )
    return {each.operator: {row.name for row in each.bad_rows} for each in report.operators}


QUICK = frozenset(
    {
        "values",
        "errors",
        "dispatches",
        "overrides",
        "out",
        "inplace",
        "version_counter",
        "inference_tensors",
        "gradients",
        "conj_neg",
        "sparse",
        "subclasses",
        "autocast",
        "vmap",
        "dispatch_mode",
    }
)


def plant(monkeypatch: pytest.MonkeyPatch, edit: Edit) -> None:
    """Compile generated files with one text replaced; the dispatcher path stays as it is."""
    path, old, new = edit
    original = library.print_file

    def edited(tree: Node) -> object:
        printed = original(tree)  # type: ignore[arg-type]
        if tree.path != path or old not in printed.text:  # type: ignore[attr-defined]
            return printed
        return attrs.evolve(printed, text=printed.text.replace(old, new))

    monkeypatch.setattr(library, "print_file", edited)


def without(*kinds_and_keys: KernelKind | DispatchKey) -> Table:
    """The design's table with some kernels left out."""

    def table(*arguments: object) -> tuple[KernelEntry, ...]:
        entries = registration_table(*arguments)  # type: ignore[arg-type]
        return tuple(e for e in entries if not {e.kind, e.key} & set(kinds_and_keys))

    return table


def test_right_code_passes_the_same_rows(operators: OperatorTable) -> None:
    specification = chosen(operators, "sub.Tensor", "sub_.Tensor", "sub.out", "gated_residual")
    found = bad_rows(specification, operators, rows=QUICK)
    assert found == {f"faulty::{o.schema.name.local}": set() for o in specification.operators}


TABLE_FAULTS: Mapping[str, tuple[str, Table, str]] = {
    "no autograd kernel": ("sub.Tensor", without(KernelKind.GRAD_AWARE), "gradients"),
    "generic kernel everywhere": (
        "gated_residual",
        without(KernelKind.BACKEND, KernelKind.GRAD_AWARE),
        "dispatches",
    ),
    "no kernel at ADInplaceOrView": (
        "sub_.Tensor",
        without(KernelKind.INPLACE_OR_VIEW),
        "inference_tensors",
    ),
    "no batching rule": ("sub.Tensor", without(DispatchKey.FuncTorchBatchedDecomposition), "vmap"),
    "not at Python": ("sub.Tensor", without(DispatchKey.Python), "dispatch_mode"),
}


@pytest.mark.parametrize("fault", TABLE_FAULTS)
def test_a_wrong_registration_is_reported(operators: OperatorTable, fault: str) -> None:
    name, table, row = TABLE_FAULTS[fault]
    found = bad_rows(chosen(operators, name), operators, rows=QUICK, kernels=table)
    assert row in found[f"faulty::{name}"]


_ADD = "return at::cpu::add(self, other, alpha);"
_OUT = "return at::cpu::add_outf(self, other, alpha, out);"
CODE_FAULTS: Mapping[str, tuple[str, Edit, str]] = {
    "wrong sign": (
        "sub.Tensor",
        ("sub_ops_cpu.h", _ADD, "return at::cpu::add(self, other, -alpha);"),
        "values",
    ),
    "a segfault": (
        "sub.Tensor",
        ("sub_ops_cpu.h", _ADD, f"*static_cast<volatile int *>(nullptr) = 1; {_ADD}"),
        "values",
    ),
    "an exception with another message": (
        "sub.Tensor",
        (
            "sub_ops_cpu.h",
            _ADD,
            f'try {{ {_ADD} }} catch (const c10::Error &) {{ TORCH_CHECK(false, "no"); }}',
        ),
        "errors",
    ),
    "missing out= resize": (
        "sub.out",
        (
            "sub_out_ops_cpu.h",
            _OUT,
            "out.copy_(at::add(self, other, alpha)); return out;",
        ),
        "out",
    ),
    "no version bump": (
        "sub_.Tensor",
        ("sub_inplace_cpu.cpp", "bump_version(self);", ""),
        "version_counter",
    ),
    "two bumps": (
        "sub_.Tensor",
        ("sub_inplace_cpu.cpp", "bump_version(self);", "bump_version(self); bump_version(self);"),
        "version_counter",
    ),
    "is_cpu() instead of the key set": (
        "sub.Tensor",
        ("sub_cpu.cpp", "runs_on(keys, c10::DispatchKey::CPU)", "self.device().is_cpu()"),
        "conj_neg",
    ),
    "forward mode forgotten": (
        "sub.Tensor",
        ("faulty_grad_aware.h", "value._fw_grad(0).defined()", "false"),
        "forward_mode",
    ),
}


@pytest.mark.parametrize("fault", CODE_FAULTS)
def test_a_fault_in_the_code_is_reported(
    operators: OperatorTable, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    name, edit, row = CODE_FAULTS[fault]
    plant(monkeypatch, edit)
    found = bad_rows(chosen(operators, name), operators, rows=QUICK | {row})
    assert row in found[f"faulty::{name}"]


def test_a_users_override_of_an_inner_operator_is_reported(operators: OperatorTable) -> None:
    import torch

    mine = torch.library.Library("aten", "IMPL")
    mine.impl("sigmoid", lambda tensor: tensor * 0, "CPU")
    found = bad_rows(chosen(operators, "gated_residual"), operators, rows=frozenset({"overrides"}))
    assert found == {"faulty::gated_residual": {"overrides"}}


def test_a_header_that_does_not_compile_spoils_its_own_operator_only(
    operators: OperatorTable, tmp_path: Path
) -> None:
    (tmp_path / "good.h").write_text((EXAMPLES / "composite" / "sub.h").read_text())
    (tmp_path / "bad.h").write_text(
        "#pragma once\n#include <ATen/core/Tensor.h>\n"
        "template <class OPS> at::Tensor twice(const at::Tensor& self) {\n"
        "  return OPS::mul(self, self);\n}\n"
    )
    (tmp_path / "spec.yaml").write_text(
        "- func: twice(Tensor self) -> Tensor\n  composite: twice (neg)\n  header: bad.h\n"
        "- func: sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor\n"
        "  composite: sub (add.Tensor)\n  header: good.h\n"
    )
    specification = load_spec(tmp_path / "spec.yaml", native_functions=operators)
    found = bad_rows(specification, operators, rows=frozenset({"values"}))
    assert found == {"faulty::twice": {"build"}, "faulty::sub.Tensor": set()}


def test_load_registers_for_the_block_and_again(tmp_path: Path) -> None:
    import torch

    header = tmp_path / "scale.h"
    (tmp_path / "spec.yaml").write_text(
        "- func: scale(Tensor self) -> Tensor\n  composite: scale (mul.Tensor, add.Tensor)\n"
        "  header: scale.h\n"
    )
    tensor = torch.ones(3, requires_grad=True)
    for body, factor in (("OPS::add(self, self)", 2), ("OPS::add(OPS::add(self, self), self)", 3)):
        header.write_text(
            "#pragma once\n#include <ATen/core/Tensor.h>\n"
            f"template <class OPS> at::Tensor scale(const at::Tensor& self) {{ return {body}; }}\n"
        )
        with dispatchless.load(tmp_path / "spec.yaml", runtime="torch", namespace="changing"):
            result = torch.ops.changing.scale(tensor)
            assert torch.equal(result, tensor * factor)
            (gradient,) = torch.autograd.grad(result.sum(), tensor)
            assert torch.equal(gradient, torch.full((3,), float(factor)))
        with pytest.raises(AttributeError):
            _ = torch.ops.changing.scale
