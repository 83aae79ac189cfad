#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor sub(const at::Tensor & self, const at::Tensor & other,
    const at::Scalar & alpha=1) {
  at::Tensor out = native::sub(native::fresh(c10::kMeta), self, other, alpha);
  at::_ops::sub_out::call(self, other, alpha, out);
  return out;
}

inline at::Tensor & sub_(at::Tensor & self, const at::Tensor & other, const at::Scalar & alpha=1) {
  native::sub(native::in_place(c10::kMeta, self), self, other, alpha);
  at::_ops::sub_out::call(self, other, alpha, self);
  return self;
}

} // namespace at::compositeexplicitautogradnonfunctional
