// A second device for tests: PrivateUse1, named "testdev". Its tensors live in the process's memory,
// and only the out= forms of a few operators have kernels, so that everything else shows which way
// an operator without a backend kernel takes. Include it to have the device.
#pragma once

#include <ATen/ATen.h>
#include <torch/library.h>

namespace testdev {

// How many kernels of the device ran.
inline int& kernel_calls() {
  static int calls = 0;
  return calls;
}

inline at::Tensor empty(c10::IntArrayRef size, std::optional<c10::ScalarType> dtype,
                        std::optional<c10::Layout> layout, std::optional<c10::Device> device,
                        std::optional<bool> pin_memory, std::optional<c10::MemoryFormat> format) {
  return at::native::empty(
      size, at::native::spec(dtype, layout, device, pin_memory, c10::kPrivateUse1),
      format.value_or(c10::MemoryFormat::Contiguous));
}
inline at::Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride,
                                std::optional<c10::ScalarType> dtype,
                                std::optional<c10::Layout> layout,
                                std::optional<c10::Device> device, std::optional<bool> pin_memory) {
  return at::native::empty_strided(
      size, stride, at::native::spec(dtype, layout, device, pin_memory, c10::kPrivateUse1));
}
inline at::Tensor as_strided(const at::Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                             std::optional<int64_t> storage_offset) {
  return at::native::as_strided(self, size, stride, storage_offset.value_or(self.storage_offset()));
}

inline at::native::Output out_on_testdev(at::Tensor& out) {
  ++kernel_calls();
  return at::native::given(c10::kPrivateUse1, out);
}
inline at::Tensor& fill_(at::Tensor& self, const c10::Scalar& value) {
  at::native::fill(out_on_testdev(self), value);
  return self;
}
inline at::Tensor& add_out(const at::Tensor& self, const at::Tensor& other,
                           const c10::Scalar& alpha, at::Tensor& out) {
  at::native::add(out_on_testdev(out), self, other, alpha);
  return out;
}
inline at::Tensor& mul_out(const at::Tensor& self, const at::Tensor& other, at::Tensor& out) {
  at::native::mul(out_on_testdev(out), self, other);
  return out;
}
inline at::Tensor& neg_out(const at::Tensor& self, at::Tensor& out) {
  at::native::neg(out_on_testdev(out), self);
  return out;
}
inline at::Tensor& sum_out(const at::Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                           std::optional<c10::ScalarType> dtype, at::Tensor& out) {
  at::native::sum(out_on_testdev(out), self, dim, keepdim, dtype);
  return out;
}

} // namespace testdev

namespace {

[[maybe_unused]] const bool testdev_is_named =
    (c10::register_privateuse1_backend("testdev"), true);

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("empty.memory_format", &testdev::empty);
  m.impl("empty_strided", &testdev::empty_strided);
  m.impl("as_strided", &testdev::as_strided);
  m.impl("fill_.Scalar", &testdev::fill_);
  m.impl("add.out", &testdev::add_out);
  m.impl("mul.out", &testdev::mul_out);
  m.impl("neg.out", &testdev::neg_out);
  m.impl("sum.IntList_out", &testdev::sum_out);
}

} // namespace
