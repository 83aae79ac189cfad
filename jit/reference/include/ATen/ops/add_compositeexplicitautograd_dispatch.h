#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor add(const at::Tensor & self, const at::Scalar & other,
    const at::Scalar & alpha=1) {
  return native::add(self, other, alpha);
}

inline at::Tensor & add_(at::Tensor & self, const at::Scalar & other, const at::Scalar & alpha=1) {
  return native::add_(self, other, alpha);
}

} // namespace at::compositeexplicitautograd
