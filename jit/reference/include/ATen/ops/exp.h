#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::exp(Tensor self) -> Tensor
inline at::Tensor exp(const at::Tensor & self) { return at::_ops::exp::call(self); }

// aten::exp_(Tensor(a!) self) -> Tensor(a!)
inline at::Tensor & exp_(at::Tensor & self) { return at::_ops::exp_::call(self); }

// aten::exp.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & exp_out(at::Tensor & out, const at::Tensor & self) {
  return at::_ops::exp_out::call(self, out);
}
inline at::Tensor & exp_outf(const at::Tensor & self, at::Tensor & out) {
  return at::_ops::exp_out::call(self, out);
}

} // namespace at
