#pragma once

#include <ATen/core/Tensor.h>

#include <optional>

namespace direct {

// input * weight^T + bias, over the last dimension of the input.
template <class OPS>
at::Tensor linear(
    const at::Tensor& input, const at::Tensor& weight, const std::optional<at::Tensor>& bias) {
  TORCH_CHECK(weight.dim() == 2 && input.dim() >= 1, "linear: weight is no matrix");
  const int64_t columns = input.size(-1);
  const int64_t rows = input.numel() / std::max<int64_t>(columns, 1);
  const at::Tensor plain = input.contiguous();
  const at::Tensor matrix = OPS::as_strided(plain, {rows, columns}, {columns, 1});
  const at::Tensor transposed = OPS::as_strided(
      weight, {weight.size(1), weight.size(0)}, {weight.stride(1), weight.stride(0)});
  at::Tensor result = bias.has_value() && bias->defined() ? OPS::addmm(*bias, matrix, transposed)
                                                          : OPS::mm(matrix, transposed);
  if (input.dim() == 2) {
    return result;
  }
  std::vector<int64_t> sizes = input.sizes().vec();
  sizes.back() = weight.size(0);
  std::vector<int64_t> strides(sizes.size(), 1);
  for (int64_t i = static_cast<int64_t>(sizes.size()) - 2; i >= 0; --i) {
    strides[i] = strides[i + 1] * sizes[i + 1];
  }
  return OPS::as_strided(result, sizes, strides);
}

template <class OPS>
at::Tensor softmax(const at::Tensor& self, int64_t dim, std::optional<at::ScalarType> dtype) {
  if (!dtype.has_value() || *dtype == self.scalar_type()) {
    return OPS::_softmax(self, dim, false);
  }
  return OPS::_softmax(OPS::_to_copy(self, at::TensorOptions().dtype(*dtype)), dim, false);
}

} // namespace direct
