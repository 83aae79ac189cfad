// Arguments for calls of ATen's operators and their like.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/ops/ones.h>
#include <c10/core/Device.h>
#include <c10/core/Scalar.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "choices.h"

namespace dispatchless_bench {

// The choices of a set of arguments, and its tensors.
struct Setup : Choices {
  // Before a set of arguments is made: what all its tensors have in common.
  void begin() {
    start();
    tensors_ = 0;
    integers_ = pick(2) == 1;
  }

  at::Tensor tensor() {
    return tensor(shape_, integers_ && tensors_++ > 0 ? at::kLong : at::kFloat);
  }

  at::Tensor tensor(at::IntArrayRef shape, at::ScalarType dtype) const {
    at::Tensor made = at::ones(shape, options().dtype(dtype));
    if (mode == "requires_grad" && at::isFloatingType(dtype)) made.requires_grad_();
    return made;
  }

  at::Tensor empty() const {
    const std::vector<int64_t> nothing{0};
    return at::ones(nothing, options());
  }

 private:
  at::TensorOptions options() const {
    return at::TensorOptions().device(device == "meta" ? at::kMeta : at::kCPU);
  }

  int64_t tensors_ = 0;
  bool integers_ = false;
};

// Owns an argument of the C++ type T; `get` is what is passed.
template <class T>
class Value {
 public:
  explicit Value(Setup& setup) : value_(chosen(setup)) {}
  Value(Setup&, T value) : value_(std::move(value)) {}
  T& get() { return value_; }

 private:
  static T chosen(Setup& setup) {
    if constexpr (std::is_same_v<T, at::Tensor>) {
      return setup.tensor();
    } else if constexpr (std::is_same_v<T, bool>) {
      return setup.pick(2) == 1;
    } else if constexpr (std::is_same_v<T, int64_t>) {
      const int64_t values[] = {1, 0, -1, 2};
      return values[setup.pick(4)];
    } else if constexpr (std::is_same_v<T, c10::SymInt>) {
      return c10::SymInt(setup.pick(2) == 0 ? 1 : 0);
    } else if constexpr (std::is_same_v<T, double>) {
      return setup.pick(2) == 0 ? 0.5 : 1.0;
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      const char* const values[] = {"none", "mean", "linear"};
      return values[setup.pick(3)];
    } else if constexpr (std::is_same_v<T, at::Scalar>) {
      return at::Scalar(1);
    } else if constexpr (std::is_same_v<T, at::ScalarType>) {
      return at::kFloat;
    } else if constexpr (std::is_same_v<T, at::Device>) {
      return at::Device(setup.device == "meta" ? at::kMeta : at::kCPU);
    } else if constexpr (std::is_default_constructible_v<T>) {
      return T();
    } else {
      throw std::runtime_error("an argument is of a type that no value is known for");
    }
  }

  T value_;
};

// Lists hold their elements, since the types are views.
template <class T>
class Value<c10::ArrayRef<T>> {
 public:
  explicit Value(Setup& setup) : elements_(chosen(setup)) {}
  Value(Setup&, c10::ArrayRef<T> given) : elements_(given.begin(), given.end()) {}
  c10::ArrayRef<T> get() const { return elements_; }

 private:
  static std::vector<T> chosen(Setup& setup) {
    if constexpr (std::is_same_v<T, at::Tensor>) {
      return {setup.tensor(), setup.tensor()};
    } else if constexpr (std::is_same_v<T, int64_t> || std::is_same_v<T, c10::SymInt>) {
      const T last(setup.last());
      const std::vector<T> lists[] = {{last}, {T(0)}, {T(1)}, {last, last}};
      return lists[setup.pick(4)];
    } else if constexpr (std::is_same_v<T, double>) {
      return std::vector<T>(1 + setup.pick(2), T(1));
    } else {
      return std::vector<T>(1);
    }
  }

  std::vector<T> elements_;
};

// None first: what an operator does without its options is its plain path.
template <class O, class T>
class OptionalValue {
 public:
  explicit OptionalValue(Setup& setup) {
    if (setup.pick(2) == 1) value_.emplace(setup);
  }
  OptionalValue(Setup& setup, const O& given) {
    if (given.has_value()) value_.emplace(setup, *given);
  }
  O get() { return value_.has_value() ? O(value_->get()) : O(); }

 private:
  std::optional<Value<T>> value_;
};

template <class T>
class Value<std::optional<T>> : public OptionalValue<std::optional<T>, T> {
 public:
  using OptionalValue<std::optional<T>, T>::OptionalValue;
};

template <class T>
class Value<c10::OptionalArrayRef<T>>
    : public OptionalValue<c10::OptionalArrayRef<T>, c10::ArrayRef<T>> {
 public:
  using OptionalValue<c10::OptionalArrayRef<T>, c10::ArrayRef<T>>::OptionalValue;
};

// The argument of a parameter declared as T.
template <class T>
using Argument = Value<std::decay_t<T>>;

// An argument that a result is written to; the first call gives it its size.
class Output {
 public:
  explicit Output(Setup& setup) : value_(setup.empty()) {}
  at::Tensor& get() { return value_; }

 private:
  at::Tensor value_;
};

} // namespace dispatchless_bench
