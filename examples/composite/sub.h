#pragma once

#include <ATen/core/Tensor.h>

// self - alpha * other, as an addition.
template <class OPS>
at::Tensor sub(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add(self, other, -alpha);
}

template <class OPS>
at::Tensor& sub_(at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add_(self, other, -alpha);
}

template <class OPS>
at::Tensor& sub_out(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha, at::Tensor& out) {
  return OPS::add_outf(self, other, -alpha, out);
}
