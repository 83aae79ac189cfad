"""verify on libtorch does not report what is no fault of the registration."""

from __future__ import annotations

from pathlib import Path

import pytest
from planted_faults import bad_rows

from dispatchless import load_spec
from dispatchless.specifications import open_native_functions

pytestmark = pytest.mark.runtime("torch", timeout=300.0)

# Random numbers, from a generator that is given and from the default one; an in-place composite
# that bumps twice through the dispatcher, whose backward needs what it overwrites, and which adds
# sparse products to dense tensors anywhere in their storage; new kernels for an operator of ATen
# that keeps its autograd kernels; a result on another device than the arguments; strides that
# functionalization does not keep; a result that is no tensor; out= arguments of operators whose
# meta functions choose different strides; indices, which ATen crashes on when they are ZeroTensors
# and batches in its own way when they are empty; operators that write and return nothing; an inner
# operator that is itself a composite, which inference mode shows whole to subclasses and modes;
# writing to an expanded tensor, which functionalization refuses; results that are left undefined
# where a mask says so.
HEADER = """#pragma once
#include <ATen/core/Tensor.h>
template <class OPS>
at::Tensor noisy(const at::Tensor& self, std::optional<at::Generator> generator) {
  return OPS::add(self, OPS::rand(self.sizes(), generator, self.options()), 1);
}
template <class OPS>
at::Tensor drop(const at::Tensor& self, double p) {
  return OPS::mul(self, OPS::bernoulli(OPS::full_like(self, p), std::nullopt));
}
template <class OPS>
at::Tensor filled(
    const at::Tensor& self, at::IntArrayRef size, std::optional<at::ScalarType> dtype,
    std::optional<at::Layout> layout, std::optional<at::Device> device,
    std::optional<bool> pin_memory) {
  at::Tensor ones = OPS::ones(size, dtype, layout, device.value_or(self.device()), pin_memory);
  return OPS::mul(ones, OPS::mean(self));
}
template <class OPS>
at::Tensor& scale_(at::Tensor& self, const at::Tensor& other) {
  OPS::mul_(self, other);
  return OPS::add_(self, 1, 1);
}
template <class OPS>
at::Tensor reversed(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::sub(other, self, alpha);
}
template <class OPS>
at::Tensor& mul_add_(at::Tensor& self, const at::Tensor& other, const at::Tensor& third) {
  OPS::mul_(self, other);
  return OPS::add_(self, OPS::mul(self, third), 1);
}
template <class OPS>
int64_t size(const at::Tensor& self) {
  return OPS::neg(self).numel();
}
template <class OPS>
std::tuple<at::Tensor&, at::Tensor&> both_out(
    const at::Tensor& self, at::Tensor& a, at::Tensor& b) {
  OPS::neg_outf(self, a);
  OPS::abs_outf(self, b);
  return {a, b};
}
template <class OPS>
at::Tensor taken(const at::Tensor& self, const c10::List<std::optional<at::Tensor>>& indices) {
  return OPS::neg(OPS::index(self, indices));
}
template <class OPS>
void negate(at::Tensor& self) { OPS::neg_(self); }
template <class OPS>
void wipe(at::Tensor& self) { OPS::zero_(self); }
template <class OPS>
std::tuple<at::Tensor, at::Tensor> masked(const at::Tensor& self, std::array<bool, 2> mask) {
  return {mask[0] ? OPS::neg(self) : at::Tensor(), mask[1] ? OPS::abs(self) : at::Tensor()};
}
template <class OPS>
void negate_all(at::TensorList tensors, const at::Tensor& scale) {
  for (at::Tensor tensor : tensors) {
    OPS::mul_(tensor, scale);
  }
}
"""
SPECIFICATION = """
- func: noisy(Tensor self, *, Generator? generator=None) -> Tensor
  composite: noisy (add.Tensor, rand.generator)
  header: right.h
  tags: nondeterministic_seeded
- func: drop(Tensor self, float p=0.5) -> Tensor
  composite: drop (mul.Tensor, bernoulli, full_like)
  header: right.h
  tags: nondeterministic_seeded
- func: >-
    filled(Tensor self, int[] size, *, ScalarType? dtype=None, Layout? layout=None,
    Device? device=None, bool? pin_memory=None) -> Tensor
  composite: filled (ones, mul.Tensor, mean)
  header: right.h
- func: scale_(Tensor(a!) self, Tensor other) -> Tensor(a!)
  composite: scale_ (mul_.Tensor, add_.Scalar)
  header: right.h
- func: aten::rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
  composite: reversed (sub.Tensor)
  header: right.h
- func: mul_add_(Tensor(a!) self, Tensor other, Tensor third) -> Tensor(a!)
  composite: mul_add_ (mul_.Tensor, mul.Tensor, add_.Tensor)
  header: right.h
- func: size(Tensor self) -> int
  composite: size (neg)
  header: right.h
- func: both.out(Tensor self, *, Tensor(a!) a, Tensor(b!) b) -> (Tensor(a!), Tensor(b!))
  composite: both_out (neg.out, abs.out)
  header: right.h
- func: taken(Tensor self, Tensor?[] indices) -> Tensor
  composite: taken (neg, index.Tensor)
  header: right.h
- func: negate(Tensor(a!) self) -> ()
  composite: negate (neg_)
  header: right.h
- func: wipe(Tensor(a!) self) -> ()
  composite: wipe (zero_)
  header: right.h
- func: masked(Tensor self, bool[2] mask) -> (Tensor, Tensor)
  composite: masked (neg, abs)
  header: right.h
- func: negate_all(Tensor(a!)[] tensors, Tensor scale) -> ()
  composite: negate_all (mul_.Tensor)
  header: right.h
- func: nearest.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor
  alias: upsample_nearest1d.vec
"""
ROWS = {
    "values",
    "meta",
    "functionalize",
    "dispatches",
    "version_counter",
    "gradcheck",
    "sparse",
    "zero_tensors",
    "threads",
    "vmap",
    "subclasses",
    "dispatch_mode",
    "compile",
}


def test_random_numbers_and_overwritten_arguments(tmp_path: Path) -> None:
    from dispatchless.jit.verify.rows import ROWS as ALL
    from dispatchless.jit.verify.torch_specification import verify_on_torch

    (tmp_path / "right.h").write_text(HEADER)
    (tmp_path / "right.yaml").write_text(SPECIFICATION)
    table = open_native_functions().table
    specification = load_spec(tmp_path / "right.yaml", native_functions=table)
    rows = [row for row in ALL if row.name in ROWS]
    assert len(rows) == len(ROWS)
    report = verify_on_torch(specification, table, "right", rows=rows)
    assert bad_rows(report) == {
        "right::noisy": set(),
        "right::drop": set(),
        "right::filled": set(),
        "right::scale_": set(),
        "aten::rsub.Tensor": set(),
        "right::mul_add_": set(),
        "right::size": set(),
        "right::both.out": set(),
        "right::taken": set(),
        "right::negate": set(),
        "right::wipe": set(),
        "right::masked": set(),
        "right::negate_all": set(),
        "right::nearest.vec": set(),
    }
    notes = {(o.operator, row.name): row.note for o in report.operators for row in o.rows}
    assert "without backward" in notes["right::mul_add_", "compile"]
    assert "stay ATen's" in notes["aten::rsub.Tensor", "compile"]
    assert "is no tensor" in notes["right::size", "vmap"]
    assert "is no tensor" in notes["right::size", "compile"]
    assert "the real call decides" in notes["right::both.out", "meta"]
    assert "refuses the inner operators" in notes["right::wipe", "functionalize"]
    assert "crash the dispatcher path as well" in notes["right::taken", "zero_tensors"]
    assert "under vmap differ from a loop" in notes["right::taken", "vmap"]
