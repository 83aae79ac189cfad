#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/TensorShape.h>

namespace at::meta {

inline at::Tensor cat(const at::ITensorListRef & tensors, int64_t dim=0) {
  return native::cat(native::fresh(c10::kMeta), tensors, dim);
}

inline at::Tensor & cat_outf(const at::ITensorListRef & tensors, int64_t dim, at::Tensor & out) {
  native::cat(native::given(c10::kMeta, out), tensors, dim);
  return out;
}
inline at::Tensor & cat_out(at::Tensor & out, const at::ITensorListRef & tensors, int64_t dim=0) {
  return at::meta::cat_outf(tensors, dim, out);
}

} // namespace at::meta
