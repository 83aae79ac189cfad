#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::mm(Tensor self, Tensor mat2) -> Tensor
inline at::Tensor mm(const at::Tensor & self, const at::Tensor & mat2) {
  return at::_ops::mm::call(self, mat2);
}

// aten::mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & mm_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & mat2) {
  return at::_ops::mm_out::call(self, mat2, out);
}
inline at::Tensor & mm_outf(const at::Tensor & self, const at::Tensor & mat2, at::Tensor & out) {
  return at::_ops::mm_out::call(self, mat2, out);
}

} // namespace at
