#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::meta {

inline at::Tensor & sub_outf(const at::Tensor & self, const at::Tensor & other,
    const at::Scalar & alpha, at::Tensor & out) {
  native::sub(native::given(c10::kMeta, out), self, other, alpha);
  return out;
}
inline at::Tensor & sub_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & other,
    const at::Scalar & alpha=1) {
  return at::meta::sub_outf(self, other, alpha, out);
}

inline at::Tensor sub(const at::Tensor & self, const at::Tensor & other,
    const at::Scalar & alpha=1) {
  return native::sub(native::fresh(c10::kMeta), self, other, alpha);
}

inline at::Tensor & sub_(at::Tensor & self, const at::Tensor & other, const at::Scalar & alpha=1) {
  native::sub(native::in_place(c10::kMeta, self), self, other, alpha);
  return self;
}

} // namespace at::meta
