// Kernels written with other operators: what ATen registers for CompositeExplicitAutograd and
// CompositeImplicitAutograd.
#pragma once

#include <ATen/core/TensorMethods.h>
#include <ATen/native/Factories.h>
#include <ATen/native/PointwiseOps.h>
#include <ATen/native/TensorShape.h>
#include <ATen/native/UpSample.h>

namespace at::native {

inline Tensor abs(const Tensor& self) {
  Tensor out = abs(fresh(c10::kMeta), self);
  at::_ops::abs_out::call(self, out);
  return out;
}
inline Tensor& abs_(Tensor& self) { return at::_ops::abs_out::call(self, self); }

inline Tensor add(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  return at::_ops::add_Tensor::call(self, wrapped_scalar_tensor(other), alpha);
}
inline Tensor& add_(Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  return at::_ops::add__Tensor::call(self, wrapped_scalar_tensor(other), alpha);
}
inline Tensor sub(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  return at::_ops::sub_Tensor::call(self, wrapped_scalar_tensor(other), alpha);
}
inline Tensor& sub_(Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  return at::_ops::sub__Tensor::call(self, wrapped_scalar_tensor(other), alpha);
}
inline Tensor mul(const Tensor& self, const c10::Scalar& other) {
  return at::_ops::mul_Tensor::call(self, wrapped_scalar_tensor(other));
}
inline Tensor& mul_(Tensor& self, const c10::Scalar& other) {
  return at::_ops::mul__Tensor::call(self, wrapped_scalar_tensor(other));
}

inline Tensor ones(c10::IntArrayRef size, std::optional<c10::ScalarType> dtype,
                   std::optional<c10::Layout> layout, std::optional<c10::Device> device,
                   std::optional<bool> pin_memory) {
  Tensor result = at::_ops::empty_memory_format::call(c10::fromIntArrayRefSlow(size), dtype, layout,
                                                      device, pin_memory, std::nullopt);
  return result.fill_(1);
}
inline Tensor& ones_out(c10::IntArrayRef size, Tensor& out) {
  resize_output(out, size);
  return out.fill_(1);
}
inline Tensor empty_strided_like(const Tensor& self, std::optional<c10::ScalarType> dtype,
                                 std::optional<c10::Layout> layout,
                                 std::optional<c10::Device> device, std::optional<bool> pin_memory,
                                 std::optional<c10::MemoryFormat> memory_format) {
  const std::vector<int64_t> strides = strides_like(self, memory_format);
  return at::_ops::empty_strided::call(self.sym_sizes(), c10::fromIntArrayRefSlow(strides),
                                       dtype.value_or(self.scalar_type()), layout,
                                       device.value_or(self.device()), pin_memory);
}
inline Tensor ones_like(const Tensor& self, std::optional<c10::ScalarType> dtype,
                        std::optional<c10::Layout> layout, std::optional<c10::Device> device,
                        std::optional<bool> pin_memory,
                        std::optional<c10::MemoryFormat> memory_format) {
  return empty_strided_like(self, dtype, layout, device, pin_memory, memory_format).fill_(1);
}
inline Tensor clone(const Tensor& self, std::optional<c10::MemoryFormat> memory_format) {
  return empty_strided_like(self, {}, {}, {}, {}, memory_format).copy_(self);
}
inline Tensor fill(const Tensor& self, const c10::Scalar& value) {
  return empty_strided_like(self, {}, {}, {}, {}, {}).fill_(value);
}
inline Tensor& copy_(Tensor& self, const Tensor& src, bool) {
  TORCH_CHECK(src.defined(), "src is undefined");
  copy_(self, src);
  return self;
}

inline Tensor sum(const Tensor& self, std::optional<c10::ScalarType> dtype) {
  return at::_ops::sum_dim_IntList::call(self, c10::IntArrayRef(), false, dtype);
}

inline Tensor resolve_neg(const Tensor& self) { return self.is_neg() ? self.clone() : self; }

inline Tensor linear(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias) {
  TORCH_CHECK(input.dim() == 2 && weight.dim() == 2,
              "linear(): the reference runtime takes matrices only, got ", input.dim(), "-D and ",
              weight.dim(), "-D");
  return bias.has_value() && bias->defined() ? bias->addmm(input, weight.t()) : input.mm(weight.t());
}

inline Tensor upsample_nearest1d(const Tensor& input, c10::OptionalIntArrayRef output_size,
                                 std::optional<c10::ArrayRef<double>> scale_factors) {
  const std::vector<int64_t> size =
      upsample::compute_output_size(input.sizes(), output_size, scale_factors);
  return at::_ops::upsample_nearest1d::call(input, c10::fromIntArrayRefSlow(size),
                                            upsample::get_scale_value(scale_factors, 0));
}

} // namespace at::native
