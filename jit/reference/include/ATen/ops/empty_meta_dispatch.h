#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Factories.h>

namespace at::meta {

inline at::Tensor empty(at::IntArrayRef size, ::std::optional<at::ScalarType> dtype,
    ::std::optional<at::Layout> layout, ::std::optional<at::Device> device,
    ::std::optional<bool> pin_memory, ::std::optional<at::MemoryFormat> memory_format) {
  return native::empty(size, native::spec(dtype, layout, device, pin_memory, c10::kMeta),
      memory_format.value_or(c10::MemoryFormat::Contiguous));
}
inline at::Tensor empty(at::IntArrayRef size, at::TensorOptions options={},
    ::std::optional<at::MemoryFormat> memory_format=::std::nullopt) {
  return at::meta::empty(size, c10::optTypeMetaToScalarType(options.dtype_opt()),
      options.layout_opt(), options.device_opt(), options.pinned_memory_opt(), memory_format);
}
inline at::Tensor empty_symint(c10::SymIntArrayRef size, at::TensorOptions options={},
    ::std::optional<at::MemoryFormat> memory_format=::std::nullopt) {
  return at::meta::empty(C10_AS_INTARRAYREF_SLOW(size),
      c10::optTypeMetaToScalarType(options.dtype_opt()), options.layout_opt(),
      options.device_opt(), options.pinned_memory_opt(), memory_format);
}
inline at::Tensor empty_symint(c10::SymIntArrayRef size, ::std::optional<at::ScalarType> dtype,
    ::std::optional<at::Layout> layout, ::std::optional<at::Device> device,
    ::std::optional<bool> pin_memory, ::std::optional<at::MemoryFormat> memory_format) {
  return at::meta::empty(C10_AS_INTARRAYREF_SLOW(size), dtype, layout, device, pin_memory,
      memory_format);
}

} // namespace at::meta
