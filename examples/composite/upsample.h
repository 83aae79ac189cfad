#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <vector>

namespace upsample_helpers {

// The spatial sizes of the result: given, or the input's times the scale factors.
inline std::vector<int64_t> output_size(
    at::IntArrayRef input_size,
    at::OptionalIntArrayRef output_size,
    std::optional<at::ArrayRef<double>> scale_factors) {
  TORCH_CHECK(
      output_size.has_value() != scale_factors.has_value(),
      "Must specify exactly one of output_size and scale_factors");
  if (output_size.has_value()) {
    return output_size->vec();
  }
  TORCH_CHECK(
      scale_factors->size() + 2 == input_size.size(),
      "scale_factors must have one element for each spatial dimension");
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < scale_factors->size(); ++i) {
    sizes.push_back(static_cast<int64_t>(input_size[i + 2] * (*scale_factors)[i]));
  }
  return sizes;
}

inline std::optional<double> scale(
    std::optional<at::ArrayRef<double>> scale_factors, size_t dimension) {
  if (!scale_factors.has_value()) {
    return std::nullopt;
  }
  return (*scale_factors)[dimension];
}

} // namespace upsample_helpers

template <class OPS>
at::Tensor upsample_nearest1d_vec(
    const at::Tensor& input,
    at::OptionalIntArrayRef output_size,
    std::optional<at::ArrayRef<double>> scale_factors) {
  auto size = upsample_helpers::output_size(input.sizes(), output_size, scale_factors);
  return OPS::upsample_nearest1d(input, size, upsample_helpers::scale(scale_factors, 0));
}
