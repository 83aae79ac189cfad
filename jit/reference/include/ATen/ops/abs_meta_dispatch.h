#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::meta {

inline at::Tensor & abs_outf(const at::Tensor & self, at::Tensor & out) {
  native::abs(native::given(c10::kMeta, out), self);
  return out;
}
inline at::Tensor & abs_out(at::Tensor & out, const at::Tensor & self) {
  return at::meta::abs_outf(self, out);
}

} // namespace at::meta
