#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/ReduceOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor amax(const at::Tensor & self, at::IntArrayRef dim={}, bool keepdim=false) {
  at::Tensor out = native::amax(native::fresh(c10::kMeta), self, dim, keepdim);
  at::_ops::amax_out::call(self, dim, keepdim, out);
  return out;
}

} // namespace at::compositeexplicitautogradnonfunctional
