#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor
inline at::Tensor clamp(const at::Tensor & self, const ::std::optional<at::Scalar> & min,
    const ::std::optional<at::Scalar> & max=::std::nullopt) {
  return at::_ops::clamp::call(self, min, max);
}

// aten::clamp_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!)
inline at::Tensor & clamp_(at::Tensor & self, const ::std::optional<at::Scalar> & min,
    const ::std::optional<at::Scalar> & max=::std::nullopt) {
  return at::_ops::clamp_::call(self, min, max);
}

// aten::clamp.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & clamp_out(at::Tensor & out, const at::Tensor & self,
    const ::std::optional<at::Scalar> & min,
    const ::std::optional<at::Scalar> & max=::std::nullopt) {
  return at::_ops::clamp_out::call(self, min, max, out);
}
inline at::Tensor & clamp_outf(const at::Tensor & self, const ::std::optional<at::Scalar> & min,
    const ::std::optional<at::Scalar> & max, at::Tensor & out) {
  return at::_ops::clamp_out::call(self, min, max, out);
}

} // namespace at
