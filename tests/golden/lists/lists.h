#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/List.h>

#include <array>
#include <optional>
#include <vector>

template <class OPS>
at::Tensor join(at::TensorList tensors, int64_t dim) {
  return OPS::cat(tensors, dim);
}

template <class OPS>
at::Tensor pick(const at::Tensor& self, const c10::List<std::optional<at::Tensor>>& indices) {
  return OPS::index(self, indices);
}

template <class OPS, class Weights, class Names>
std::vector<at::Tensor> halves(
    const at::Tensor& self,
    at::IntArrayRef sizes,
    const Weights& /*weights*/,
    std::array<bool, 2> /*mask*/,
    const Names& /*names*/) {
  return OPS::split_with_sizes(self, sizes);
}
