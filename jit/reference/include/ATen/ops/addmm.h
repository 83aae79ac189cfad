#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & addmm_out(at::Tensor & out, const at::Tensor & self, const at::Tensor & mat1,
    const at::Tensor & mat2, const at::Scalar & beta=1, const at::Scalar & alpha=1) {
  return at::_ops::addmm_out::call(self, mat1, mat2, beta, alpha, out);
}
inline at::Tensor & addmm_outf(const at::Tensor & self, const at::Tensor & mat1,
    const at::Tensor & mat2, const at::Scalar & beta, const at::Scalar & alpha, at::Tensor & out) {
  return at::_ops::addmm_out::call(self, mat1, mat2, beta, alpha, out);
}

// aten::addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
inline at::Tensor addmm(const at::Tensor & self, const at::Tensor & mat1, const at::Tensor & mat2,
    const at::Scalar & beta=1, const at::Scalar & alpha=1) {
  return at::_ops::addmm::call(self, mat1, mat2, beta, alpha);
}

} // namespace at
