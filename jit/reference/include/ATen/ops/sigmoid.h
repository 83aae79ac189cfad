#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::sigmoid(Tensor self) -> Tensor
inline at::Tensor sigmoid(const at::Tensor & self) { return at::_ops::sigmoid::call(self); }

// aten::sigmoid_(Tensor(a!) self) -> Tensor(a!)
inline at::Tensor & sigmoid_(at::Tensor & self) { return at::_ops::sigmoid_::call(self); }

// aten::sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & sigmoid_out(at::Tensor & out, const at::Tensor & self) {
  return at::_ops::sigmoid_out::call(self, out);
}
inline at::Tensor & sigmoid_outf(const at::Tensor & self, at::Tensor & out) {
  return at::_ops::sigmoid_out::call(self, out);
}

} // namespace at
