"""verify on libtorch, from specification to report: right code passes, planted faults show."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import planted_faults as faults
import pytest
from planted_faults import EXAMPLES, bad_rows, chosen, plant, without

import dispatchless
from dispatchless import load_spec
from dispatchless.lowering import KernelKind, Table, registration_table
from dispatchless.model import DispatchKey, OperatorTable, Specification
from dispatchless.specifications import open_native_functions

pytestmark = pytest.mark.runtime("torch", timeout=300.0)


@pytest.fixture(scope="module")
def operators() -> OperatorTable:
    return open_native_functions().table


def found_on_torch(
    specification: Specification,
    operators: OperatorTable,
    rows: frozenset[str],
    kernels: Table = registration_table,
) -> dict[str, set[str]]:
    """Operator -> the names of the rows that do not hold, among `rows`."""
    from dispatchless.jit.verify.rows import ROWS
    from dispatchless.jit.verify.torch_specification import verify_on_torch

    wanted = [row for row in ROWS if row.name in rows]
    return bad_rows(
        verify_on_torch(specification, operators, "faulty", kernels=kernels, rows=wanted)
    )


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


def test_right_code_passes_the_same_rows(operators: OperatorTable) -> None:
    specification = chosen(operators, "sub.Tensor", "sub_.Tensor", "sub.out", "gated_residual")
    found = found_on_torch(specification, operators, QUICK)
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
    found = found_on_torch(chosen(operators, name), operators, frozenset({"values", row}), table)
    assert row in found[f"faulty::{name}"]


CODE_FAULTS: Mapping[str, tuple[str, faults.Edit, str]] = {
    "wrong sign": ("sub.Tensor", faults.WRONG_SIGN, "values"),
    "a segfault": ("sub.Tensor", faults.SEGFAULT, "values"),
    "an exception with another message": ("sub.Tensor", faults.OTHER_MESSAGE, "errors"),
    "missing out= resize": ("sub.out", faults.NO_RESIZE, "out"),
    "no version bump": ("sub_.Tensor", faults.NO_BUMP, "version_counter"),
    "two bumps": ("sub_.Tensor", faults.TWO_BUMPS, "version_counter"),
    "is_cpu() instead of the key set": ("sub.Tensor", faults.BY_DEVICE, "conj_neg"),
    "forward mode forgotten": ("sub.Tensor", faults.NO_FORWARD_MODE, "forward_mode"),
}


@pytest.mark.parametrize("fault", CODE_FAULTS)
def test_a_fault_in_the_code_is_reported(
    operators: OperatorTable, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    name, edit, row = CODE_FAULTS[fault]
    plant(monkeypatch, edit)
    found = found_on_torch(chosen(operators, name), operators, frozenset({"values", row}))
    assert row in found[f"faulty::{name}"]


def test_a_users_override_of_an_inner_operator_is_reported(operators: OperatorTable) -> None:
    import torch

    mine = torch.library.Library("aten", "IMPL")
    mine.impl("sigmoid", lambda tensor: tensor * 0, "CPU")
    found = found_on_torch(chosen(operators, "gated_residual"), operators, frozenset({"overrides"}))
    assert found == {"faulty::gated_residual": {"overrides"}}


def test_a_header_that_does_not_compile_spoils_its_own_operator_only(
    operators: OperatorTable, tmp_path: Path
) -> None:
    (tmp_path / "good.h").write_text((EXAMPLES / "composite" / "sub.h").read_text())
    (tmp_path / "bad.h").write_text(
        "#pragma once\n#include <ATen/core/Tensor.h>\n"
        "template <class OPS> at::Tensor twice(const at::Tensor& self) {\n"
        "  return OPS::neg(self).nothing();\n}\n"
    )
    (tmp_path / "spec.yaml").write_text(
        "- func: twice(Tensor self) -> Tensor\n  composite: twice (neg)\n  header: bad.h\n"
        "- func: sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor\n"
        "  composite: sub (add.Tensor)\n  header: good.h\n"
    )
    specification = load_spec(tmp_path / "spec.yaml", native_functions=operators)
    found = found_on_torch(specification, operators, frozenset({"values"}))
    assert found == {"faulty::twice": {"build"}, "faulty::sub.Tensor": set()}


def test_load_registers_for_the_block_and_again(tmp_path: Path) -> None:
    import torch

    header = tmp_path / "scale.h"
    (tmp_path / "spec.yaml").write_text(
        "- func: scale(Tensor self) -> Tensor\n  composite: scale (add.Tensor)\n  header: scale.h\n"
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
