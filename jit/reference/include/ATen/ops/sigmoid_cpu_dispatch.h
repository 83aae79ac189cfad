#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::cpu {

inline at::Tensor sigmoid(const at::Tensor & self) {
  return native::sigmoid(native::fresh(c10::kCPU), self);
}

inline at::Tensor & sigmoid_(at::Tensor & self) {
  native::sigmoid(native::in_place(c10::kCPU, self), self);
  return self;
}

inline at::Tensor & sigmoid_outf(const at::Tensor & self, at::Tensor & out) {
  native::sigmoid(native::given(c10::kCPU, out), self);
  return out;
}
inline at::Tensor & sigmoid_out(at::Tensor & out, const at::Tensor & self) {
  return at::cpu::sigmoid_outf(self, out);
}

} // namespace at::cpu
