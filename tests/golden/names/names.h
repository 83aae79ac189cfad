#pragma once

#include <ATen/core/Tensor.h>

#include <optional>

template <class OPS>
at::Tensor f(
    const at::Tensor& keys,
    const std::optional<at::Tensor>& /*guard*/,
    at::TensorList /*needs_grad*/,
    const at::Tensor& /*runs_on*/,
    int64_t /*m*/,
    int64_t /*libraries*/) {
  return OPS::neg(keys);
}

template <class OPS>
at::Tensor& g_(
    at::Tensor& self,
    const at::Tensor& /*result*/,
    const at::Tensor& /*bump_version*/,
    const at::Tensor& /*keys_1*/,
    const at::Tensor& /*guard*/,
    const at::Tensor& /*g_inplace_below*/) {
  return OPS::neg_(self);
}

template <class OPS>
at::Tensor h(
    const at::Tensor& at,
    const at::Tensor& c10,
    const at::Tensor& std,
    const at::Tensor& torch,
    const at::Tensor& /*mylib*/,
    const at::Tensor& /*value*/,
    const at::Tensor& /*element*/) {
  return OPS::f(at, c10, {std}, torch, 1, 2);
}

template <class OPS>
at::Tensor my_xor(const at::Tensor& self, const at::Tensor& other) {
  return OPS::bitwise_xor(self, other);
}

template <class OPS>
at::Tensor _private(const at::Tensor& self, const at::Tensor& /*m*/) {
  return OPS::neg(self);
}
