#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::cpu {

inline at::Tensor neg(const at::Tensor & self) {
  return native::neg(native::fresh(c10::kCPU), self);
}

inline at::Tensor & neg_(at::Tensor & self) {
  native::neg(native::in_place(c10::kCPU, self), self);
  return self;
}

inline at::Tensor & neg_outf(const at::Tensor & self, at::Tensor & out) {
  native::neg(native::given(c10::kCPU, out), self);
  return out;
}
inline at::Tensor & neg_out(at::Tensor & out, const at::Tensor & self) {
  return at::cpu::neg_outf(self, out);
}

} // namespace at::cpu
