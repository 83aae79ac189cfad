#pragma once

#include <ATen/core/Tensor.h>

#include <optional>

// self * weight, plus the bias where there is one, negated on request.
template <class OPS>
at::Tensor affine(
    const at::Tensor& self,
    const at::Tensor& weight,
    const std::optional<at::Tensor>& bias,
    bool negate) {
  at::Tensor result = OPS::mul(self, weight);
  if (bias.has_value() && bias->defined()) {
    result = OPS::add(result, *bias);
  }
  return negate ? OPS::neg(result) : result;
}
