#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::meta {

inline at::Tensor div(const at::Tensor & self, const at::Tensor & other) {
  return native::div(native::fresh(c10::kMeta), self, other);
}

inline at::Tensor & div_(at::Tensor & self, const at::Tensor & other) {
  native::div(native::in_place(c10::kMeta, self), self, other);
  return self;
}

inline at::Tensor & div_outf(const at::Tensor & self, const at::Tensor & other, at::Tensor & out) {
  native::div(native::given(c10::kMeta, out), self, other);
  return out;
}
inline at::Tensor & div_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & other) {
  return at::meta::div_outf(self, other, out);
}

} // namespace at::meta
