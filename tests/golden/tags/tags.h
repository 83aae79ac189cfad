#pragma once

#include <ATen/core/Tensor.h>

template <class OPS>
at::Tensor tagged(const at::Tensor& self) {
  return OPS::neg(self);
}
