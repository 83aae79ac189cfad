#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/TensorShape.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor cat(const at::ITensorListRef & tensors, int64_t dim=0) {
  at::Tensor out = native::cat(native::fresh(c10::kMeta), tensors, dim);
  at::_ops::cat_out::call(tensors, dim, out);
  return out;
}

} // namespace at::compositeexplicitautogradnonfunctional
