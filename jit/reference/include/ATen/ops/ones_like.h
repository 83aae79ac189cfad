#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::ones_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
inline at::Tensor ones_like(const at::Tensor & self, at::TensorOptions options={},
    ::std::optional<at::MemoryFormat> memory_format=::std::nullopt) {
  return at::_ops::ones_like::call(self, c10::optTypeMetaToScalarType(options.dtype_opt()),
      options.layout_opt(), options.device_opt(), options.pinned_memory_opt(), memory_format);
}
inline at::Tensor ones_like(const at::Tensor & self, ::std::optional<at::ScalarType> dtype,
    ::std::optional<at::Layout> layout, ::std::optional<at::Device> device,
    ::std::optional<bool> pin_memory, ::std::optional<at::MemoryFormat> memory_format) {
  return at::_ops::ones_like::call(self, dtype, layout, device, pin_memory, memory_format);
}

} // namespace at
