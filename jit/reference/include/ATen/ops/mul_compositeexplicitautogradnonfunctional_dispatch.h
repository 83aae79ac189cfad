#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor mul(const at::Tensor & self, const at::Tensor & other) {
  at::Tensor out = native::mul(native::fresh(c10::kMeta), self, other);
  at::_ops::mul_out::call(self, other, out);
  return out;
}

inline at::Tensor & mul_(at::Tensor & self, const at::Tensor & other) {
  native::mul(native::in_place(c10::kMeta, self), self, other);
  at::_ops::mul_out::call(self, other, self);
  return self;
}

} // namespace at::compositeexplicitautogradnonfunctional
