#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/TensorShape.h>

namespace at::cpu {

inline at::Tensor as_strided(const at::Tensor & self, at::IntArrayRef size,
    at::IntArrayRef stride, ::std::optional<int64_t> storage_offset=::std::nullopt) {
  return native::as_strided(self, size, stride, storage_offset.value_or(self.storage_offset()));
}
inline at::Tensor as_strided_symint(const at::Tensor & self, c10::SymIntArrayRef size,
    c10::SymIntArrayRef stride, ::std::optional<c10::SymInt> storage_offset=::std::nullopt) {
  return at::cpu::as_strided(self, C10_AS_INTARRAYREF_SLOW(size),
      C10_AS_INTARRAYREF_SLOW(stride),
      storage_offset.has_value() ? std::make_optional(storage_offset->expect_int()) : std::nullopt);
}

} // namespace at::cpu
