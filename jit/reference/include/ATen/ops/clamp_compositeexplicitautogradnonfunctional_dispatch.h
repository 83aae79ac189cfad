#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor clamp(const at::Tensor & self, const ::std::optional<at::Scalar> & min,
    const ::std::optional<at::Scalar> & max=::std::nullopt) {
  at::Tensor out = native::clamp(native::fresh(c10::kMeta), self, min, max);
  at::_ops::clamp_out::call(self, min, max, out);
  return out;
}

inline at::Tensor & clamp_(at::Tensor & self, const ::std::optional<at::Scalar> & min,
    const ::std::optional<at::Scalar> & max=::std::nullopt) {
  native::clamp(native::in_place(c10::kMeta, self), self, min, max);
  at::_ops::clamp_out::call(self, min, max, self);
  return self;
}

} // namespace at::compositeexplicitautogradnonfunctional
