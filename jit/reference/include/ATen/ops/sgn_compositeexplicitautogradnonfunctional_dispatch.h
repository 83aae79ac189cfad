#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor sgn(const at::Tensor & self) {
  at::Tensor out = native::sgn(native::fresh(c10::kMeta), self);
  at::_ops::sgn_out::call(self, out);
  return out;
}

inline at::Tensor & sgn_(at::Tensor & self) {
  native::sgn(native::in_place(c10::kMeta, self), self);
  at::_ops::sgn_out::call(self, self);
  return self;
}

} // namespace at::compositeexplicitautogradnonfunctional
