// Where the result of a kernel goes. One implementation of an operator serves its functional,
// in-place and out= forms on cpu and meta: they differ in the Output that they pass.
#pragma once

#include <ATen/core/TensorBody.h>
#include <c10/core/InferenceMode.h>

namespace at::native {

enum class OutputKind { Fresh, InPlace, Given };

struct Output {
  c10::DeviceType device; // the backend that the caller named: at::cpu, at::meta
  OutputKind kind;
  Tensor tensor; // undefined for Fresh until the result is allocated
};

inline Output fresh(c10::DeviceType device) { return {device, OutputKind::Fresh, {}}; }
inline Output in_place(c10::DeviceType device, const Tensor& self) {
  return {device, OutputKind::InPlace, self};
}
inline Output given(c10::DeviceType device, const Tensor& out) {
  return {device, OutputKind::Given, out};
}

// A new strided tensor with these strides, filled with zeros.
inline Tensor make_strided(c10::IntArrayRef sizes, c10::IntArrayRef strides, c10::ScalarType dtype,
                           c10::Device device) {
  TORCH_CHECK(c10::isSupportedType(dtype), "the reference runtime holds Int, Long, Float, Double and "
              "Bool tensors, not ", dtype);
  for (const int64_t size : sizes) {
    TORCH_CHECK(size >= 0, "Trying to create tensor with negative dimension ", size, ": ", sizes);
  }
  auto impl = c10::make_intrusive<c10::TensorImpl>(
      c10::Storage::create(0, device), c10::DispatchKeySet(c10::backendKeyOf(device.type())), dtype);
  impl->set_geometry(sizes, strides, 0);
  return Tensor(impl);
}
inline Tensor make_contiguous(c10::IntArrayRef sizes, c10::ScalarType dtype, c10::Device device) {
  return make_strided(sizes, c10::contiguous_strides(sizes), dtype, device);
}

// Gives `out` the sizes, warning when that discards content; true when something changed.
inline bool resize_output(const Tensor& out, c10::IntArrayRef sizes) {
  if (out.sizes() == sizes) {
    return false;
  }
  if (out.numel() != 0) {
    TORCH_WARN("An output with one or more elements was resized since it had shape ", out.sizes(),
               ", which does not match the required output shape ", sizes,
               ". This behavior is deprecated, and in a future PyTorch release outputs will not be "
               "resized unless they have zero elements. You can explicitly reuse an out tensor t by "
               "resizing it, inplace, to zero elements with t.resize_(0).");
  }
  out.unsafeGetTensorImpl()->set_geometry(sizes, c10::contiguous_strides(sizes), out.storage_offset());
  return true;
}

// The output of an operator that fixes sizes and dtype itself (reductions, matrix products, ...).
inline void prepare(Output& output, c10::IntArrayRef sizes, c10::ScalarType dtype, c10::Device device) {
  switch (output.kind) {
    case OutputKind::Fresh:
      output.tensor = make_contiguous(sizes, dtype, device);
      return;
    case OutputKind::InPlace:
      TORCH_CHECK(output.tensor.sizes() == sizes, "Bad in-place call: input tensor size ",
                  output.tensor.sizes(), " and output tensor size ", sizes, " should match");
      TORCH_CHECK(output.tensor.scalar_type() == dtype, "Bad in-place call: input tensor dtype ",
                  output.tensor.dtype(), " and output tensor dtype ", caffe2::TypeMeta(dtype),
                  " should match");
      return;
    case OutputKind::Given:
      TORCH_CHECK(output.tensor.scalar_type() == dtype, "Expected out tensor to have dtype ",
                  caffe2::TypeMeta(dtype), ", but got ", output.tensor.dtype(), " instead");
      TORCH_CHECK(output.tensor.device() == device, "Expected out tensor to have device ", device,
                  ", but got ", output.tensor.device(), " instead");
      resize_output(output.tensor, sizes);
      return;
  }
}

// Whether the kernel computes values: a meta kernel stops after the shape.
inline bool computes(const Output& output) { return output.device != c10::kMeta; }

// A kernel reads memory only of the device that it was written for.
inline void check_device(const Output& output, c10::Device device, const char* name) {
  TORCH_CHECK(device.type() == output.device, "the ", output.device, " kernel of ", name,
              " was given a tensor on ", device);
}

} // namespace at::native
