#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::mul.Tensor(Tensor self, Tensor other) -> Tensor
inline at::Tensor mul(const at::Tensor & self, const at::Tensor & other) {
  return at::_ops::mul_Tensor::call(self, other);
}

// aten::mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & mul_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & other) {
  return at::_ops::mul_out::call(self, other, out);
}
inline at::Tensor & mul_outf(const at::Tensor & self, const at::Tensor & other, at::Tensor & out) {
  return at::_ops::mul_out::call(self, other, out);
}

// aten::mul.Scalar(Tensor self, Scalar other) -> Tensor
inline at::Tensor mul(const at::Tensor & self, const at::Scalar & other) {
  return at::_ops::mul_Scalar::call(self, other);
}

} // namespace at
