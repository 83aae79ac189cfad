#pragma once

#include <ATen/core/Tensor.h>

#include <tuple>

template <class OPS>
std::tuple<at::Tensor, at::Tensor> min_max(const at::Tensor& self, int64_t dim, bool keepdim) {
  return std::make_tuple(OPS::amin(self, dim, keepdim), OPS::amax(self, dim, keepdim));
}
