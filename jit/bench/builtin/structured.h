// Templates on the struct of inner operators and on what the result is written to.
#pragma once

#include <ATen/core/Tensor.h>

namespace bench_structured {

template <class OPS, class OUT>
decltype(auto) one(
    OUT& out, const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return out.add(self, other, -alpha);
}

template <class OPS, class OUT>
decltype(auto) three(
    OUT& out, const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor product = OPS::mul(self, OPS::sigmoid(gate));
  return out.add(product, residual);
}

template <class OPS, class OUT>
decltype(auto) eight(
    OUT& out, const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor open = OPS::sigmoid(gate);
  at::Tensor kept = OPS::mul(self, open);
  at::Tensor closed = OPS::sigmoid(OPS::neg(gate));
  at::Tensor fresh = OPS::mul(residual, closed);
  at::Tensor change = OPS::mul(OPS::sub(fresh, kept), open);
  return out.add(kept, change);
}

} // namespace bench_structured
