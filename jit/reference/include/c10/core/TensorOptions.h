// c10::TensorOptions: the optional dtype, layout, device and so on of a tensor to be made.
#pragma once

#include <c10/core/DefaultDtype.h>
#include <c10/core/Device.h>
#include <c10/core/DispatchKey.h>
#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/ScalarTypeToTypeMeta.h>
#include <c10/util/Optional.h>

namespace c10 {

class TensorOptions {
 public:
  TensorOptions() = default;
  TensorOptions(ScalarType dtype) : dtype_(caffe2::TypeMeta(dtype)) {}
  TensorOptions(caffe2::TypeMeta dtype) : dtype_(dtype) {}
  TensorOptions(Layout layout) : layout_(layout) {}
  TensorOptions(Device device) : device_(device) {}
  TensorOptions(DeviceType device) : device_(Device(device)) {}
  TensorOptions(MemoryFormat format) : memory_format_(format) {}

  [[nodiscard]] TensorOptions dtype(std::optional<ScalarType> dtype) const {
    TensorOptions result = *this;
    result.dtype_ = dtype ? std::optional<caffe2::TypeMeta>(*dtype) : std::nullopt;
    return result;
  }
  [[nodiscard]] TensorOptions dtype(caffe2::TypeMeta dtype) const {
    return this->dtype(dtype.toScalarType());
  }
  [[nodiscard]] TensorOptions layout(std::optional<Layout> layout) const {
    TensorOptions result = *this;
    result.layout_ = layout;
    return result;
  }
  [[nodiscard]] TensorOptions device(std::optional<Device> device) const {
    TensorOptions result = *this;
    result.device_ = device;
    return result;
  }
  [[nodiscard]] TensorOptions requires_grad(std::optional<bool> requires_grad) const {
    TensorOptions result = *this;
    result.requires_grad_ = requires_grad;
    return result;
  }
  [[nodiscard]] TensorOptions pinned_memory(std::optional<bool> pinned) const {
    TensorOptions result = *this;
    result.pinned_ = pinned;
    return result;
  }
  [[nodiscard]] TensorOptions memory_format(std::optional<MemoryFormat> format) const {
    TensorOptions result = *this;
    result.memory_format_ = format;
    return result;
  }

  caffe2::TypeMeta dtype() const { return dtype_.value_or(get_default_dtype()); }
  Layout layout() const { return layout_.value_or(kStrided); }
  Device device() const { return device_.value_or(Device(kCPU)); }
  bool requires_grad() const { return requires_grad_.value_or(false); }
  bool pinned_memory() const { return pinned_.value_or(false); }

  std::optional<caffe2::TypeMeta> dtype_opt() const { return dtype_; }
  std::optional<Layout> layout_opt() const { return layout_; }
  std::optional<Device> device_opt() const { return device_; }
  std::optional<bool> requires_grad_opt() const { return requires_grad_; }
  std::optional<bool> pinned_memory_opt() const { return pinned_; }
  std::optional<MemoryFormat> memory_format_opt() const { return memory_format_; }
  bool has_dtype() const { return dtype_.has_value(); }
  bool has_device() const { return device_.has_value(); }

 private:
  std::optional<caffe2::TypeMeta> dtype_;
  std::optional<Layout> layout_;
  std::optional<Device> device_;
  std::optional<bool> requires_grad_;
  std::optional<bool> pinned_;
  std::optional<MemoryFormat> memory_format_;
};

inline TensorOptions dtype(ScalarType type) { return TensorOptions().dtype(type); }
inline TensorOptions dtype(caffe2::TypeMeta type) { return TensorOptions().dtype(type); }
inline TensorOptions device(Device device) { return TensorOptions().device(device); }
inline TensorOptions layout(Layout layout) { return TensorOptions().layout(layout); }
inline TensorOptions requires_grad(bool value = true) {
  return TensorOptions().requires_grad(value);
}

namespace impl {

// The memory format of a factory's options and of its own argument, of which one may be given.
inline std::optional<MemoryFormat> check_tensor_options_and_extract_memory_format(
    const TensorOptions& options, std::optional<MemoryFormat> memory_format) {
  TORCH_CHECK(!options.requires_grad(),
              "Operators taking TensorOptions cannot take a TensorOptions with options.requires_grad "
              "set as true. This isn't implemented yet.");
  TORCH_CHECK(!options.memory_format_opt() || !memory_format,
              "Cannot set memory_format both in TensorOptions and explicit argument; please delete "
              "the redundant setter.");
  return memory_format ? memory_format : options.memory_format_opt();
}

} // namespace impl

// The backend key under which a tensor with these properties is made.
inline DispatchKey computeDispatchKey(std::optional<ScalarType>, std::optional<Layout> layout,
                                      std::optional<Device> device) {
  TORCH_CHECK(layout.value_or(kStrided) == kStrided,
              "the reference runtime makes strided tensors only");
  return backendKeyOf(device.value_or(Device(kCPU)).type());
}

// The device whose dense tensors a backend key serves.
inline DeviceType dispatchKeyToDeviceType(DispatchKey key) {
  for (DeviceType device : {DeviceType::CPU, DeviceType::CUDA, DeviceType::XPU, DeviceType::MPS,
                            DeviceType::MTIA, DeviceType::PrivateUse1, DeviceType::Meta}) {
    if (backendKeyOf(device) == key) {
      return device;
    }
  }
  TORCH_CHECK(false, "DispatchKey ", key, " doesn't correspond to a device");
}

// The layout of the tensors that a backend key serves.
inline Layout dispatchKeyToLayout(DispatchKey key) {
  switch (key) {
    case DispatchKey::SparseCPU:
    case DispatchKey::SparseCUDA:
    case DispatchKey::SparseMeta:
      return Layout::Sparse;
    case DispatchKey::SparseCsrCPU:
    case DispatchKey::SparseCsrCUDA:
    case DispatchKey::SparseCsrMeta:
      TORCH_CHECK(false, "Cannot map DispatchKey ", key, " to a unique layout.");
    case DispatchKey::MkldnnCPU:
      return Layout::Mkldnn;
    default:
      return Layout::Strided;
  }
}

} // namespace c10

namespace at {
using c10::TensorOptions;
}
