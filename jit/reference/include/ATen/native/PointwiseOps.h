// The element-by-element operators. Each takes the Output that its caller wants filled.
#pragma once

#include <ATen/native/Elementwise.h>

#include <cmath>
#include <limits>

namespace at::native {

// A 0-dimensional tensor that counts as a number in type promotion.
inline Tensor wrapped_scalar_tensor(const c10::Scalar& value) {
  Tensor tensor = make_contiguous({}, value.type(), c10::kCPU);
  const ElementLoop element({}, {tensor});
  if (value.isFloatingPoint()) {
    element.store<double>(0, value.toDouble());
  } else {
    element.store<int64_t>(0, value.isBoolean() ? value.toBool() : value.toLong());
  }
  tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
  return tensor;
}

// Integers wrap around, which C++ grants to unsigned arithmetic only.
inline int64_t wrapping_add(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
inline int64_t wrapping_mul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

inline void alpha_check(c10::ScalarType dtype, const c10::Scalar& alpha) {
  TORCH_CHECK(!alpha.isBoolean() || dtype == c10::kBool,
              "Boolean alpha only supported for Boolean results.");
  TORCH_CHECK(c10::isFloatingType(dtype) || alpha.isIntegral(true),
              "For integral input tensors, argument alpha must not be a floating point number.");
}

// out = self + alpha * other.
inline void add_scaled(const char* name, Output& out, const Tensor& self, const Tensor& other,
                       const c10::Scalar& alpha, bool subtract) {
  const Elementwise plan(name, out, {self, other});
  const c10::ScalarType dtype = plan.common_dtype();
  alpha_check(dtype, alpha);
  double real = 0;
  int64_t integer = 0;
  if (c10::isFloatingType(dtype)) {
    real = rounded(alpha.toDouble(), dtype) * (subtract ? -1 : 1);
  } else {
    integer = wrapping_mul(dtype == c10::kBool ? alpha.toBool() : alpha.toLong(), subtract ? -1 : 1);
  }
  plan.run([](const double* x, const double* scale) { return x[0] + *scale * x[1]; },
           [](const int64_t* x, const int64_t* scale) {
             return wrapping_add(x[0], wrapping_mul(*scale, x[1]));
           },
           &real, &integer);
}

inline Tensor add(Output out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha) {
  add_scaled("add", out, self, other, alpha, false);
  return out.tensor;
}

inline void sub_check(bool self_is_bool, bool other_is_bool) {
  TORCH_CHECK(!self_is_bool || !other_is_bool,
              "Subtraction, the `-` operator, with two bool tensors is not supported. "
              "Use the `^` or `logical_xor()` operator instead.");
  TORCH_CHECK(!self_is_bool && !other_is_bool,
              "Subtraction, the `-` operator, with a bool tensor is not supported. "
              "If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.");
}
inline Tensor sub(Output out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha) {
  sub_check(self.scalar_type() == c10::kBool, other.scalar_type() == c10::kBool);
  add_scaled("sub", out, self, other, alpha, true);
  return out.tensor;
}

inline Tensor mul(Output out, const Tensor& self, const Tensor& other) {
  Elementwise("mul", out, {self, other})
      .run([](const double* x, const double*) { return x[0] * x[1]; },
           [](const int64_t* x, const int64_t*) { return wrapping_mul(x[0], x[1]); });
  return out.tensor;
}

// Operators whose result is always floating point have no integer function.
inline Tensor div(Output out, const Tensor& self, const Tensor& other) {
  Elementwise("div", out, {self, other}, {true})
      .run([](const double* x, const double*) { return x[0] / x[1]; }, nullptr);
  return out.tensor;
}

inline Tensor neg(Output out, const Tensor& self) {
  TORCH_CHECK(self.scalar_type() != c10::kBool,
              "Negation, the `-` operator, on a bool tensor is not supported. "
              "If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.");
  Elementwise("neg", out, {self})
      .run([](const double* x, const double*) { return -x[0]; },
           [](const int64_t* x, const int64_t*) { return wrapping_mul(x[0], -1); });
  return out.tensor;
}

inline Tensor abs(Output out, const Tensor& self) {
  TORCH_CHECK_NOT_IMPLEMENTED(self.scalar_type() != c10::kBool, "\"abs_cpu\" not implemented for 'Bool'");
  Elementwise("abs", out, {self})
      .run([](const double* x, const double*) { return std::fabs(x[0]); },
           [](const int64_t* x, const int64_t*) { return x[0] < 0 ? wrapping_mul(x[0], -1) : x[0]; });
  return out.tensor;
}

inline Tensor sgn(Output out, const Tensor& self) {
  Elementwise("sgn", out, {self})
      .run([](const double* x, const double*) { return static_cast<double>((x[0] > 0) - (x[0] < 0)); },
           [](const int64_t* x, const int64_t*) { return static_cast<int64_t>((x[0] > 0) - (x[0] < 0)); });
  return out.tensor;
}

inline Tensor sigmoid(Output out, const Tensor& self) {
  Elementwise("sigmoid", out, {self}, {true})
      .run([](const double* x, const double*) { return 1 / (1 + std::exp(-x[0])); }, nullptr);
  return out.tensor;
}

inline Tensor exp(Output out, const Tensor& self) {
  Elementwise("exp", out, {self}, {true})
      .run([](const double* x, const double*) { return std::exp(x[0]); }, nullptr);
  return out.tensor;
}

inline Tensor clamp(Output out, const Tensor& self, const std::optional<c10::Scalar>& min,
                    const std::optional<c10::Scalar>& max) {
  TORCH_CHECK(min || max, "torch.clamp: At least one of 'min' or 'max' must not be None");
  c10::ScalarType dtype = self.scalar_type();
  if (!c10::isFloatingType(dtype)) {
    ResultTypeState state = update_result_type_state(self, {});
    state = min ? update_result_type_state(*min, state) : state;
    state = max ? update_result_type_state(*max, state) : state;
    dtype = result_type(state);
    TORCH_CHECK(dtype == self.scalar_type() || out.kind != OutputKind::InPlace, "result type ", dtype,
                " can't be cast to the desired output type ", self.dtype());
  }
  ElementwiseOptions options;
  options.has_common_dtype = true;
  options.common_dtype = dtype;
  // Lower bound, upper bound. A NaN stays, since no comparison with it holds.
  double real[2] = {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  int64_t integer[2] = {std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()};
  for (const std::size_t i : {std::size_t(0), std::size_t(1)}) {
    const std::optional<c10::Scalar>& bound = i == 0 ? min : max;
    if (bound && c10::isFloatingType(dtype)) {
      real[i] = rounded(bound->toDouble(), dtype);
    } else if (bound) {
      integer[i] = rounded(bound->toLong(), dtype);
    }
  }
  Elementwise("clamp", out, {self}, options)
      .run([](const double* x, const double* bounds) {
             const double raised = x[0] < bounds[0] ? bounds[0] : x[0];
             return raised > bounds[1] ? bounds[1] : raised;
           },
           [](const int64_t* x, const int64_t* bounds) {
             const int64_t raised = x[0] < bounds[0] ? bounds[0] : x[0];
             return raised > bounds[1] ? bounds[1] : raised;
           },
           real, integer);
  return out.tensor;
}

inline Tensor where(Output out, const Tensor& condition, const Tensor& self, const Tensor& other) {
  TORCH_CHECK(condition.scalar_type() == c10::kBool,
              "where expected condition to be a boolean tensor, but got a tensor with dtype ",
              condition.scalar_type());
  ElementwiseOptions options;
  options.promote_from = 1;
  const c10::ScalarType dtype = at::result_type(self, other);
  TORCH_CHECK(out.kind == OutputKind::Fresh || dtype == out.tensor.scalar_type(),
              "Expected out type to be ", dtype, " but got ", out.tensor.scalar_type());
  Elementwise("where", out, {condition, self, other}, options)
      .run([](const double* x, const double*) { return x[0] != 0 ? x[1] : x[2]; },
           [](const int64_t* x, const int64_t*) { return x[0] != 0 ? x[1] : x[2]; });
  return out.tensor;
}

} // namespace at::native
