#pragma once

#include <ATen/core/Tensor.h>

// other - alpha * self
template <class OPS, class OUT>
decltype(auto) reverse_sub(
    OUT& out, const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return out.sub(other, self, alpha);
}

// self + value * tensor1 * tensor2, or with a minus.
template <class OPS, class OUT>
decltype(auto) add_scaled_product(
    OUT& out,
    const at::Tensor& self,
    const at::Tensor& tensor1,
    const at::Tensor& tensor2,
    const at::Scalar& value,
    bool negate) {
  at::Tensor product = OPS::mul(tensor1, tensor2);
  if (negate) {
    return out.sub(self, product, value);
  }
  return out.add(self, product, value);
}

namespace structured {

// self * scale + shift
template <class OPS, class OUT>
void scale_shift(
    OUT& out, const at::Tensor& self, const at::Tensor& scale, const at::Tensor& shift) {
  out.add(OPS::mul(self, scale), shift);
}

} // namespace structured
