// Below the functions that ATen declares for a backend: the table of vectorised kernels, and a class
// that derives from a structured kernel. What such code skips it must do itself.
#pragma once

#include <ATen/TensorIterator.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/BinaryOps.h>
#include <ATen/native/Resize.h>
#include <ATen/ops/add_native.h>
#include <ATen/ops/empty_strided_cpu_dispatch.h>

namespace bench_stub {

inline at::Tensor one(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  at::Tensor result;
  auto iterator = at::TensorIterator::binary_op(result, self, other);
  at::native::add_stub(at::kCPU, iterator, -alpha);
  return iterator.output();
}

inline at::Tensor& one_(
    at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  auto iterator = at::TensorIterator::binary_op(self, self, other);
  at::native::add_stub(at::kCPU, iterator, -alpha);
  return self;
}

inline at::Tensor& one_out(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha, at::Tensor& out) {
  auto iterator = at::TensorIterator::binary_op(out, self, other);
  at::native::add_stub(at::kCPU, iterator, -alpha);
  return out;
}

} // namespace bench_stub

namespace bench_inherited {

// Allocates its output, or writes into the one that it is given.
struct Add final : at::native::structured_ufunc_add_CPU {
  explicit Add(at::Tensor output) : output(std::move(output)) {}

  void set_output_raw_strided(
      int64_t index, at::IntArrayRef sizes, at::IntArrayRef strides, at::TensorOptions options)
      override {
    if (!output.defined()) {
      output = strides.empty() ? at::cpu::empty_strided(sizes, contiguous(sizes), options)
                               : at::cpu::empty_strided(sizes, strides, options);
    } else {
      at::native::resize_output(output, sizes);
    }
    structured_ufunc_add_CPU::set_output_raw_strided(index, sizes, strides, options);
  }

  void set_output_strided(
      int64_t index, at::IntArrayRef sizes, at::IntArrayRef strides, at::TensorOptions options)
      override {
    set_output_raw_strided(index, sizes, strides, options);
  }

  const at::Tensor& maybe_get_output(int64_t) override {
    return output;
  }

  static at::DimVector contiguous(at::IntArrayRef sizes) {
    at::DimVector strides(sizes.size(), 1);
    for (int64_t i = static_cast<int64_t>(sizes.size()) - 2; i >= 0; --i) {
      strides[i] = strides[i + 1] * std::max<int64_t>(sizes[i + 1], 1);
    }
    return strides;
  }

  at::Tensor output;
};

inline at::Tensor one(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  Add add{at::Tensor()};
  add.meta(self, other, -alpha);
  add.impl(self, other, -alpha, add.output);
  return std::move(add.output);
}

inline at::Tensor& one_(
    at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  Add add{self};
  add.meta(self, other, -alpha);
  add.impl(self, other, -alpha, add.output);
  return self;
}

inline at::Tensor& one_out(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha, at::Tensor& out) {
  Add add{out};
  add.meta(self, other, -alpha);
  add.impl(self, other, -alpha, add.output);
  return out;
}

} // namespace bench_inherited
