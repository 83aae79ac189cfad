#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor
inline at::Tensor linear(const at::Tensor & input, const at::Tensor & weight,
    const ::std::optional<at::Tensor> & bias={}) {
  return at::_ops::linear::call(input, weight, bias);
}

} // namespace at
