#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/ReduceOps.h>

namespace at::cpu {

inline at::Tensor amax(const at::Tensor & self, at::IntArrayRef dim={}, bool keepdim=false) {
  return native::amax(native::fresh(c10::kCPU), self, dim, keepdim);
}

inline at::Tensor & amax_outf(const at::Tensor & self, at::IntArrayRef dim, bool keepdim,
    at::Tensor & out) {
  native::amax(native::given(c10::kCPU, out), self, dim, keepdim);
  return out;
}
inline at::Tensor & amax_out(at::Tensor & out, const at::Tensor & self, at::IntArrayRef dim={},
    bool keepdim=false) {
  return at::cpu::amax_outf(self, dim, keepdim, out);
}

} // namespace at::cpu
