#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor ones_like(const at::Tensor & self, ::std::optional<at::ScalarType> dtype,
    ::std::optional<at::Layout> layout, ::std::optional<at::Device> device,
    ::std::optional<bool> pin_memory, ::std::optional<at::MemoryFormat> memory_format) {
  return native::ones_like(self, dtype, layout, device, pin_memory, memory_format);
}
inline at::Tensor ones_like(const at::Tensor & self, at::TensorOptions options={},
    ::std::optional<at::MemoryFormat> memory_format=::std::nullopt) {
  return at::compositeexplicitautograd::ones_like(self,
      c10::optTypeMetaToScalarType(options.dtype_opt()), options.layout_opt(),
      options.device_opt(), options.pinned_memory_opt(), memory_format);
}

} // namespace at::compositeexplicitautograd
