#pragma once

#include <ATen/core/Tensor.h>

template <class OPS>
at::Tensor turned(const at::Tensor& self) {
  return OPS::transpose(self, 0, 1);
}
