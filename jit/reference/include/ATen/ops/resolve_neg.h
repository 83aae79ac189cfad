#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::resolve_neg(Tensor(a) self) -> Tensor(a)
inline at::Tensor resolve_neg(const at::Tensor & self) { return at::_ops::resolve_neg::call(self); }

} // namespace at
