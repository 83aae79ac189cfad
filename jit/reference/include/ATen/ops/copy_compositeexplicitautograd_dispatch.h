#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor & copy_(at::Tensor & self, const at::Tensor & src, bool non_blocking=false) {
  return native::copy_(self, src, non_blocking);
}

} // namespace at::compositeexplicitautograd
