#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::fill.Scalar(Tensor self, Scalar value) -> Tensor
inline at::Tensor fill(const at::Tensor & self, const at::Scalar & value) {
  return at::_ops::fill_Scalar::call(self, value);
}

// aten::fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)
inline at::Tensor & fill_(at::Tensor & self, const at::Scalar & value) {
  return at::_ops::fill__Scalar::call(self, value);
}

} // namespace at
