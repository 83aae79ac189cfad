#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/Generator.h>

#include <optional>

template <class OPS>
at::Tensor affine(
    const at::Tensor& self,
    const at::Tensor& weight,
    const std::optional<at::Tensor>& bias,
    bool negate,
    const std::optional<at::Generator>& /*generator*/) {
  at::Tensor scaled = OPS::mul(self, weight);
  if (bias.has_value() && bias->defined()) {
    scaled = OPS::add(scaled, *bias);
  }
  return negate ? OPS::neg(scaled) : scaled;
}
