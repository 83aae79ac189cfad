#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/ReduceOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor amin(const at::Tensor & self, at::IntArrayRef dim={}, bool keepdim=false) {
  at::Tensor out = native::amin(native::fresh(c10::kMeta), self, dim, keepdim);
  at::_ops::amin_out::call(self, dim, keepdim, out);
  return out;
}

} // namespace at::compositeexplicitautogradnonfunctional
