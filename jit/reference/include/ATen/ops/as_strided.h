#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)
inline at::Tensor as_strided(const at::Tensor & self, at::IntArrayRef size,
    at::IntArrayRef stride, ::std::optional<int64_t> storage_offset=::std::nullopt) {
  return at::_ops::as_strided::call(self, c10::fromIntArrayRefSlow(size),
      c10::fromIntArrayRefSlow(stride),
      storage_offset.has_value() ? std::make_optional(c10::SymInt(*storage_offset)) : std::nullopt);
}
inline at::Tensor as_strided_symint(const at::Tensor & self, c10::SymIntArrayRef size,
    c10::SymIntArrayRef stride, ::std::optional<c10::SymInt> storage_offset=::std::nullopt) {
  return at::_ops::as_strided::call(self, size, stride, storage_offset);
}

} // namespace at
