#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/ReduceOps.h>

namespace at::cpu {

inline at::Tensor sum(const at::Tensor & self, at::OptionalIntArrayRef dim, bool keepdim=false,
    ::std::optional<at::ScalarType> dtype=::std::nullopt) {
  return native::sum(native::fresh(c10::kCPU), self, dim, keepdim, dtype);
}

inline at::Tensor & sum_outf(const at::Tensor & self, at::OptionalIntArrayRef dim, bool keepdim,
    ::std::optional<at::ScalarType> dtype, at::Tensor & out) {
  native::sum(native::given(c10::kCPU, out), self, dim, keepdim, dtype);
  return out;
}
inline at::Tensor & sum_out(at::Tensor & out, const at::Tensor & self,
    at::OptionalIntArrayRef dim, bool keepdim=false,
    ::std::optional<at::ScalarType> dtype=::std::nullopt) {
  return at::cpu::sum_outf(self, dim, keepdim, dtype, out);
}

} // namespace at::cpu
