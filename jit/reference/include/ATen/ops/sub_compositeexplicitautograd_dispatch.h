#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor sub(const at::Tensor & self, const at::Scalar & other,
    const at::Scalar & alpha=1) {
  return native::sub(self, other, alpha);
}

inline at::Tensor & sub_(at::Tensor & self, const at::Scalar & other, const at::Scalar & alpha=1) {
  return native::sub_(self, other, alpha);
}

} // namespace at::compositeexplicitautograd
