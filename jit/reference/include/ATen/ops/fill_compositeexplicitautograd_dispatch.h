#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor fill(const at::Tensor & self, const at::Scalar & value) {
  return native::fill(self, value);
}

} // namespace at::compositeexplicitautograd
