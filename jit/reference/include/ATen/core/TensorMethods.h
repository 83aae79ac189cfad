// The methods of at::Tensor that are operators: each is one call of the dispatcher.
#pragma once

#include <ATen/MethodOperators.h>

namespace at {

namespace detail {
// A method changes the tensor, not the handle that it is called through.
inline Tensor& mutable_self(const Tensor& self) { return const_cast<Tensor&>(self); }
} // namespace detail

inline Tensor Tensor::add(const Tensor& other, const c10::Scalar& alpha) const {
  return at::_ops::add_Tensor::call(*this, other, alpha);
}
inline Tensor& Tensor::add_(const Tensor& other, const c10::Scalar& alpha) const {
  return at::_ops::add__Tensor::call(detail::mutable_self(*this), other, alpha);
}
inline Tensor Tensor::add(const c10::Scalar& other, const c10::Scalar& alpha) const {
  return at::_ops::add_Scalar::call(*this, other, alpha);
}
inline Tensor& Tensor::add_(const c10::Scalar& other, const c10::Scalar& alpha) const {
  return at::_ops::add__Scalar::call(detail::mutable_self(*this), other, alpha);
}
inline Tensor Tensor::sub(const Tensor& other, const c10::Scalar& alpha) const {
  return at::_ops::sub_Tensor::call(*this, other, alpha);
}
inline Tensor& Tensor::sub_(const Tensor& other, const c10::Scalar& alpha) const {
  return at::_ops::sub__Tensor::call(detail::mutable_self(*this), other, alpha);
}
inline Tensor Tensor::sub(const c10::Scalar& other, const c10::Scalar& alpha) const {
  return at::_ops::sub_Scalar::call(*this, other, alpha);
}
inline Tensor& Tensor::sub_(const c10::Scalar& other, const c10::Scalar& alpha) const {
  return at::_ops::sub__Scalar::call(detail::mutable_self(*this), other, alpha);
}
inline Tensor Tensor::mul(const Tensor& other) const {
  return at::_ops::mul_Tensor::call(*this, other);
}
inline Tensor& Tensor::mul_(const Tensor& other) const {
  return at::_ops::mul__Tensor::call(detail::mutable_self(*this), other);
}
inline Tensor Tensor::mul(const c10::Scalar& other) const {
  return at::_ops::mul_Scalar::call(*this, other);
}
inline Tensor& Tensor::mul_(const c10::Scalar& other) const {
  return at::_ops::mul__Scalar::call(detail::mutable_self(*this), other);
}
inline Tensor Tensor::div(const Tensor& other) const {
  return at::_ops::div_Tensor::call(*this, other);
}
inline Tensor& Tensor::div_(const Tensor& other) const {
  return at::_ops::div__Tensor::call(detail::mutable_self(*this), other);
}
inline Tensor Tensor::neg() const { return at::_ops::neg::call(*this); }
inline Tensor& Tensor::neg_() const { return at::_ops::neg_::call(detail::mutable_self(*this)); }
inline Tensor Tensor::abs() const { return at::_ops::abs::call(*this); }
inline Tensor& Tensor::abs_() const { return at::_ops::abs_::call(detail::mutable_self(*this)); }
inline Tensor Tensor::sgn() const { return at::_ops::sgn::call(*this); }
inline Tensor& Tensor::sgn_() const { return at::_ops::sgn_::call(detail::mutable_self(*this)); }
inline Tensor Tensor::sigmoid() const { return at::_ops::sigmoid::call(*this); }
inline Tensor& Tensor::sigmoid_() const {
  return at::_ops::sigmoid_::call(detail::mutable_self(*this));
}
inline Tensor Tensor::exp() const { return at::_ops::exp::call(*this); }
inline Tensor& Tensor::exp_() const { return at::_ops::exp_::call(detail::mutable_self(*this)); }
inline Tensor Tensor::clamp(const std::optional<c10::Scalar>& min,
    const std::optional<c10::Scalar>& max) const {
  return at::_ops::clamp::call(*this, min, max);
}
inline Tensor& Tensor::clamp_(const std::optional<c10::Scalar>& min,
    const std::optional<c10::Scalar>& max) const {
  return at::_ops::clamp_::call(detail::mutable_self(*this), min, max);
}
inline Tensor& Tensor::fill_(const c10::Scalar& value) const {
  return at::_ops::fill__Scalar::call(detail::mutable_self(*this), value);
}
inline Tensor& Tensor::copy_(const Tensor& src, bool non_blocking) const {
  return at::_ops::copy_::call(detail::mutable_self(*this), src, non_blocking);
}
inline Tensor Tensor::clone(std::optional<c10::MemoryFormat> memory_format) const {
  return at::_ops::clone::call(*this, memory_format);
}
inline Tensor Tensor::amin(c10::IntArrayRef dim, bool keepdim) const {
  return at::_ops::amin::call(*this, dim, keepdim);
}
inline Tensor Tensor::amax(c10::IntArrayRef dim, bool keepdim) const {
  return at::_ops::amax::call(*this, dim, keepdim);
}
inline std::tuple<Tensor, Tensor> Tensor::aminmax(std::optional<int64_t> dim, bool keepdim) const {
  return at::_ops::aminmax::call(*this, dim, keepdim);
}
inline Tensor Tensor::sum(std::optional<c10::ScalarType> dtype) const {
  return at::_ops::sum::call(*this, dtype);
}
inline Tensor Tensor::sum(c10::OptionalIntArrayRef dim, bool keepdim,
    std::optional<c10::ScalarType> dtype) const {
  return at::_ops::sum_dim_IntList::call(*this, dim, keepdim, dtype);
}
inline Tensor Tensor::mm(const Tensor& mat2) const { return at::_ops::mm::call(*this, mat2); }
inline Tensor Tensor::addmm(const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta,
    const c10::Scalar& alpha) const {
  return at::_ops::addmm::call(*this, mat1, mat2, beta, alpha);
}
inline Tensor& Tensor::addmm_(const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta,
    const c10::Scalar& alpha) const {
  return at::_ops::addmm_::call(detail::mutable_self(*this), mat1, mat2, beta, alpha);
}
inline Tensor Tensor::t() const { return at::_ops::t::call(*this); }
inline Tensor Tensor::as_strided_symint(c10::SymIntArrayRef size, c10::SymIntArrayRef stride,
    std::optional<c10::SymInt> storage_offset) const {
  return at::_ops::as_strided::call(*this, size, stride, storage_offset);
}
inline Tensor Tensor::_neg_view() const { return at::_ops::_neg_view::call(*this); }
inline Tensor Tensor::resolve_neg() const { return at::_ops::resolve_neg::call(*this); }
inline Tensor Tensor::where(const Tensor& condition, const Tensor& other) const {
  return at::_ops::where_self::call(condition, *this, other);
}
inline Tensor Tensor::as_strided(c10::IntArrayRef size, c10::IntArrayRef stride,
                                 std::optional<int64_t> storage_offset) const {
  return as_strided_symint(
      c10::fromIntArrayRefSlow(size), c10::fromIntArrayRefSlow(stride),
      storage_offset ? std::make_optional(c10::SymInt(*storage_offset)) : std::nullopt);
}

inline Tensor Tensor::operator-() const { return neg(); }
inline Tensor& Tensor::operator+=(const Tensor& other) { return add_(other); }
inline Tensor& Tensor::operator-=(const Tensor& other) { return sub_(other); }
inline Tensor& Tensor::operator*=(const Tensor& other) { return mul_(other); }
inline Tensor operator+(const Tensor& a, const Tensor& b) { return a.add(b); }
inline Tensor operator+(const Tensor& a, const c10::Scalar& b) { return a.add(b); }
inline Tensor operator-(const Tensor& a, const Tensor& b) { return a.sub(b); }
inline Tensor operator-(const Tensor& a, const c10::Scalar& b) { return a.sub(b); }
inline Tensor operator*(const Tensor& a, const Tensor& b) { return a.mul(b); }
inline Tensor operator*(const Tensor& a, const c10::Scalar& b) { return a.mul(b); }
inline Tensor operator*(const c10::Scalar& a, const Tensor& b) { return b.mul(a); }
inline Tensor operator/(const Tensor& a, const Tensor& b) { return a.div(b); }

inline Tensor Tensor::contiguous(c10::MemoryFormat format) const {
  return is_contiguous(format) ? *this : clone(format);
}
inline Tensor Tensor::to(c10::ScalarType dtype) const {
  if (dtype == scalar_type()) {
    return *this;
  }
  Tensor result = at::_ops::empty_strided::call(sym_sizes(), sym_strides(), dtype, std::nullopt,
                                                device(), std::nullopt);
  return result.copy_(*this);
}
inline c10::Scalar Tensor::item() const {
  TORCH_CHECK(numel() == 1, "a Tensor with ", numel(), " elements cannot be converted to Scalar");
  TORCH_CHECK(!is_meta(), "Tensor.item() cannot be called on meta tensors");
  const Tensor plain = resolve_neg();
  switch (scalar_type()) {
    case c10::kBool:
      return *plain.const_data_ptr<bool>();
    case c10::kInt:
      return *plain.const_data_ptr<int>();
    case c10::kLong:
      return *plain.const_data_ptr<int64_t>();
    case c10::kFloat:
      return *plain.const_data_ptr<float>();
    default:
      return *plain.const_data_ptr<double>();
  }
}
template <class T>
T Tensor::item() const {
  return item().to<T>();
}
inline Tensor Tensor::detach() const {
  Tensor result(c10::TensorImpl::make_view(*unsafeGetTensorImpl()));
  result.unsafeGetTensorImpl()->set_version_counter(unsafeGetTensorImpl()->version_counter());
  return result;
}

} // namespace at
