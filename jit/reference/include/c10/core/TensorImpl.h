// c10::TensorImpl: what a tensor is, apart from the operators on it.
#pragma once

#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/Storage.h>
#include <c10/core/SymIntArrayRef.h>
#include <c10/core/TensorOptions.h>
#include <c10/core/WrapDimMinimal.h>

namespace torch::autograd {
struct Node;
}

namespace c10 {

// Autograd's part of a tensor; torch/csrc/autograd/variable.h gives it content.
struct AutogradMetaInterface : intrusive_ptr_target {
  bool requires_grad() const { return requires_grad_ || grad_fn_ != nullptr; }
  bool requires_grad_ = false;
  intrusive_ptr<torch::autograd::Node> grad_fn_;
};

// How often a tensor, and what shares its memory as far as autograd knows, was written to.
struct VersionCounter : intrusive_ptr_target {
  uint32_t value = 0;
};

class TensorImpl : public intrusive_ptr_target {
 public:
  // An undefined tensor: no keys, no storage.
  TensorImpl() : device_(kCPU) {}

  TensorImpl(Storage storage, DispatchKeySet keys, ScalarType dtype)
      : storage_(std::move(storage)), device_(storage_.device()), dtype_(dtype), sizes_{0},
        strides_{1} {
    // As in torch: only a tensor made outside inference mode takes part in autograd.
    if (!InferenceMode::is_enabled()) {
      const DispatchKey backend = backendKeyOf(device_.type());
      keys = keys.add(DispatchKey::ADInplaceOrView) | DispatchKeySet(autogradKeyOf(backend));
      version_ = make_intrusive<VersionCounter>();
    }
    key_set_ = keys;
  }

  // Another tensor over the same storage, with the same keys. Its version counter is its own until
  // ADInplaceOrView makes it a view that autograd knows of.
  static intrusive_ptr<TensorImpl> make_view(const TensorImpl& base) {
    intrusive_ptr<TensorImpl> view = make_intrusive<TensorImpl>(base);
    view->version_.reset();
    if (!base.is_inference()) {
      view->version_ = make_intrusive<VersionCounter>();
    }
    view->wrapped_number_ = false;
    view->autograd_.reset();
    return view;
  }

  bool defined() const { return static_cast<bool>(storage_); }
  DispatchKeySet key_set() const { return key_set_; }
  void add_key(DispatchKey key) { key_set_ = key_set_.add(key); }
  void remove_key(DispatchKey key) { key_set_ = key_set_.remove(key); }
  bool is_neg() const { return key_set_.has(DispatchKey::Negative); }
  void _set_neg(bool value) {
    value ? add_key(DispatchKey::Negative) : remove_key(DispatchKey::Negative);
  }
  bool is_inference() const { return defined() && !key_set_.has(DispatchKey::ADInplaceOrView); }

  IntArrayRef sizes() const { return sizes_; }
  IntArrayRef strides() const { return strides_; }
  SymIntArrayRef sym_sizes() const { return fromIntArrayRefSlow(sizes_); }
  SymIntArrayRef sym_strides() const { return fromIntArrayRefSlow(strides_); }
  int64_t storage_offset() const { return offset_; }
  int64_t dim() const { return static_cast<int64_t>(sizes_.size()); }
  int64_t numel() const {
    int64_t count = 1;
    for (const int64_t size : sizes_) {
      count *= size;
    }
    return count;
  }
  ScalarType scalar_type() const { return dtype_; }
  Device device() const { return device_; }
  const Storage& storage() const { return storage_; }

  // Geometry; the storage grows when the new one needs more bytes.
  void set_geometry(IntArrayRef sizes, IntArrayRef strides, int64_t offset) {
    sizes_ = Dims(sizes);
    strides_ = Dims(strides);
    offset_ = offset;
    const std::size_t needed = bytes_needed();
    if (needed > storage_.nbytes()) {
      storage_.unsafeGetStorageImpl()->resize(needed);
    }
  }
  // The bytes from the storage's start that the geometry reaches.
  std::size_t bytes_needed() const {
    int64_t last = offset_;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      if (sizes_[i] == 0) {
        return 0;
      }
      last += (sizes_[i] - 1) * strides_[i];
    }
    return static_cast<std::size_t>(last + 1) * elementSize(dtype_);
  }

  bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const {
    if (format == MemoryFormat::ChannelsLast) {
      return dim() == 4 && has_strides(get_channels_last_strides_2d(sizes_));
    }
    return has_strides(contiguous_strides(sizes_));
  }

  bool is_wrapped_number() const { return wrapped_number_; }
  void set_wrapped_number(bool value) {
    TORCH_INTERNAL_ASSERT(dim() == 0, "only a 0-dimensional tensor wraps a number");
    wrapped_number_ = value;
  }

  uint32_t version() const {
    TORCH_CHECK(version_, "Inference tensors do not track version counter.");
    return version_->value;
  }
  void bump_version() {
    TORCH_CHECK(version_ || InferenceMode::is_enabled(),
                "Inplace update to inference tensor outside InferenceMode is not allowed."
                "You can make a clone to get a normal tensor before doing inplace update."
                "See https://github.com/pytorch/rfcs/pull/17 for more details.");
    if (version_) {
      ++version_->value;
    }
  }
  const intrusive_ptr<VersionCounter>& version_counter() const { return version_; }
  void set_version_counter(intrusive_ptr<VersionCounter> version) { version_ = std::move(version); }

  bool requires_grad() const { return autograd_ && autograd_->requires_grad(); }
  const intrusive_ptr<AutogradMetaInterface>& autograd_meta() const { return autograd_; }
  void set_autograd_meta(intrusive_ptr<AutogradMetaInterface> meta) {
    autograd_ = std::move(meta);
  }

 private:
  // Strides of dimensions of size 1 do not matter, nor do any of an empty tensor.
  bool has_strides(IntArrayRef expected) const {
    if (numel() == 0) {
      return true;
    }
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      if (sizes_[i] != 1 && strides_[i] != expected[i]) {
        return false;
      }
    }
    return true;
  }

  Storage storage_;
  Device device_;
  ScalarType dtype_ = ScalarType::Undefined;
  DispatchKeySet key_set_;
  Dims sizes_;
  Dims strides_;
  int64_t offset_ = 0;
  bool wrapped_number_ = false;
  intrusive_ptr<VersionCounter> version_;
  intrusive_ptr<AutogradMetaInterface> autograd_;
};

// The one impl of every undefined tensor.
struct UndefinedTensorImpl {
  static TensorImpl* singleton() {
    static TensorImpl impl;
    return &impl;
  }
};

} // namespace c10

namespace at {
using c10::TensorImpl;
}
