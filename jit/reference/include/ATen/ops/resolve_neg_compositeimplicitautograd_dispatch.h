#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeimplicitautograd {

inline at::Tensor resolve_neg(const at::Tensor & self) { return native::resolve_neg(self); }

} // namespace at::compositeimplicitautograd
