#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/ReduceOps.h>

namespace at::meta {

inline at::Tensor amax(const at::Tensor & self, at::IntArrayRef dim={}, bool keepdim=false) {
  return native::amax(native::fresh(c10::kMeta), self, dim, keepdim);
}

inline at::Tensor & amax_outf(const at::Tensor & self, at::IntArrayRef dim, bool keepdim,
    at::Tensor & out) {
  native::amax(native::given(c10::kMeta, out), self, dim, keepdim);
  return out;
}
inline at::Tensor & amax_out(at::Tensor & out, const at::Tensor & self, at::IntArrayRef dim={},
    bool keepdim=false) {
  return at::meta::amax_outf(self, dim, keepdim, out);
}

} // namespace at::meta
