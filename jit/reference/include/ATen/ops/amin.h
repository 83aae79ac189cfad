#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor
inline at::Tensor amin(const at::Tensor & self, at::IntArrayRef dim={}, bool keepdim=false) {
  return at::_ops::amin::call(self, dim, keepdim);
}

// aten::amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & amin_out(at::Tensor & out, const at::Tensor & self, at::IntArrayRef dim={},
    bool keepdim=false) {
  return at::_ops::amin_out::call(self, dim, keepdim, out);
}
inline at::Tensor & amin_outf(const at::Tensor & self, at::IntArrayRef dim, bool keepdim,
    at::Tensor & out) {
  return at::_ops::amin_out::call(self, dim, keepdim, out);
}

} // namespace at
