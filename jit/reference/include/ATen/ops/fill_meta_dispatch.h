#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Factories.h>

namespace at::meta {

inline at::Tensor & fill_(at::Tensor & self, const at::Scalar & value) {
  native::fill(native::in_place(c10::kMeta, self), value);
  return self;
}

} // namespace at::meta
