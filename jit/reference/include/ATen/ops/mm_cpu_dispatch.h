#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/LinearAlgebra.h>

namespace at::cpu {

inline at::Tensor mm(const at::Tensor & self, const at::Tensor & mat2) {
  return native::mm(native::fresh(c10::kCPU), self, mat2);
}

inline at::Tensor & mm_outf(const at::Tensor & self, const at::Tensor & mat2, at::Tensor & out) {
  native::mm(native::given(c10::kCPU, out), self, mat2);
  return out;
}
inline at::Tensor & mm_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & mat2) {
  return at::cpu::mm_outf(self, mat2, out);
}

} // namespace at::cpu
