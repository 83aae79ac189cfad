#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeimplicitautograd {

inline at::Tensor upsample_nearest1d(const at::Tensor & input,
    at::OptionalIntArrayRef output_size, ::std::optional<at::ArrayRef<double>> scale_factors) {
  return native::upsample_nearest1d(input, output_size, scale_factors);
}
inline at::Tensor upsample_nearest1d_symint(const at::Tensor & input,
    at::OptionalSymIntArrayRef output_size, ::std::optional<at::ArrayRef<double>> scale_factors) {
  return at::compositeimplicitautograd::upsample_nearest1d(input,
      output_size.has_value() ? at::OptionalIntArrayRef(C10_AS_INTARRAYREF_SLOW(*output_size)) : at::OptionalIntArrayRef(),
      scale_factors);
}

} // namespace at::compositeimplicitautograd
