#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::meta {

inline at::Tensor mul(const at::Tensor & self, const at::Tensor & other) {
  return native::mul(native::fresh(c10::kMeta), self, other);
}

inline at::Tensor & mul_(at::Tensor & self, const at::Tensor & other) {
  native::mul(native::in_place(c10::kMeta, self), self, other);
  return self;
}

inline at::Tensor & mul_outf(const at::Tensor & self, const at::Tensor & other, at::Tensor & out) {
  native::mul(native::given(c10::kMeta, out), self, other);
  return out;
}
inline at::Tensor & mul_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & other) {
  return at::meta::mul_outf(self, other, out);
}

} // namespace at::meta
