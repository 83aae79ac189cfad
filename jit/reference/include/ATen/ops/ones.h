#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// aten::ones(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
inline at::Tensor ones(at::IntArrayRef size, at::TensorOptions options={}) {
  return at::_ops::ones::call(c10::fromIntArrayRefSlow(size),
      c10::optTypeMetaToScalarType(options.dtype_opt()), options.layout_opt(),
      options.device_opt(), options.pinned_memory_opt());
}
inline at::Tensor ones(at::IntArrayRef size, ::std::optional<at::ScalarType> dtype,
    ::std::optional<at::Layout> layout, ::std::optional<at::Device> device,
    ::std::optional<bool> pin_memory) {
  return at::_ops::ones::call(c10::fromIntArrayRefSlow(size), dtype, layout, device, pin_memory);
}
inline at::Tensor ones_symint(c10::SymIntArrayRef size, at::TensorOptions options={}) {
  return at::_ops::ones::call(size, c10::optTypeMetaToScalarType(options.dtype_opt()),
      options.layout_opt(), options.device_opt(), options.pinned_memory_opt());
}
inline at::Tensor ones_symint(c10::SymIntArrayRef size, ::std::optional<at::ScalarType> dtype,
    ::std::optional<at::Layout> layout, ::std::optional<at::Device> device,
    ::std::optional<bool> pin_memory) {
  return at::_ops::ones::call(size, dtype, layout, device, pin_memory);
}

// aten::ones.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)
inline at::Tensor & ones_out(at::Tensor & out, at::IntArrayRef size) {
  return at::_ops::ones_out::call(c10::fromIntArrayRefSlow(size), out);
}
inline at::Tensor & ones_outf(at::IntArrayRef size, at::Tensor & out) {
  return at::_ops::ones_out::call(c10::fromIntArrayRefSlow(size), out);
}
inline at::Tensor & ones_symint_out(at::Tensor & out, c10::SymIntArrayRef size) {
  return at::_ops::ones_out::call(size, out);
}
inline at::Tensor & ones_symint_outf(c10::SymIntArrayRef size, at::Tensor & out) {
  return at::_ops::ones_out::call(size, out);
}

} // namespace at
