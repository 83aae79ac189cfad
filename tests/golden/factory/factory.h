#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/TensorOptions.h>

template <class OPS>
at::Tensor plus_ones(const at::Tensor& self) {
  return OPS::add(self, OPS::ones(self.sizes(), self.options()));
}

template <class OPS>
at::Tensor twos_symint(
    c10::SymIntArrayRef size,
    std::optional<at::ScalarType> dtype,
    std::optional<at::Layout> layout,
    std::optional<at::Device> device,
    std::optional<bool> pin_memory) {
  return OPS::mul(OPS::ones_symint(size, dtype, layout, device, pin_memory), 2);
}

template <class OPS>
at::Tensor ones_as(
    const at::Tensor& self,
    std::optional<at::ScalarType> dtype,
    std::optional<at::Layout> layout,
    std::optional<at::Device> device,
    std::optional<bool> pin_memory,
    std::optional<at::MemoryFormat> memory_format) {
  return OPS::ones_like(self, dtype, layout, device, pin_memory, memory_format);
}
