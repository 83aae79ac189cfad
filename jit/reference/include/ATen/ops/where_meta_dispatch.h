#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::meta {

inline at::Tensor where(const at::Tensor & condition, const at::Tensor & self,
    const at::Tensor & other) {
  return native::where(native::fresh(c10::kMeta), condition, self, other);
}

inline at::Tensor & where_outf(const at::Tensor & condition, const at::Tensor & self,
    const at::Tensor & other, at::Tensor & out) {
  native::where(native::given(c10::kMeta, out), condition, self, other);
  return out;
}
inline at::Tensor & where_out(at::Tensor & out, const at::Tensor & condition,
    const at::Tensor & self, const at::Tensor & other) {
  return at::meta::where_outf(condition, self, other, out);
}

} // namespace at::meta
