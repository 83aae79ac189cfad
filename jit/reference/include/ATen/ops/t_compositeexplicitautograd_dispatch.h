#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor t(const at::Tensor & self) { return native::t(self); }

} // namespace at::compositeexplicitautograd
