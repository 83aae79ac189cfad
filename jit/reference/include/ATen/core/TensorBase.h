// at::TensorBase: a shared handle to a TensorImpl with everything that needs no operator.
#pragma once

#include <c10/core/TensorImpl.h>

namespace at {

class TensorBase {
 public:
  TensorBase() = default;
  explicit TensorBase(c10::intrusive_ptr<TensorImpl> impl) : impl_(std::move(impl)) {}

  bool defined() const { return static_cast<bool>(impl_); }
  void reset() { impl_.reset(); }
  TensorImpl* unsafeGetTensorImpl() const {
    return impl_ ? impl_.get() : c10::UndefinedTensorImpl::singleton();
  }
  const c10::intrusive_ptr<TensorImpl>& getIntrusivePtr() const { return impl_; }
  bool is_same(const TensorBase& other) const { return impl_ == other.impl_; }
  std::size_t use_count() const { return impl_.use_count(); }

  int64_t dim() const { return impl().dim(); }
  int64_t ndimension() const { return dim(); }
  int64_t numel() const { return impl().numel(); }
  c10::IntArrayRef sizes() const { return impl().sizes(); }
  c10::IntArrayRef strides() const { return impl().strides(); }
  c10::SymIntArrayRef sym_sizes() const { return impl().sym_sizes(); }
  c10::SymIntArrayRef sym_strides() const { return impl().sym_strides(); }
  c10::SymInt sym_numel() const { return numel(); }
  c10::SymInt sym_storage_offset() const { return storage_offset(); }
  int64_t size(int64_t dimension) const {
    return sizes()[static_cast<std::size_t>(c10::maybe_wrap_dim(dimension, dim(), false))];
  }
  int64_t stride(int64_t dimension) const {
    return strides()[static_cast<std::size_t>(c10::maybe_wrap_dim(dimension, dim(), false))];
  }
  c10::SymInt sym_size(int64_t dimension) const { return size(dimension); }
  c10::SymInt sym_stride(int64_t dimension) const { return stride(dimension); }
  int64_t storage_offset() const { return impl().storage_offset(); }
  c10::ScalarType scalar_type() const { return impl().scalar_type(); }
  caffe2::TypeMeta dtype() const { return caffe2::TypeMeta(scalar_type()); }
  std::size_t itemsize() const { return c10::elementSize(scalar_type()); }
  int64_t element_size() const { return static_cast<int64_t>(itemsize()); }
  std::size_t nbytes() const { return static_cast<std::size_t>(numel()) * itemsize(); }
  c10::Device device() const { return impl().device(); }
  int64_t get_device() const { return device().index(); }
  c10::Layout layout() const { return c10::kStrided; }
  c10::TensorOptions options() const {
    return c10::TensorOptions().dtype(dtype()).device(device()).layout(layout());
  }
  c10::DispatchKeySet key_set() const { return impl().key_set(); }

  bool is_cpu() const { return device().is_cpu(); }
  bool is_cuda() const { return device().is_cuda(); }
  bool is_meta() const { return device().is_meta(); }
  bool is_privateuseone() const { return device().is_privateuseone(); }
  bool is_sparse() const { return false; }
  bool is_nested() const { return false; }
  bool is_quantized() const { return false; }
  bool is_mkldnn() const { return false; }
  bool is_conj() const { return false; }
  bool is_neg() const { return impl().is_neg(); }
  bool _is_zerotensor() const { return false; }
  void _set_neg(bool value) const { impl_->_set_neg(value); }
  bool is_inference() const { return impl().is_inference(); }
  bool is_complex() const { return c10::isComplexType(scalar_type()); }
  bool is_floating_point() const { return c10::isFloatingType(scalar_type()); }
  bool is_signed() const { return scalar_type() != c10::kBool && scalar_type() != c10::kByte; }
  bool is_contiguous(c10::MemoryFormat format = c10::MemoryFormat::Contiguous) const {
    return impl().is_contiguous(format);
  }
  c10::MemoryFormat suggest_memory_format() const {
    const bool channels_last = dim() == 4 && !is_contiguous() && is_contiguous(c10::MemoryFormat::ChannelsLast);
    return channels_last ? c10::MemoryFormat::ChannelsLast : c10::MemoryFormat::Contiguous;
  }
  bool has_names() const { return false; }

  const c10::Storage& storage() const { return impl().storage(); }
  bool has_storage() const { return defined(); }
  bool is_alias_of(const TensorBase& other) const {
    return storage().is_alias_of(other.storage());
  }
  void* mutable_data_ptr() const { return address(); }
  const void* const_data_ptr() const { return address(); }
  void* data_ptr() const { return address(); }
  template <class T>
  T* mutable_data_ptr() const {
    check_type(c10::CppTypeToScalarType<T>::value);
    return static_cast<T*>(address());
  }
  template <class T>
  const T* const_data_ptr() const {
    return mutable_data_ptr<std::remove_const_t<T>>();
  }
  template <class T>
  T* data_ptr() const {
    return mutable_data_ptr<T>();
  }

  // "CPUFloatType", as messages name the kind of a tensor.
  std::string toString() const {
    if (!defined()) {
      return "UndefinedType";
    }
    const c10::DispatchKey backend = c10::backendKeyOf(device().type());
    return c10::detail::format({c10::toString(backend), c10::toString(scalar_type()), "Type"});
  }

  bool requires_grad() const { return impl().requires_grad(); }
  int64_t _version() const { return impl().version(); }
  // In torch/csrc/autograd/variable.h.
  bool is_leaf() const;
  int64_t output_nr() const;
  bool is_view() const;

 protected:
  TensorImpl& impl() const { return *unsafeGetTensorImpl(); }
  c10::intrusive_ptr<TensorImpl> impl_;

 private:
  void check_type(c10::ScalarType type) const {
    TORCH_CHECK(scalar_type() == type, "expected scalar type ", type, " but found ", scalar_type());
  }
  void* address() const {
    if (!defined() || device().is_meta()) {
      return nullptr;
    }
    auto* bytes = static_cast<unsigned char*>(storage().mutable_data());
    return bytes + static_cast<std::size_t>(storage_offset()) * itemsize();
  }
};

} // namespace at
