#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::cpu {

inline at::Tensor exp(const at::Tensor & self) {
  return native::exp(native::fresh(c10::kCPU), self);
}

inline at::Tensor & exp_(at::Tensor & self) {
  native::exp(native::in_place(c10::kCPU, self), self);
  return self;
}

inline at::Tensor & exp_outf(const at::Tensor & self, at::Tensor & out) {
  native::exp(native::given(c10::kCPU, out), self);
  return out;
}
inline at::Tensor & exp_out(at::Tensor & out, const at::Tensor & self) {
  return at::cpu::exp_outf(self, out);
}

} // namespace at::cpu
