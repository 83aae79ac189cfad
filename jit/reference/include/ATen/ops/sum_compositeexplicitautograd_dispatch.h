#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor sum(const at::Tensor & self,
    ::std::optional<at::ScalarType> dtype=::std::nullopt) {
  return native::sum(self, dtype);
}

} // namespace at::compositeexplicitautograd
