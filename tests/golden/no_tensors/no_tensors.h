#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>
#include <c10/core/TensorOptions.h>

template <class OPS>
at::Tensor count(int64_t n) {
  return OPS::arange(n, at::TensorOptions());
}

template <class OPS>
at::Tensor nothing() {
  return OPS::empty({0}, at::TensorOptions());
}
