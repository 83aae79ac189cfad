// Helpers of the gradient formulas that no operator of this runtime computes.
#pragma once

#include <ATen/native/Composites.h>
#include <ATen/native/LinearAlgebra.h>
#include <ATen/native/ReduceOps.h>

namespace at::native {

struct Geometry {
  std::vector<int64_t> sizes;
  std::vector<int64_t> strides;
  int64_t offset;
};

// A bool tensor of self's shape, true where test(value of self, value of other) holds.
template <class F>
Tensor compared(const Tensor& self, const Tensor& other, F test) {
  Tensor result = make_contiguous(self.sizes(), c10::kBool, self.device());
  if (self.is_meta()) {
    return result;
  }
  const std::size_t rank = self.sizes().size();
  const std::vector<Cursor> cursors{Cursor(result, rank), Cursor(self, rank), Cursor(other, rank)};
  for_each_index(self.sizes(), cursors, [&](const int64_t* offsets) {
    const double a = load<double>(cursors[1].base, offsets[1], cursors[1].dtype);
    const double b = load<double>(cursors[2].base, offsets[2], cursors[2].dtype);
    store<int64_t>(cursors[0].base, offsets[0], c10::kBool, test(a, b));
  });
  return result;
}

inline Tensor equal_mask(const Tensor& self, const Tensor& other) {
  return compared(self, other, [](double a, double b) { return a == b || (a != a && b != b); });
}

inline Tensor within(const Tensor& self, const std::optional<c10::Scalar>& min,
                     const std::optional<c10::Scalar>& max) {
  return compared(self, self, [&](double a, double) {
    return (!min || a >= min->toDouble()) && (!max || a <= max->toDouble());
  });
}

// The gradient of a view with any strides: elements that share memory add up.
inline Tensor as_strided_backward(const Tensor& grad, const Geometry& input, const Geometry& view) {
  Tensor result = make_contiguous(input.sizes, grad.scalar_type(), grad.device());
  if (grad.is_meta()) {
    return result;
  }
  TORCH_CHECK(!grad.requires_grad(), "the gradient of as_strided has no gradient in the reference runtime");
  std::vector<double> memory;
  const auto place = [&](int64_t index) -> double& {
    const auto i = static_cast<std::size_t>(index);
    if (i >= memory.size()) {
      memory.resize(i + 1, 0);
    }
    return memory[i];
  };
  std::vector<Cursor> cursors{Cursor(grad, view.sizes.size()), Cursor(grad, view.sizes.size())};
  cursors[1].strides = view.strides;
  for_each_index(view.sizes, cursors, [&](const int64_t* offsets) {
    place(view.offset + offsets[1]) += load<double>(cursors[0].base, offsets[0], cursors[0].dtype);
  });
  std::vector<Cursor> back{Cursor(result, input.sizes.size()), Cursor(result, input.sizes.size())};
  back[1].strides = input.strides;
  for_each_index(input.sizes, back, [&](const int64_t* offsets) {
    store<double>(back[0].base, offsets[0], back[0].dtype, place(input.offset + offsets[1]));
  });
  return result;
}

} // namespace at::native
