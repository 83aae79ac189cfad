#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/PointwiseOps.h>

namespace at::cpu {

inline at::Tensor clamp(const at::Tensor & self, const ::std::optional<at::Scalar> & min,
    const ::std::optional<at::Scalar> & max=::std::nullopt) {
  return native::clamp(native::fresh(c10::kCPU), self, min, max);
}

inline at::Tensor & clamp_(at::Tensor & self, const ::std::optional<at::Scalar> & min,
    const ::std::optional<at::Scalar> & max=::std::nullopt) {
  native::clamp(native::in_place(c10::kCPU, self), self, min, max);
  return self;
}

inline at::Tensor & clamp_outf(const at::Tensor & self, const ::std::optional<at::Scalar> & min,
    const ::std::optional<at::Scalar> & max, at::Tensor & out) {
  native::clamp(native::given(c10::kCPU, out), self, min, max);
  return out;
}
inline at::Tensor & clamp_out(at::Tensor & out, const at::Tensor & self,
    const ::std::optional<at::Scalar> & min,
    const ::std::optional<at::Scalar> & max=::std::nullopt) {
  return at::cpu::clamp_outf(self, min, max, out);
}

} // namespace at::cpu
