#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Factories.h>

namespace at::cpu {

inline at::Tensor & fill_(at::Tensor & self, const at::Scalar & value) {
  native::fill(native::in_place(c10::kCPU, self), value);
  return self;
}

} // namespace at::cpu
