#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeimplicitautograd {

inline at::Tensor linear(const at::Tensor & input, const at::Tensor & weight,
    const ::std::optional<at::Tensor> & bias={}) {
  return native::linear(input, weight, bias);
}

} // namespace at::compositeimplicitautograd
