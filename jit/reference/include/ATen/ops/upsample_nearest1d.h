#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::upsample_nearest1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor
inline at::Tensor upsample_nearest1d(const at::Tensor & input,
    at::OptionalIntArrayRef output_size, ::std::optional<at::ArrayRef<double>> scale_factors) {
  return at::_ops::upsample_nearest1d_vec::call(input,
      output_size.has_value() ? c10::OptionalSymIntArrayRef(c10::fromIntArrayRefSlow(*output_size)) : c10::OptionalSymIntArrayRef(),
      scale_factors);
}
inline at::Tensor upsample_nearest1d_symint(const at::Tensor & input,
    at::OptionalSymIntArrayRef output_size, ::std::optional<at::ArrayRef<double>> scale_factors) {
  return at::_ops::upsample_nearest1d_vec::call(input, output_size, scale_factors);
}

// aten::upsample_nearest1d.out(Tensor self, SymInt[1] output_size, float? scales=None, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & upsample_nearest1d_out(at::Tensor & out, const at::Tensor & self,
    at::IntArrayRef output_size, ::std::optional<double> scales=::std::nullopt) {
  return at::_ops::upsample_nearest1d_out::call(self, c10::fromIntArrayRefSlow(output_size),
      scales, out);
}
inline at::Tensor & upsample_nearest1d_outf(const at::Tensor & self, at::IntArrayRef output_size,
    ::std::optional<double> scales, at::Tensor & out) {
  return at::_ops::upsample_nearest1d_out::call(self, c10::fromIntArrayRefSlow(output_size),
      scales, out);
}
inline at::Tensor & upsample_nearest1d_symint_out(at::Tensor & out, const at::Tensor & self,
    c10::SymIntArrayRef output_size, ::std::optional<double> scales=::std::nullopt) {
  return at::_ops::upsample_nearest1d_out::call(self, output_size, scales, out);
}
inline at::Tensor & upsample_nearest1d_symint_outf(const at::Tensor & self,
    c10::SymIntArrayRef output_size, ::std::optional<double> scales, at::Tensor & out) {
  return at::_ops::upsample_nearest1d_out::call(self, output_size, scales, out);
}

// aten::upsample_nearest1d(Tensor self, SymInt[1] output_size, float? scales=None) -> Tensor
inline at::Tensor upsample_nearest1d(const at::Tensor & self, at::IntArrayRef output_size,
    ::std::optional<double> scales=::std::nullopt) {
  return at::_ops::upsample_nearest1d::call(self, c10::fromIntArrayRefSlow(output_size), scales);
}
inline at::Tensor upsample_nearest1d_symint(const at::Tensor & self,
    c10::SymIntArrayRef output_size, ::std::optional<double> scales=::std::nullopt) {
  return at::_ops::upsample_nearest1d::call(self, output_size, scales);
}

} // namespace at
