#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::abs(Tensor self) -> Tensor
inline at::Tensor abs(const at::Tensor & self) { return at::_ops::abs::call(self); }

// aten::abs_(Tensor(a!) self) -> Tensor(a!)
inline at::Tensor & abs_(at::Tensor & self) { return at::_ops::abs_::call(self); }

// aten::abs.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & abs_out(at::Tensor & out, const at::Tensor & self) {
  return at::_ops::abs_out::call(self, out);
}
inline at::Tensor & abs_outf(const at::Tensor & self, at::Tensor & out) {
  return at::_ops::abs_out::call(self, out);
}

} // namespace at
