#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::div.Tensor(Tensor self, Tensor other) -> Tensor
inline at::Tensor div(const at::Tensor & self, const at::Tensor & other) {
  return at::_ops::div_Tensor::call(self, other);
}

// aten::div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & div_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & other) {
  return at::_ops::div_out::call(self, other, out);
}
inline at::Tensor & div_outf(const at::Tensor & self, const at::Tensor & other, at::Tensor & out) {
  return at::_ops::div_out::call(self, other, out);
}

} // namespace at
