#pragma once

#include <ATen/core/Tensor.h>

template <class OPS>
at::Tensor square_by_mul(const at::Tensor& self) {
  return OPS::mul(self, self);
}

template <class OPS>
at::Tensor& square_by_mul_(at::Tensor& self) {
  return OPS::mul_(self, self);
}
