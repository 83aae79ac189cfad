// Helpers of the gradient formulas that no operator of this runtime computes.
#pragma once

#include <ATen/core/boxing/boxing.h>
#include <ATen/native/Composites.h>
#include <ATen/native/LinearAlgebra.h>
#include <ATen/native/ReduceOps.h>

namespace at::native {

// True where self equals other (broadcast to it).
inline Tensor equal_mask(const Tensor& self, const Tensor& other) {
  Tensor result = make_contiguous(self.sizes(), c10::kBool, self.device());
  if (!self.is_meta()) {
    for (ElementLoop loop(self.sizes(), {result, self, other}); loop.next();) {
      const double a = loop.load<double>(1);
      const double b = loop.load<double>(2);
      loop.store<int64_t>(0, a == b || (a != a && b != b));
    }
  }
  return result;
}

// True where self lies between two bounds, either of which may be None.
inline Tensor within(const Tensor& self, const c10::IValue& min, const c10::IValue& max) {
  Tensor result = make_contiguous(self.sizes(), c10::kBool, self.device());
  if (!self.is_meta()) {
    for (ElementLoop loop(self.sizes(), {result, self}); loop.next();) {
      const double value = loop.load<double>(1);
      loop.store<int64_t>(0, (min.isNone() || value >= min.toScalar().toDouble()) &&
                                 (max.isNone() || value <= max.toScalar().toDouble()));
    }
  }
  return result;
}

// The gradient of a view with these strides: elements that share memory add up. The result has the
// base's sizes; the base's own geometry says where its elements are.
inline Tensor as_strided_backward(const Tensor& grad, c10::IntArrayRef strides, int64_t offset,
                                  c10::IntArrayRef base_sizes, c10::IntArrayRef base_strides,
                                  int64_t base_offset) {
  TORCH_CHECK(!c10::GradMode::is_enabled() || !grad.requires_grad(),
              "the gradient of as_strided has no gradient in the reference runtime");
  Tensor result = make_contiguous(base_sizes, grad.scalar_type(), grad.device());
  if (grad.is_meta()) {
    return result;
  }
  c10::Sequence<double> memory; // by storage index
  ElementLoop scatter(grad.sizes(), {grad});
  scatter.add_index(strides, offset);
  while (scatter.next()) {
    const auto place = static_cast<std::size_t>(scatter.offset(1));
    if (place >= memory.size()) {
      memory.resize(place + 1);
    }
    memory[place] += scatter.load<double>(0);
  }
  ElementLoop gather(base_sizes, {result});
  gather.add_index(base_strides, base_offset);
  while (gather.next()) {
    const auto place = static_cast<std::size_t>(gather.offset(1));
    gather.store<double>(0, place < memory.size() ? memory[place] : 0);
  }
  return result;
}

} // namespace at::native
