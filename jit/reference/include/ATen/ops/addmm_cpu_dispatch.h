#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/LinearAlgebra.h>

namespace at::cpu {

inline at::Tensor & addmm_outf(const at::Tensor & self, const at::Tensor & mat1,
    const at::Tensor & mat2, const at::Scalar & beta, const at::Scalar & alpha, at::Tensor & out) {
  native::addmm(native::given(c10::kCPU, out), self, mat1, mat2, beta, alpha);
  return out;
}
inline at::Tensor & addmm_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & mat1,
    const at::Tensor & mat2, const at::Scalar & beta=1, const at::Scalar & alpha=1) {
  return at::cpu::addmm_outf(self, mat1, mat2, beta, alpha, out);
}

inline at::Tensor addmm(const at::Tensor & self, const at::Tensor & mat1, const at::Tensor & mat2,
    const at::Scalar & beta=1, const at::Scalar & alpha=1) {
  return native::addmm(native::fresh(c10::kCPU), self, mat1, mat2, beta, alpha);
}

inline at::Tensor & addmm_(at::Tensor & self, const at::Tensor & mat1, const at::Tensor & mat2,
    const at::Scalar & beta=1, const at::Scalar & alpha=1) {
  native::addmm(native::in_place(c10::kCPU, self), self, mat1, mat2, beta, alpha);
  return self;
}

} // namespace at::cpu
