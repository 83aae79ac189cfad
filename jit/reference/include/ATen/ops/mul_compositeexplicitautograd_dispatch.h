#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor mul(const at::Tensor & self, const at::Scalar & other) {
  return native::mul(self, other);
}

inline at::Tensor & mul_(at::Tensor & self, const at::Scalar & other) {
  return native::mul_(self, other);
}

} // namespace at::compositeexplicitautograd
