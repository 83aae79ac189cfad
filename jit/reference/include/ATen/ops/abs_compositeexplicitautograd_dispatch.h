#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor abs(const at::Tensor & self) { return native::abs(self); }

inline at::Tensor & abs_(at::Tensor & self) { return native::abs_(self); }

} // namespace at::compositeexplicitautograd
