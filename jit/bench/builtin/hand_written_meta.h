// The same for shapes alone: what a person writes who calls the functions of at::meta.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/ops/add_meta_dispatch.h>
#include <ATen/ops/mul_meta_dispatch.h>
#include <ATen/ops/neg_meta_dispatch.h>
#include <ATen/ops/sigmoid_meta_dispatch.h>
#include <ATen/ops/sub_meta_dispatch.h>

namespace hand_written_meta {

inline at::Tensor one(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return at::meta::add(self, other, -alpha);
}

inline at::Tensor& one_(
    at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return at::meta::add_(self, other, -alpha);
}

inline at::Tensor& one_out(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha, at::Tensor& out) {
  return at::meta::add_outf(self, other, -alpha, out);
}

inline at::Tensor three(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor product = at::meta::mul(self, at::meta::sigmoid(gate));
  return at::meta::add(product, residual);
}

inline at::Tensor& three_(
    at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor product = at::meta::mul(self, at::meta::sigmoid(gate));
  return at::meta::add_outf(product, residual, 1, self);
}

inline at::Tensor& three_out(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual, at::Tensor& out) {
  at::Tensor product = at::meta::mul(self, at::meta::sigmoid(gate));
  return at::meta::add_outf(product, residual, 1, out);
}

inline at::Tensor eight(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor open = at::meta::sigmoid(gate);
  at::Tensor kept = at::meta::mul(self, open);
  at::Tensor closed = at::meta::sigmoid(at::meta::neg(gate));
  at::Tensor fresh = at::meta::mul(residual, closed);
  at::Tensor change = at::meta::mul(at::meta::sub(fresh, kept), open);
  return at::meta::add(kept, change);
}

inline at::Tensor& eight_(
    at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor open = at::meta::sigmoid(gate);
  at::Tensor kept = at::meta::mul(self, open);
  at::Tensor closed = at::meta::sigmoid(at::meta::neg(gate));
  at::Tensor fresh = at::meta::mul(residual, closed);
  at::Tensor change = at::meta::mul(at::meta::sub(fresh, kept), open);
  return at::meta::add_outf(kept, change, 1, self);
}

inline at::Tensor& eight_out(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual, at::Tensor& out) {
  at::Tensor open = at::meta::sigmoid(gate);
  at::Tensor kept = at::meta::mul(self, open);
  at::Tensor closed = at::meta::sigmoid(at::meta::neg(gate));
  at::Tensor fresh = at::meta::mul(residual, closed);
  at::Tensor change = at::meta::mul(at::meta::sub(fresh, kept), open);
  return at::meta::add_outf(kept, change, 1, out);
}

} // namespace hand_written_meta
