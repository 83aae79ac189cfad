#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/ReduceOps.h>

namespace at::compositeexplicitautogradnonfunctional {

inline ::std::tuple<at::Tensor,at::Tensor> aminmax(const at::Tensor & self,
    ::std::optional<int64_t> dim=::std::nullopt, bool keepdim=false) {
  auto [min, max] = native::aminmax(native::fresh(c10::kMeta), native::fresh(c10::kMeta), self,
      dim, keepdim);
  at::_ops::aminmax_out::call(self, dim, keepdim, min, max);
  return {min, max};
}

} // namespace at::compositeexplicitautogradnonfunctional
