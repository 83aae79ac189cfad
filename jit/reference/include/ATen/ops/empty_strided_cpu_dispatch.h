#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Factories.h>

namespace at::cpu {

inline at::Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride,
    ::std::optional<at::ScalarType> dtype, ::std::optional<at::Layout> layout,
    ::std::optional<at::Device> device, ::std::optional<bool> pin_memory) {
  return native::empty_strided(size, stride, native::spec(dtype, layout, device, pin_memory,
      c10::kCPU));
}
inline at::Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride,
    at::TensorOptions options={}) {
  return at::cpu::empty_strided(size, stride, c10::optTypeMetaToScalarType(options.dtype_opt()),
      options.layout_opt(), options.device_opt(), options.pinned_memory_opt());
}
inline at::Tensor empty_strided_symint(c10::SymIntArrayRef size, c10::SymIntArrayRef stride,
    at::TensorOptions options={}) {
  return at::cpu::empty_strided(C10_AS_INTARRAYREF_SLOW(size), C10_AS_INTARRAYREF_SLOW(stride),
      c10::optTypeMetaToScalarType(options.dtype_opt()), options.layout_opt(),
      options.device_opt(), options.pinned_memory_opt());
}
inline at::Tensor empty_strided_symint(c10::SymIntArrayRef size, c10::SymIntArrayRef stride,
    ::std::optional<at::ScalarType> dtype, ::std::optional<at::Layout> layout,
    ::std::optional<at::Device> device, ::std::optional<bool> pin_memory) {
  return at::cpu::empty_strided(C10_AS_INTARRAYREF_SLOW(size), C10_AS_INTARRAYREF_SLOW(stride),
      dtype, layout, device, pin_memory);
}

} // namespace at::cpu
