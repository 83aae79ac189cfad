#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>

template <class OPS>
at::Tensor clip(const at::Tensor& self) {
  return OPS::relu(self);
}

template <class OPS>
at::Tensor clip(const at::Tensor& self, const at::Scalar& low) {
  return OPS::clamp_min(self, low);
}

template <class OPS>
at::Tensor clip(const at::Tensor& self, const at::Tensor& low) {
  return OPS::clamp_min(self, low);
}

template <class OPS>
at::Tensor& clip_(at::Tensor& self) {
  return OPS::relu_(self);
}

template <class OPS>
at::Tensor both_clips(const at::Tensor& self, const at::Tensor& low) {
  return OPS::clamp_min(OPS::clamp_min(self, low), at::Scalar(0));
}
