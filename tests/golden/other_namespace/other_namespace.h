#pragma once

#include <ATen/core/Tensor.h>

template <class OPS>
at::Tensor negate(const at::Tensor& self) {
  return OPS::neg(self);
}

template <class OPS>
at::Tensor twice_negate(const at::Tensor& self) {
  return OPS::negate(OPS::negate(self));
}
