#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor exp(const at::Tensor & self) {
  at::Tensor out = native::exp(native::fresh(c10::kMeta), self);
  at::_ops::exp_out::call(self, out);
  return out;
}

inline at::Tensor & exp_(at::Tensor & self) {
  native::exp(native::in_place(c10::kMeta, self), self);
  at::_ops::exp_out::call(self, self);
  return self;
}

} // namespace at::compositeexplicitautogradnonfunctional
