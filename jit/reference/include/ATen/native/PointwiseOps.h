// The element-by-element operators. Each takes the Output that its caller wants filled.
#pragma once

#include <ATen/native/Elementwise.h>

#include <cmath>

namespace at::native {

// A 0-dimensional tensor that counts as a number in type promotion.
inline Tensor wrapped_scalar_tensor(const c10::Scalar& value) {
  const c10::ScalarType dtype = value.type();
  Tensor tensor = make_contiguous({}, dtype, c10::kCPU);
  store<double>(tensor.mutable_data_ptr(), 0, dtype, 0);
  if (value.isFloatingPoint()) {
    store<double>(tensor.mutable_data_ptr(), 0, dtype, value.toDouble());
  } else {
    store<int64_t>(tensor.mutable_data_ptr(), 0, dtype, value.isBoolean() ? value.toBool() : value.toLong());
  }
  tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
  return tensor;
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
  if (c10::isFloatingType(dtype)) {
    const double scale = rounded(alpha.toDouble(), dtype) * (subtract ? -1 : 1);
    plan.run([=](const auto* x) { return static_cast<double>(x[0]) + scale * static_cast<double>(x[1]); });
  } else {
    const int64_t value = dtype == c10::kBool ? alpha.toBool() : alpha.toLong();
    // Unsigned, since integer results wrap.
    const uint64_t scale = static_cast<uint64_t>(value) * (subtract ? -1 : 1);
    plan.run([=](const auto* x) {
      return static_cast<int64_t>(static_cast<uint64_t>(static_cast<int64_t>(x[0])) +
                                  scale * static_cast<uint64_t>(static_cast<int64_t>(x[1])));
    });
  }
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
  Elementwise("mul", out, {self, other}).run([](const auto* x) {
    if constexpr (std::is_same_v<std::decay_t<decltype(*x)>, double>) {
      return x[0] * x[1];
    } else {
      return static_cast<int64_t>(static_cast<uint64_t>(x[0]) * static_cast<uint64_t>(x[1]));
    }
  });
  return out.tensor;
}

inline Tensor div(Output out, const Tensor& self, const Tensor& other) {
  Elementwise("div", out, {self, other}, {true}).run([](const auto* x) {
    return static_cast<double>(x[0]) / static_cast<double>(x[1]);
  });
  return out.tensor;
}

inline Tensor neg(Output out, const Tensor& self) {
  TORCH_CHECK(self.scalar_type() != c10::kBool,
              "Negation, the `-` operator, on a bool tensor is not supported. "
              "If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.");
  Elementwise("neg", out, {self}).run([](const auto* x) { return -x[0]; });
  return out.tensor;
}

inline Tensor abs(Output out, const Tensor& self) {
  Elementwise("abs", out, {self}).run([](const auto* x) { return x[0] < 0 ? -x[0] : x[0] + 0; });
  return out.tensor;
}

inline Tensor sgn(Output out, const Tensor& self) {
  Elementwise("sgn", out, {self}).run([](const auto* x) { return (x[0] > 0) - (x[0] < 0); });
  return out.tensor;
}

inline Tensor sigmoid(Output out, const Tensor& self) {
  Elementwise("sigmoid", out, {self}, {true}).run([](const auto* x) {
    return 1 / (1 + std::exp(-static_cast<double>(x[0])));
  });
  return out.tensor;
}

inline Tensor exp(Output out, const Tensor& self) {
  Elementwise("exp", out, {self}, {true}).run([](const auto* x) {
    return std::exp(static_cast<double>(x[0]));
  });
  return out.tensor;
}

inline Tensor clamp(Output out, const Tensor& self, const std::optional<c10::Scalar>& min,
                    const std::optional<c10::Scalar>& max) {
  TORCH_CHECK(min || max, "torch.clamp: At least one of 'min' or 'max' must not be None");
  c10::ScalarType dtype = self.scalar_type();
  if (!c10::isFloatingType(dtype)) {
    ResultTypeState state = update_result_type_state(self, {});
    for (const auto& bound : {min, max}) {
      state = bound ? update_result_type_state(*bound, state) : state;
    }
    dtype = result_type(state);
    TORCH_CHECK(dtype == self.scalar_type() || out.kind != OutputKind::InPlace, "result type ", dtype,
                " can't be cast to the desired output type ", self.dtype());
  }
  ElementwiseOptions options;
  options.common_dtype = dtype;
  const auto run = [&](auto zero) {
    using C = decltype(zero);
    const C low = min ? rounded(min->to<C>(), dtype) : C();
    const C high = max ? rounded(max->to<C>(), dtype) : C();
    const bool has_low = min.has_value();
    const bool has_high = max.has_value();
    Elementwise("clamp", out, {self}, options).run([=](const auto* x) {
      C value = static_cast<C>(x[0]);
      value = has_low && value < low ? low : value; // a NaN stays
      return has_high && value > high ? high : value;
    });
  };
  c10::isFloatingType(dtype) ? run(double()) : run(int64_t());
  return out.tensor;
}

inline Tensor where(Output out, const Tensor& condition, const Tensor& self, const Tensor& other) {
  TORCH_CHECK(condition.scalar_type() == c10::kBool,
              "where expected condition to be a boolean tensor, but got a tensor with dtype ",
              condition.scalar_type());
  ElementwiseOptions options;
  options.promote_from = 1;
  const c10::ScalarType dtype = result_type(self, other);
  TORCH_CHECK(out.kind == OutputKind::Fresh || dtype == out.tensor.scalar_type(),
              "Expected out type to be ", dtype, " but got ", out.tensor.scalar_type());
  Elementwise("where", out, {condition, self, other}, options).run([](const auto* x) {
    return x[0] != 0 ? x[1] : x[2];
  });
  return out.tensor;
}

} // namespace at::native
