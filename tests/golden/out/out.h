#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>

#include <tuple>

template <class OPS>
at::Tensor& sub_out(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha, at::Tensor& out) {
  return OPS::add_out(out, self, other, -alpha);
}

template <class OPS>
std::tuple<at::Tensor&, at::Tensor&> extremes_out(
    const at::Tensor& self, int64_t dim, bool keepdim, at::Tensor& low, at::Tensor& high) {
  OPS::amin_outf(self, dim, keepdim, low);
  OPS::amax_out(high, self, dim, keepdim);
  return std::tuple<at::Tensor&, at::Tensor&>(low, high);
}
