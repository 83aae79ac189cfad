#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>

template <class OPS>
at::Tensor& sub_(at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add_(self, other, -alpha);
}

template <class OPS>
void scale_into(const at::Tensor& self, at::Tensor& target, double factor) {
  OPS::copy_(target, OPS::mul(self, factor));
}

template <class OPS>
void zero_all_(at::TensorList self) {
  for (at::Tensor each : self) {
    OPS::zero_(each);
  }
}
