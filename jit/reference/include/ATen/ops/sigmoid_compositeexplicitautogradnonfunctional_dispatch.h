#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor sigmoid(const at::Tensor & self) {
  at::Tensor out = native::sigmoid(native::fresh(c10::kMeta), self);
  at::_ops::sigmoid_out::call(self, out);
  return out;
}

inline at::Tensor & sigmoid_(at::Tensor & self) {
  native::sigmoid(native::in_place(c10::kMeta, self), self);
  at::_ops::sigmoid_out::call(self, self);
  return self;
}

} // namespace at::compositeexplicitautogradnonfunctional
