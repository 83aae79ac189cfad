#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Composites.h>

namespace at::compositeexplicitautograd {

inline at::Tensor ones(at::IntArrayRef size, ::std::optional<at::ScalarType> dtype,
    ::std::optional<at::Layout> layout, ::std::optional<at::Device> device,
    ::std::optional<bool> pin_memory) {
  return native::ones(size, dtype, layout, device, pin_memory);
}
inline at::Tensor ones(at::IntArrayRef size, at::TensorOptions options={}) {
  return at::compositeexplicitautograd::ones(size,
      c10::optTypeMetaToScalarType(options.dtype_opt()), options.layout_opt(),
      options.device_opt(), options.pinned_memory_opt());
}
inline at::Tensor ones_symint(c10::SymIntArrayRef size, at::TensorOptions options={}) {
  return at::compositeexplicitautograd::ones(C10_AS_INTARRAYREF_SLOW(size),
      c10::optTypeMetaToScalarType(options.dtype_opt()), options.layout_opt(),
      options.device_opt(), options.pinned_memory_opt());
}
inline at::Tensor ones_symint(c10::SymIntArrayRef size, ::std::optional<at::ScalarType> dtype,
    ::std::optional<at::Layout> layout, ::std::optional<at::Device> device,
    ::std::optional<bool> pin_memory) {
  return at::compositeexplicitautograd::ones(C10_AS_INTARRAYREF_SLOW(size), dtype, layout,
      device, pin_memory);
}

inline at::Tensor & ones_outf(at::IntArrayRef size, at::Tensor & out) {
  return native::ones_out(size, out);
}
inline at::Tensor & ones_out(at::Tensor & out, at::IntArrayRef size) {
  return at::compositeexplicitautograd::ones_outf(size, out);
}
inline at::Tensor & ones_symint_out(at::Tensor & out, c10::SymIntArrayRef size) {
  return at::compositeexplicitautograd::ones_outf(C10_AS_INTARRAYREF_SLOW(size), out);
}
inline at::Tensor & ones_symint_outf(c10::SymIntArrayRef size, at::Tensor & out) {
  return at::compositeexplicitautograd::ones_outf(C10_AS_INTARRAYREF_SLOW(size), out);
}

} // namespace at::compositeexplicitautograd
