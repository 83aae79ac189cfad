"""verify on the embedded runtime: right code passes, planted faults show in their own rows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import planted_faults as faults
import pytest
from planted_faults import bad_rows, chosen, plant, without

from dispatchless import load_spec
from dispatchless.lowering import KernelKind, Table, registration_table
from dispatchless.model import OperatorTable, Specification
from dispatchless.runtime_names import reference_native_functions
from dispatchless.specifications import open_native_functions

pytestmark = pytest.mark.runtime("reference", timeout=300.0)


@pytest.fixture(scope="module")
def operators() -> OperatorTable:
    return open_native_functions(reference_native_functions()).table


def found_on_reference(
    specification: Specification, operators: OperatorTable, kernels: Table = registration_table
) -> dict[str, set[str]]:
    from dispatchless.jit.verify.reference_specification import verify_on_reference

    return bad_rows(verify_on_reference(specification, operators, "faulty", kernels=kernels))


def test_right_code_passes(operators: OperatorTable) -> None:
    specification = chosen(operators, "sub.Tensor", "sub_.Tensor", "sub.out", "gated_residual")
    found = found_on_reference(specification, operators)
    assert found == {f"faulty::{o.schema.name.local}": set() for o in specification.operators}


# Lists and plain values as results, several in-place calls, every kind of plain argument.
OTHER_TYPES = """#pragma once
#include <ATen/core/Tensor.h>
template <class OPS>
std::vector<at::Tensor> negs(at::TensorList tensors) {
  std::vector<at::Tensor> results;
  for (const at::Tensor& tensor : tensors) results.push_back(OPS::neg(tensor));
  return results;
}
template <class OPS>
at::Tensor& add_neg_(at::Tensor& self, const at::Tensor& other) {
  OPS::add_(self, other);
  return OPS::neg_(self);
}
template <class OPS>
std::tuple<int64_t, at::Tensor> plain(
    const at::Tensor& self, std::string_view mode, at::ArrayRef<double> factors,
    std::array<bool, 2> mask) {
  at::Tensor result = OPS::neg(self);
  for (double factor : factors) result = OPS::mul(result, factor + (mode == "mean"));
  return {mask[0] + 2 * mask[1], result};
}
"""
OTHER_TYPES_YAML = """
- func: negs(Tensor[] tensors) -> Tensor[]
  composite: negs (neg)
  header: other_types.h
- func: add_neg_(Tensor(a!) self, Tensor other) -> Tensor(a!)
  composite: add_neg_ (add_.Tensor, neg_)
  header: other_types.h
- func: >-
    plain(Tensor self, str mode="mean", float[] factors=[], bool[2] mask=[True, False])
    -> (int, Tensor)
  composite: plain (neg, mul.Scalar)
  header: other_types.h
"""


def test_lists_plain_values_and_several_in_place_calls(
    operators: OperatorTable, tmp_path: Path
) -> None:
    from dispatchless.jit.verify import Status, reference_rows
    from dispatchless.jit.verify.reference_specification import verify_on_reference

    (tmp_path / "other_types.h").write_text(OTHER_TYPES)
    (tmp_path / "other_types.yaml").write_text(OTHER_TYPES_YAML)
    specification = load_spec(tmp_path / "other_types.yaml", native_functions=operators)
    rows = (
        reference_rows.values,
        reference_rows.meta,
        reference_rows.identity,
        reference_rows.gradients,
    )
    report = verify_on_reference(specification, operators, "right", rows=rows)
    found = {
        each.operator: {row.name for row in each.rows if row.status is Status.PASSED}
        for each in report.operators
    }
    assert report.passed
    assert found == {
        "right::negs": {"values", "meta", "gradients"},
        "right::add_neg_": {"values", "meta", "identity"},
        "right::plain": {"values", "meta", "gradients"},
    }


TABLE_FAULTS: Mapping[str, tuple[str, Table, str]] = {
    "no autograd kernel": ("sub.Tensor", without(KernelKind.GRAD_AWARE), "gradients"),
    "generic kernel everywhere": (
        "gated_residual",
        without(KernelKind.BACKEND, KernelKind.GRAD_AWARE),
        "dispatches",
    ),
}


@pytest.mark.parametrize("fault", TABLE_FAULTS)
def test_a_wrong_registration_is_reported(operators: OperatorTable, fault: str) -> None:
    name, table, row = TABLE_FAULTS[fault]
    found = found_on_reference(chosen(operators, name), operators, table)
    assert row in found[f"faulty::{name}"]


CODE_FAULTS: Mapping[str, tuple[str, faults.Edit, str]] = {
    "wrong sign": ("sub.Tensor", faults.WRONG_SIGN, "values"),
    "a segfault": ("sub.Tensor", faults.SEGFAULT, "values"),
    "an exception with another message": ("sub.Tensor", faults.OTHER_MESSAGE, "errors"),
    "missing out= resize": ("sub.out", faults.NO_RESIZE, "out"),
    "no version bump": ("sub_.Tensor", faults.NO_BUMP, "identity"),
    "two bumps": ("sub_.Tensor", faults.TWO_BUMPS, "identity"),
    "is_cpu() instead of the key set": ("sub.Tensor", faults.BY_DEVICE, "neg_views"),
}


@pytest.mark.parametrize("fault", CODE_FAULTS)
def test_a_fault_in_the_code_is_reported(
    operators: OperatorTable, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    name, edit, row = CODE_FAULTS[fault]
    plant(monkeypatch, edit)
    found = found_on_reference(chosen(operators, name), operators)
    assert row in found[f"faulty::{name}"]
