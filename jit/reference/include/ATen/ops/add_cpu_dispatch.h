#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::cpu {

inline at::Tensor add(const at::Tensor & self, const at::Tensor & other,
    const at::Scalar & alpha=1) {
  return native::add(native::fresh(c10::kCPU), self, other, alpha);
}

inline at::Tensor & add_(at::Tensor & self, const at::Tensor & other, const at::Scalar & alpha=1) {
  native::add(native::in_place(c10::kCPU, self), self, other, alpha);
  return self;
}

inline at::Tensor & add_outf(const at::Tensor & self, const at::Tensor & other,
    const at::Scalar & alpha, at::Tensor & out) {
  native::add(native::given(c10::kCPU, out), self, other, alpha);
  return out;
}
inline at::Tensor & add_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & other,
    const at::Scalar & alpha=1) {
  return at::cpu::add_outf(self, other, alpha, out);
}

} // namespace at::cpu
