#pragma once

#include <ATen/core/Tensor.h>

template <class OPS>
at::Tensor folded(const at::Tensor& self) {
  return OPS::fold(self);
}

template <class OPS>
at::Tensor folded_dim(const at::Tensor& self, int64_t dim) {
  return OPS::fold(self, dim);
}

template <class OPS>
at::Tensor& folded_out(const at::Tensor& self, at::Tensor& out) {
  return OPS::fold_out(out, self);
}
