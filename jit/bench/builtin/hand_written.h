// What a person writes who calls the CPU kernels: the measure of all others.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/ops/add_cpu_dispatch.h>
#include <ATen/ops/mul_cpu_dispatch.h>
#include <ATen/ops/neg_cpu_dispatch.h>
#include <ATen/ops/sigmoid_cpu_dispatch.h>
#include <ATen/ops/sub_cpu_dispatch.h>

namespace hand_written {

inline at::Tensor one(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return at::cpu::add(self, other, -alpha);
}

inline at::Tensor& one_(
    at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return at::cpu::add_(self, other, -alpha);
}

inline at::Tensor& one_out(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha, at::Tensor& out) {
  return at::cpu::add_outf(self, other, -alpha, out);
}

inline at::Tensor three(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor product = at::cpu::mul(self, at::cpu::sigmoid(gate));
  return at::cpu::add(product, residual);
}

inline at::Tensor& three_(
    at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor product = at::cpu::mul(self, at::cpu::sigmoid(gate));
  return at::cpu::add_outf(product, residual, 1, self);
}

inline at::Tensor& three_out(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual, at::Tensor& out) {
  at::Tensor product = at::cpu::mul(self, at::cpu::sigmoid(gate));
  return at::cpu::add_outf(product, residual, 1, out);
}

inline at::Tensor eight(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor open = at::cpu::sigmoid(gate);
  at::Tensor kept = at::cpu::mul(self, open);
  at::Tensor closed = at::cpu::sigmoid(at::cpu::neg(gate));
  at::Tensor fresh = at::cpu::mul(residual, closed);
  at::Tensor change = at::cpu::mul(at::cpu::sub(fresh, kept), open);
  return at::cpu::add(kept, change);
}

inline at::Tensor& eight_(
    at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor open = at::cpu::sigmoid(gate);
  at::Tensor kept = at::cpu::mul(self, open);
  at::Tensor closed = at::cpu::sigmoid(at::cpu::neg(gate));
  at::Tensor fresh = at::cpu::mul(residual, closed);
  at::Tensor change = at::cpu::mul(at::cpu::sub(fresh, kept), open);
  return at::cpu::add_outf(kept, change, 1, self);
}

inline at::Tensor& eight_out(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual, at::Tensor& out) {
  at::Tensor open = at::cpu::sigmoid(gate);
  at::Tensor kept = at::cpu::mul(self, open);
  at::Tensor closed = at::cpu::sigmoid(at::cpu::neg(gate));
  at::Tensor fresh = at::cpu::mul(residual, closed);
  at::Tensor change = at::cpu::mul(at::cpu::sub(fresh, kept), open);
  return at::cpu::add_outf(kept, change, 1, out);
}

} // namespace hand_written
