#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::neg(Tensor self) -> Tensor
inline at::Tensor neg(const at::Tensor & self) { return at::_ops::neg::call(self); }

// aten::neg_(Tensor(a!) self) -> Tensor(a!)
inline at::Tensor & neg_(at::Tensor & self) { return at::_ops::neg_::call(self); }

// aten::neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & neg_out(at::Tensor & out, const at::Tensor & self) {
  return at::_ops::neg_out::call(self, out);
}
inline at::Tensor & neg_outf(const at::Tensor & self, at::Tensor & out) {
  return at::_ops::neg_out::call(self, out);
}

} // namespace at
