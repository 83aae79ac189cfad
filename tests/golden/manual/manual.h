#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>

template <class OPS>
at::Tensor sub(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add(self, other, -alpha);
}

template <class OPS>
at::Tensor& sub_(at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add_(self, other, -alpha);
}

template <class OPS>
at::Tensor turned(const at::Tensor& self) {
  return OPS::transpose(self, 0, 1);
}
