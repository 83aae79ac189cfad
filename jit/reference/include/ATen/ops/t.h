#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::t(Tensor(a) self) -> Tensor(a)
inline at::Tensor t(const at::Tensor & self) { return at::_ops::t::call(self); }

} // namespace at
