#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::meta {

inline at::Tensor sgn(const at::Tensor & self) {
  return native::sgn(native::fresh(c10::kMeta), self);
}

inline at::Tensor & sgn_(at::Tensor & self) {
  native::sgn(native::in_place(c10::kMeta, self), self);
  return self;
}

inline at::Tensor & sgn_outf(const at::Tensor & self, at::Tensor & out) {
  native::sgn(native::given(c10::kMeta, out), self);
  return out;
}
inline at::Tensor & sgn_out(at::Tensor & out, const at::Tensor & self) {
  return at::meta::sgn_outf(self, out);
}

} // namespace at::meta
