#pragma once

#include "upsample.h"

// Holds references to the operator's arguments; each method makes an argument of the target.
// There is none for the target's `self`: the operator's first tensor is passed.
struct Nearest1d {
  Nearest1d(
      const at::Tensor& input,
      const at::OptionalIntArrayRef& output_size,
      const std::optional<at::ArrayRef<double>>& scale_factors)
      : input_(input), output_size_(output_size), scale_factors_(scale_factors) {}

  std::vector<int64_t> output_size() const {
    return upsample_helpers::output_size(input_.sizes(), output_size_, scale_factors_);
  }

  std::optional<double> scales() const {
    return upsample_helpers::scale(scale_factors_, 0);
  }

 private:
  const at::Tensor& input_;
  const at::OptionalIntArrayRef& output_size_;
  const std::optional<at::ArrayRef<double>>& scale_factors_;
};

namespace nearest1d_arguments {

inline std::vector<int64_t> output_size(
    const at::Tensor& input,
    at::OptionalIntArrayRef output_size,
    std::optional<at::ArrayRef<double>> scale_factors) {
  return upsample_helpers::output_size(input.sizes(), output_size, scale_factors);
}

inline std::optional<double> scales(
    const at::Tensor&,
    at::OptionalIntArrayRef,
    std::optional<at::ArrayRef<double>> scale_factors) {
  return upsample_helpers::scale(scale_factors, 0);
}

} // namespace nearest1d_arguments
