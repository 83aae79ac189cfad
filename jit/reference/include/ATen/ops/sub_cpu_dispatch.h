#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::cpu {

inline at::Tensor & sub_outf(const at::Tensor & self, const at::Tensor & other,
    const at::Scalar & alpha, at::Tensor & out) {
  native::sub(native::given(c10::kCPU, out), self, other, alpha);
  return out;
}
inline at::Tensor & sub_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & other,
    const at::Scalar & alpha=1) {
  return at::cpu::sub_outf(self, other, alpha, out);
}

inline at::Tensor sub(const at::Tensor & self, const at::Tensor & other,
    const at::Scalar & alpha=1) {
  return native::sub(native::fresh(c10::kCPU), self, other, alpha);
}

inline at::Tensor & sub_(at::Tensor & self, const at::Tensor & other, const at::Scalar & alpha=1) {
  native::sub(native::in_place(c10::kCPU, self), self, other, alpha);
  return self;
}

} // namespace at::cpu
