// Templates on the struct of inner operators.
#pragma once

#include <ATen/core/Tensor.h>

namespace bench_composite {

template <class OPS>
at::Tensor one(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add(self, other, -alpha);
}

template <class OPS>
at::Tensor& one_(
    at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add_(self, other, -alpha);
}

template <class OPS>
at::Tensor& one_out(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha, at::Tensor& out) {
  return OPS::add_outf(self, other, -alpha, out);
}

template <class OPS>
at::Tensor three(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor product = OPS::mul(self, OPS::sigmoid(gate));
  return OPS::add(product, residual);
}

template <class OPS>
at::Tensor& three_(
    at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor product = OPS::mul(self, OPS::sigmoid(gate));
  return OPS::add_outf(product, residual, 1, self);
}

template <class OPS>
at::Tensor& three_out(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual, at::Tensor& out) {
  at::Tensor product = OPS::mul(self, OPS::sigmoid(gate));
  return OPS::add_outf(product, residual, 1, out);
}

template <class OPS>
at::Tensor eight(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor open = OPS::sigmoid(gate);
  at::Tensor kept = OPS::mul(self, open);
  at::Tensor closed = OPS::sigmoid(OPS::neg(gate));
  at::Tensor fresh = OPS::mul(residual, closed);
  at::Tensor change = OPS::mul(OPS::sub(fresh, kept), open);
  return OPS::add(kept, change);
}

template <class OPS>
at::Tensor& eight_(
    at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor open = OPS::sigmoid(gate);
  at::Tensor kept = OPS::mul(self, open);
  at::Tensor closed = OPS::sigmoid(OPS::neg(gate));
  at::Tensor fresh = OPS::mul(residual, closed);
  at::Tensor change = OPS::mul(OPS::sub(fresh, kept), open);
  return OPS::add_outf(kept, change, 1, self);
}

template <class OPS>
at::Tensor& eight_out(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual, at::Tensor& out) {
  at::Tensor open = OPS::sigmoid(gate);
  at::Tensor kept = OPS::mul(self, open);
  at::Tensor closed = OPS::sigmoid(OPS::neg(gate));
  at::Tensor fresh = OPS::mul(residual, closed);
  at::Tensor change = OPS::mul(OPS::sub(fresh, kept), open);
  return OPS::add_outf(kept, change, 1, out);
}

} // namespace bench_composite
