#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/UpSample.h>

namespace at::compositeexplicitautogradnonfunctional {

inline at::Tensor upsample_nearest1d(const at::Tensor & self, at::IntArrayRef output_size,
    ::std::optional<double> scales=::std::nullopt) {
  at::Tensor out = native::upsample_nearest1d(native::fresh(c10::kMeta), self, output_size, scales);
  at::_ops::upsample_nearest1d_out::call(self, c10::fromIntArrayRefSlow(output_size), scales, out);
  return out;
}
inline at::Tensor upsample_nearest1d_symint(const at::Tensor & self,
    c10::SymIntArrayRef output_size, ::std::optional<double> scales=::std::nullopt) {
  return at::compositeexplicitautogradnonfunctional::upsample_nearest1d(self,
      C10_AS_INTARRAYREF_SLOW(output_size), scales);
}

} // namespace at::compositeexplicitautogradnonfunctional
