#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
inline at::Tensor empty(at::IntArrayRef size, at::TensorOptions options={},
    ::std::optional<at::MemoryFormat> memory_format=::std::nullopt) {
  return at::_ops::empty_memory_format::call(c10::fromIntArrayRefSlow(size),
      c10::optTypeMetaToScalarType(options.dtype_opt()), options.layout_opt(),
      options.device_opt(), options.pinned_memory_opt(), memory_format);
}
inline at::Tensor empty(at::IntArrayRef size, ::std::optional<at::ScalarType> dtype,
    ::std::optional<at::Layout> layout, ::std::optional<at::Device> device,
    ::std::optional<bool> pin_memory, ::std::optional<at::MemoryFormat> memory_format) {
  return at::_ops::empty_memory_format::call(c10::fromIntArrayRefSlow(size), dtype, layout,
      device, pin_memory, memory_format);
}
inline at::Tensor empty_symint(c10::SymIntArrayRef size, at::TensorOptions options={},
    ::std::optional<at::MemoryFormat> memory_format=::std::nullopt) {
  return at::_ops::empty_memory_format::call(size,
      c10::optTypeMetaToScalarType(options.dtype_opt()), options.layout_opt(),
      options.device_opt(), options.pinned_memory_opt(), memory_format);
}
inline at::Tensor empty_symint(c10::SymIntArrayRef size, ::std::optional<at::ScalarType> dtype,
    ::std::optional<at::Layout> layout, ::std::optional<at::Device> device,
    ::std::optional<bool> pin_memory, ::std::optional<at::MemoryFormat> memory_format) {
  return at::_ops::empty_memory_format::call(size, dtype, layout, device, pin_memory,
      memory_format);
}

} // namespace at
