#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::cpu {

inline at::Tensor div(const at::Tensor & self, const at::Tensor & other) {
  return native::div(native::fresh(c10::kCPU), self, other);
}

inline at::Tensor & div_(at::Tensor & self, const at::Tensor & other) {
  native::div(native::in_place(c10::kCPU, self), self, other);
  return self;
}

inline at::Tensor & div_outf(const at::Tensor & self, const at::Tensor & other, at::Tensor & out) {
  native::div(native::given(c10::kCPU, out), self, other);
  return out;
}
inline at::Tensor & div_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & other) {
  return at::cpu::div_outf(self, other, out);
}

} // namespace at::cpu
