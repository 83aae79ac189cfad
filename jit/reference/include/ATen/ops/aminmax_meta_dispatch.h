#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/ReduceOps.h>

namespace at::meta {

inline ::std::tuple<at::Tensor,at::Tensor> aminmax(const at::Tensor & self,
    ::std::optional<int64_t> dim=::std::nullopt, bool keepdim=false) {
  return native::aminmax(native::fresh(c10::kMeta), native::fresh(c10::kMeta), self, dim, keepdim);
}

inline ::std::tuple<at::Tensor &,at::Tensor &> aminmax_outf(const at::Tensor & self,
    ::std::optional<int64_t> dim, bool keepdim, at::Tensor & min, at::Tensor & max) {
  native::aminmax(native::given(c10::kMeta, min), native::given(c10::kMeta, max), self, dim,
      keepdim);
  return std::tuple<at::Tensor &, at::Tensor &>(min, max);
}
inline ::std::tuple<at::Tensor &,at::Tensor &> aminmax_out(at::Tensor & min, at::Tensor & max,
    const at::Tensor & self, ::std::optional<int64_t> dim=::std::nullopt, bool keepdim=false) {
  return at::meta::aminmax_outf(self, dim, keepdim, min, max);
}

} // namespace at::meta
