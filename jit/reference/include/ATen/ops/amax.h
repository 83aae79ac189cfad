#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor
inline at::Tensor amax(const at::Tensor & self, at::IntArrayRef dim={}, bool keepdim=false) {
  return at::_ops::amax::call(self, dim, keepdim);
}

// aten::amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & amax_out(at::Tensor & out, const at::Tensor & self, at::IntArrayRef dim={},
    bool keepdim=false) {
  return at::_ops::amax_out::call(self, dim, keepdim, out);
}
inline at::Tensor & amax_outf(const at::Tensor & self, at::IntArrayRef dim, bool keepdim,
    at::Tensor & out) {
  return at::_ops::amax_out::call(self, dim, keepdim, out);
}

} // namespace at
