#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/LinearAlgebra.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor mm(const at::Tensor & self, const at::Tensor & mat2) {
  at::Tensor out = native::mm(native::fresh(c10::kMeta), self, mat2);
  at::_ops::mm_out::call(self, mat2, out);
  return out;
}

} // namespace at::compositeexplicitautogradnonfunctional
