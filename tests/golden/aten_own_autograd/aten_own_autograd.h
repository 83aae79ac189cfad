#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>

template <class OPS>
at::Tensor sub_by_add(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add(self, other, -alpha);
}
