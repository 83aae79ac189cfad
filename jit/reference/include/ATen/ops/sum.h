#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::sum(Tensor self, *, ScalarType? dtype=None) -> Tensor
inline at::Tensor sum(const at::Tensor & self,
    ::std::optional<at::ScalarType> dtype=::std::nullopt) {
  return at::_ops::sum::call(self, dtype);
}

// aten::sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
inline at::Tensor sum(const at::Tensor & self, at::OptionalIntArrayRef dim, bool keepdim=false,
    ::std::optional<at::ScalarType> dtype=::std::nullopt) {
  return at::_ops::sum_dim_IntList::call(self, dim, keepdim, dtype);
}

// aten::sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & sum_out(at::Tensor & out, const at::Tensor & self,
    at::OptionalIntArrayRef dim, bool keepdim=false,
    ::std::optional<at::ScalarType> dtype=::std::nullopt) {
  return at::_ops::sum_IntList_out::call(self, dim, keepdim, dtype, out);
}
inline at::Tensor & sum_outf(const at::Tensor & self, at::OptionalIntArrayRef dim, bool keepdim,
    ::std::optional<at::ScalarType> dtype, at::Tensor & out) {
  return at::_ops::sum_IntList_out::call(self, dim, keepdim, dtype, out);
}

} // namespace at
