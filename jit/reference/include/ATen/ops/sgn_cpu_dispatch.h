#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::cpu {

inline at::Tensor sgn(const at::Tensor & self) {
  return native::sgn(native::fresh(c10::kCPU), self);
}

inline at::Tensor & sgn_(at::Tensor & self) {
  native::sgn(native::in_place(c10::kCPU, self), self);
  return self;
}

inline at::Tensor & sgn_outf(const at::Tensor & self, at::Tensor & out) {
  native::sgn(native::given(c10::kCPU, out), self);
  return out;
}
inline at::Tensor & sgn_out(at::Tensor & out, const at::Tensor & self) {
  return at::cpu::sgn_outf(self, out);
}

} // namespace at::cpu
