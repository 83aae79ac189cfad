#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/LinearAlgebra.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor addmm(const at::Tensor & self, const at::Tensor & mat1, const at::Tensor & mat2,
    const at::Scalar & beta=1, const at::Scalar & alpha=1) {
  at::Tensor out = native::addmm(native::fresh(c10::kMeta), self, mat1, mat2, beta, alpha);
  at::_ops::addmm_out::call(self, mat1, mat2, beta, alpha, out);
  return out;
}

inline at::Tensor & addmm_(at::Tensor & self, const at::Tensor & mat1, const at::Tensor & mat2,
    const at::Scalar & beta=1, const at::Scalar & alpha=1) {
  native::addmm(native::in_place(c10::kMeta, self), self, mat1, mat2, beta, alpha);
  at::_ops::addmm_out::call(self, mat1, mat2, beta, alpha, self);
  return self;
}

} // namespace at::compositeexplicitautogradnonfunctional
