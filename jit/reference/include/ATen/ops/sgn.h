#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::sgn(Tensor self) -> Tensor
inline at::Tensor sgn(const at::Tensor & self) { return at::_ops::sgn::call(self); }

// aten::sgn.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & sgn_out(at::Tensor & out, const at::Tensor & self) {
  return at::_ops::sgn_out::call(self, out);
}
inline at::Tensor & sgn_outf(const at::Tensor & self, at::Tensor & out) {
  return at::_ops::sgn_out::call(self, out);
}

} // namespace at
