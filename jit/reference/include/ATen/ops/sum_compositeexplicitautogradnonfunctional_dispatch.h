#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/ReduceOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor sum(const at::Tensor & self, at::OptionalIntArrayRef dim, bool keepdim=false,
    ::std::optional<at::ScalarType> dtype=::std::nullopt) {
  at::Tensor out = native::sum(native::fresh(c10::kMeta), self, dim, keepdim, dtype);
  at::_ops::sum_IntList_out::call(self, dim, keepdim, dtype, out);
  return out;
}

} // namespace at::compositeexplicitautogradnonfunctional
