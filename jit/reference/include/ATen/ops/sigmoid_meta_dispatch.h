#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::meta {

inline at::Tensor sigmoid(const at::Tensor & self) {
  return native::sigmoid(native::fresh(c10::kMeta), self);
}

inline at::Tensor & sigmoid_(at::Tensor & self) {
  native::sigmoid(native::in_place(c10::kMeta, self), self);
  return self;
}

inline at::Tensor & sigmoid_outf(const at::Tensor & self, at::Tensor & out) {
  native::sigmoid(native::given(c10::kMeta, out), self);
  return out;
}
inline at::Tensor & sigmoid_out(at::Tensor & out, const at::Tensor & self) {
  return at::meta::sigmoid_outf(self, out);
}

} // namespace at::meta
