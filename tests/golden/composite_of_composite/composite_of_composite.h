#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>
#include <c10/core/SymIntArrayRef.h>

template <class OPS>
at::Tensor minus(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add(self, other, -alpha);
}

template <class OPS>
at::Tensor distance(const at::Tensor& self, const at::Tensor& other) {
  return OPS::abs(OPS::sub(self, other));
}

template <class OPS>
at::Tensor resized_distance(
    const at::Tensor& self, const at::Tensor& other, at::IntArrayRef size) {
  return OPS::spread_to(OPS::distance(self, other), size);
}

template <class OPS>
at::Tensor spread_to_symint(const at::Tensor& self, c10::SymIntArrayRef size) {
  return OPS::expand_copy_symint(self, size);
}

template <class OPS>
at::Tensor& distance_out(const at::Tensor& self, const at::Tensor& other, at::Tensor& out) {
  return OPS::copy_(out, OPS::distance(self, other));
}

template <class OPS>
at::Tensor& distance_twice_out(const at::Tensor& self, const at::Tensor& other, at::Tensor& out) {
  OPS::distance_outf(self, other, out);
  return OPS::distance_out(out, self, other);
}
