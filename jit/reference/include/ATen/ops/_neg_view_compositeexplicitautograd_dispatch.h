#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor _neg_view(const at::Tensor & self) { return native::_neg_view(self); }

} // namespace at::compositeexplicitautograd
