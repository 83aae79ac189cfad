#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/ReduceOps.h>

namespace at::meta {

inline at::Tensor amin(const at::Tensor & self, at::IntArrayRef dim={}, bool keepdim=false) {
  return native::amin(native::fresh(c10::kMeta), self, dim, keepdim);
}

inline at::Tensor & amin_outf(const at::Tensor & self, at::IntArrayRef dim, bool keepdim,
    at::Tensor & out) {
  native::amin(native::given(c10::kMeta, out), self, dim, keepdim);
  return out;
}
inline at::Tensor & amin_out(at::Tensor & out, const at::Tensor & self, at::IntArrayRef dim={},
    bool keepdim=false) {
  return at::meta::amin_outf(self, dim, keepdim, out);
}

} // namespace at::meta
