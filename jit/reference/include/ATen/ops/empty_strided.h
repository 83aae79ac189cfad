#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::empty_strided(SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
inline at::Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride,
    at::TensorOptions options={}) {
  return at::_ops::empty_strided::call(c10::fromIntArrayRefSlow(size),
      c10::fromIntArrayRefSlow(stride), c10::optTypeMetaToScalarType(options.dtype_opt()),
      options.layout_opt(), options.device_opt(), options.pinned_memory_opt());
}
inline at::Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride,
    ::std::optional<at::ScalarType> dtype, ::std::optional<at::Layout> layout,
    ::std::optional<at::Device> device, ::std::optional<bool> pin_memory) {
  return at::_ops::empty_strided::call(c10::fromIntArrayRefSlow(size),
      c10::fromIntArrayRefSlow(stride), dtype, layout, device, pin_memory);
}
inline at::Tensor empty_strided_symint(c10::SymIntArrayRef size, c10::SymIntArrayRef stride,
    at::TensorOptions options={}) {
  return at::_ops::empty_strided::call(size, stride,
      c10::optTypeMetaToScalarType(options.dtype_opt()), options.layout_opt(),
      options.device_opt(), options.pinned_memory_opt());
}
inline at::Tensor empty_strided_symint(c10::SymIntArrayRef size, c10::SymIntArrayRef stride,
    ::std::optional<at::ScalarType> dtype, ::std::optional<at::Layout> layout,
    ::std::optional<at::Device> device, ::std::optional<bool> pin_memory) {
  return at::_ops::empty_strided::call(size, stride, dtype, layout, device, pin_memory);
}

} // namespace at
