#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor neg(const at::Tensor & self) {
  at::Tensor out = native::neg(native::fresh(c10::kMeta), self);
  at::_ops::neg_out::call(self, out);
  return out;
}

inline at::Tensor & neg_(at::Tensor & self) {
  native::neg(native::in_place(c10::kMeta, self), self);
  at::_ops::neg_out::call(self, self);
  return self;
}

} // namespace at::compositeexplicitautogradnonfunctional
