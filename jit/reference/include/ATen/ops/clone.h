#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor
inline at::Tensor clone(const at::Tensor & self,
    ::std::optional<at::MemoryFormat> memory_format=::std::nullopt) {
  return at::_ops::clone::call(self, memory_format);
}

} // namespace at
