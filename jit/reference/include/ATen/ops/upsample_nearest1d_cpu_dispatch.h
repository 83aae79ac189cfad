#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/UpSample.h>

namespace at::cpu {

inline at::Tensor & upsample_nearest1d_outf(const at::Tensor & self, at::IntArrayRef output_size,
    ::std::optional<double> scales, at::Tensor & out) {
  native::upsample_nearest1d(native::given(c10::kCPU, out), self, output_size, scales);
  return out;
}
inline at::Tensor & upsample_nearest1d_out(at::Tensor & out, const at::Tensor & self,
    at::IntArrayRef output_size, ::std::optional<double> scales=::std::nullopt) {
  return at::cpu::upsample_nearest1d_outf(self, output_size, scales, out);
}
inline at::Tensor & upsample_nearest1d_symint_out(at::Tensor & out, const at::Tensor & self,
    c10::SymIntArrayRef output_size, ::std::optional<double> scales=::std::nullopt) {
  return at::cpu::upsample_nearest1d_outf(self, C10_AS_INTARRAYREF_SLOW(output_size), scales, out);
}
inline at::Tensor & upsample_nearest1d_symint_outf(const at::Tensor & self,
    c10::SymIntArrayRef output_size, ::std::optional<double> scales, at::Tensor & out) {
  return at::cpu::upsample_nearest1d_outf(self, C10_AS_INTARRAYREF_SLOW(output_size), scales, out);
}

inline at::Tensor upsample_nearest1d(const at::Tensor & self, at::IntArrayRef output_size,
    ::std::optional<double> scales=::std::nullopt) {
  return native::upsample_nearest1d(native::fresh(c10::kCPU), self, output_size, scales);
}
inline at::Tensor upsample_nearest1d_symint(const at::Tensor & self,
    c10::SymIntArrayRef output_size, ::std::optional<double> scales=::std::nullopt) {
  return at::cpu::upsample_nearest1d(self, C10_AS_INTARRAYREF_SLOW(output_size), scales);
}

} // namespace at::cpu
