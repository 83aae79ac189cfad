"""Calls of the dispatcher that a template's text shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless.model import OperatorTable, load_spec
from dispatchless.model.cpp_declarations import HeaderReader
from dispatchless.model.template_dispatches import template_dispatches

SPEC = """
- func: twice(Tensor self, Tensor[] more, Tensor? bias, Scalar scale, int[] size) -> Tensor
  {design}
  header: h.h
"""
PARAMETERS = """const at::Tensor& self, at::TensorList more, const std::optional<at::Tensor>& bias,
 const at::Scalar& scale, at::IntArrayRef size"""
HEADER = """#pragma once
int neg_all(int);
template <class OPS> at::Tensor helper(const at::Tensor& given) { return OPS::add(given, -given); }
"""


def found(folder: Path, native: OperatorTable, body: str, *, structured: bool = False) -> list[str]:
    """`line: names` of each call."""
    design, head = "composite: twice (*)", f"template <class OPS> at::Tensor twice({PARAMETERS})"
    if structured:
        design = "structured_composite: twice (*)"
        head = f"template <class OPS, class OUT> decltype(auto) twice(OUT& out, {PARAMETERS})"
    (folder / "h.h").write_text(HEADER + head + "{\n" + body + "\n}\n")
    (folder / "spec.yaml").write_text(SPEC.replace("{design}", design))
    operator = load_spec(folder / "spec.yaml", native=native).operators[0]
    calls = template_dispatches(operator, HeaderReader(), native)
    return [f"{call.location.line}: {' or '.join(call.names)}" for call in calls]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return OPS::add(at::neg(self), 2);", ["6: neg"]),
        ("return OPS::add(self.neg(), 2);", ["6: neg"]),
        ("return OPS::add(neg(self), 2);", ["6: neg"]),
        ("return OPS::add(self, 2) + 1;", ["6: add"]),
        ("at::Tensor t = self;\nt *= 2;\nreturn OPS::add(t, more[0]);", ["7: mul_"]),
        ("auto t = OPS::abs(self);\nreturn OPS::add(t[0], 1);", ["7: select or index"]),
        ("return helper<OPS>(self);", ["3: neg"]),
        ("return OPS::add(more[0], -scale);", []),
        ("return OPS::add(*bias, size[0] * 2 + size.size() + neg_all(1));", []),
        ("return OPS::add(self.sizes()[0] > 1 ? self : more[1], bias->dim() - self.dim());", []),
        ("if (bias && bias->defined()) { return OPS::abs(*bias); } return OPS::neg(self);", []),
    ],
)
def test_dispatches_of_a_template(
    tmp_path: Path, native: OperatorTable, body: str, expected: list[str]
) -> None:
    assert found(tmp_path, native, body) == expected


def test_the_output_is_no_tensor(tmp_path: Path, native: OperatorTable) -> None:
    body = "return out.add(OPS::abs(self), self.abs());"
    assert found(tmp_path, native, body, structured=True) == ["6: abs"]
