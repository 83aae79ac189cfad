#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor add(const at::Tensor & self, const at::Tensor & other,
    const at::Scalar & alpha=1) {
  at::Tensor out = native::add(native::fresh(c10::kMeta), self, other, alpha);
  at::_ops::add_out::call(self, other, alpha, out);
  return out;
}

inline at::Tensor & add_(at::Tensor & self, const at::Tensor & other, const at::Scalar & alpha=1) {
  native::add(native::in_place(c10::kMeta, self), self, other, alpha);
  at::_ops::add_out::call(self, other, alpha, self);
  return self;
}

} // namespace at::compositeexplicitautogradnonfunctional
