#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor clone(const at::Tensor & self,
    ::std::optional<at::MemoryFormat> memory_format=::std::nullopt) {
  return native::clone(self, memory_format);
}

} // namespace at::compositeexplicitautograd
