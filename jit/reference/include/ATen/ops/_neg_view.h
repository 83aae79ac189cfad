#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::_neg_view(Tensor(a) self) -> Tensor(a)
inline at::Tensor _neg_view(const at::Tensor & self) { return at::_ops::_neg_view::call(self); }

} // namespace at
