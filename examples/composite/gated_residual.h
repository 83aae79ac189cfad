#pragma once

#include <ATen/core/Tensor.h>

// self * sigmoid(gate) + residual
template <class OPS>
at::Tensor gated_residual(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  return OPS::add(OPS::mul(self, OPS::sigmoid(gate)), residual);
}
