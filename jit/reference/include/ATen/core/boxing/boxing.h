// Between C++ arguments and IValues, one rule per type of argument.
#pragma once

#include <ATen/core/ivalue.h>

#include <array>

namespace c10::boxing {

// box(x): the IValue of a C++ argument or result.
inline IValue box(const at::Tensor& value) { return IValue(value); }
inline IValue box(double value) { return IValue(value); }
inline IValue box(int64_t value) { return IValue(value); }
inline IValue box(bool value) { return IValue(value); }
inline IValue box(const SymInt& value) { return IValue(value.expect_int()); }
inline IValue box(std::string_view value) { return IValue(std::string(value)); }
inline IValue box(Device value) { return IValue(value); }
inline IValue box(const at::Generator&) { return {}; }
inline IValue box(const Scalar& value) { return IValue(value); }
template <class E, std::enable_if_t<std::is_enum_v<E>, int> = 0>
IValue box(E value) {
  return IValue(static_cast<int64_t>(value));
}
template <class T>
IValue box(const ArrayRef<T>& values);
template <class T>
IValue box(const OptionalArrayRef<T>& value) {
  return value.has_value() ? box(*value) : IValue();
}
template <class T>
IValue box(const IListRef<T>& values) {
  return box(values.materialize());
}
template <class T>
IValue box(const std::optional<T>& value) {
  return value.has_value() ? box(*value) : IValue();
}
template <class T>
IValue box(const List<T>& values) {
  IValue boxed = IValue::list();
  for (const T& value : values) {
    boxed.elements().push_back(box(value));
  }
  return boxed;
}
template <class T>
IValue box(const std::vector<T>& values) {
  return box(ArrayRef<T>(values));
}
template <class T, std::size_t n>
IValue box(const std::array<T, n>& values) {
  return box(ArrayRef<T>(values.data(), n));
}
template <class T>
IValue box(const ArrayRef<T>& values) {
  IValue boxed = IValue::list();
  for (const T& value : values) {
    boxed.elements().push_back(box(value));
  }
  return boxed;
}

// Unboxed<T>: owns what an argument of type T (without const and &) borrows; get() is the argument.
template <class T>
struct Unboxed {
  static_assert(std::is_enum_v<T>, "the reference runtime has no arguments of this C++ type");
  explicit Unboxed(const IValue& value) : held(static_cast<T>(value.toInt())) {}
  T get() const { return held; }
  T held;
};
template <class T>
using UnboxedParameter = Unboxed<std::remove_cv_t<std::remove_reference_t<T>>>;

#define DISPATCHLESS_UNBOX(type, expression)                    \
  template <>                                                   \
  struct Unboxed<type> {                                        \
    explicit Unboxed(const IValue& value) : held(expression) {} \
    const type& get() const { return held; }                    \
    type held;                                                  \
  };
DISPATCHLESS_UNBOX(double, value.toDouble())
DISPATCHLESS_UNBOX(int64_t, value.toInt())
DISPATCHLESS_UNBOX(bool, value.toBool())
DISPATCHLESS_UNBOX(SymInt, value.toInt())
DISPATCHLESS_UNBOX(Scalar, value.toScalar())
DISPATCHLESS_UNBOX(Device, value.toDevice())
DISPATCHLESS_UNBOX(at::Generator, (static_cast<void>(value), at::Generator()))
#undef DISPATCHLESS_UNBOX

template <>
struct Unboxed<std::string_view> {
  explicit Unboxed(const IValue& value) : held(value.toStringRef()) {}
  std::string_view get() const { return held; }
  std::string held;
};
// An absent Tensor is an undefined one.
template <>
struct Unboxed<at::Tensor> {
  explicit Unboxed(const IValue& value) : held(value.isNone() ? value.tensor() : value.toTensor()) {}
  at::Tensor& get() { return held; }
  at::Tensor held;
};
// A list argument takes a single value too: int[1] dim=0.
template <class T>
Sequence<T> unbox_elements(const IValue& value) {
  Sequence<T> elements;
  if (value.isList()) {
    for (const IValue& element : value.elements()) {
      elements.push_back(Unboxed<T>(element).get());
    }
  } else if (!value.isNone()) {
    elements.push_back(Unboxed<T>(value).get());
  }
  return elements;
}
template <class T>
struct Unboxed<ArrayRef<T>> {
  explicit Unboxed(const IValue& value) : held(unbox_elements<T>(value)) {}
  ArrayRef<T> get() const { return held; }
  Sequence<T> held;
};
// bool[2]: so many elements and no other number; a single value stands for all of them.
template <class T, std::size_t n>
struct Unboxed<std::array<T, n>> {
  explicit Unboxed(const IValue& value) {
    const Sequence<T> elements = unbox_elements<T>(value);
    TORCH_CHECK(elements.size() == n || !value.isList(), "Expected a list of ", n,
                " elements but found ", elements.size(), ".");
    for (std::size_t i = 0; i < n; ++i) {
      held[i] = elements[value.isList() ? i : 0];
    }
  }
  const std::array<T, n>& get() const { return held; }
  std::array<T, n> held;
};
template <class T>
struct Unboxed<std::vector<T>> {
  explicit Unboxed(const IValue& value) : held(unbox_elements<T>(value)) {}
  std::vector<T> get() const { return ArrayRef<T>(held).vec(); }
  Sequence<T> held;
};
template <class T>
struct Unboxed<IListRef<T>> {
  explicit Unboxed(const IValue& value) : held(unbox_elements<T>(value)) {}
  IListRef<T> get() const { return ArrayRef<T>(held); }
  Sequence<T> held;
};
template <class T>
struct Unboxed<List<T>> {
  explicit Unboxed(const IValue& value) : held(unbox_elements<T>(value)) {}
  List<T> get() const { return List<T>(ArrayRef<T>(held)); }
  Sequence<T> held;
};
template <class T>
struct Unboxed<OptionalArrayRef<T>> {
  explicit Unboxed(const IValue& value) : present(!value.isNone()), held(unbox_elements<T>(value)) {}
  OptionalArrayRef<T> get() const {
    return present ? OptionalArrayRef<T>(ArrayRef<T>(held)) : OptionalArrayRef<T>();
  }
  bool present;
  Sequence<T> held;
};
// An optional of something that owns its value.
template <class T>
struct Unboxed<std::optional<T>> {
  explicit Unboxed(const IValue& value) {
    if (!value.isNone()) {
      held = Unboxed<T>(value).get();
    }
  }
  const std::optional<T>& get() const { return held; }
  std::optional<T> held;
};
template <class T>
struct Unboxed<std::optional<ArrayRef<T>>> : Unboxed<OptionalArrayRef<T>> {
  using Unboxed<OptionalArrayRef<T>>::Unboxed;
  std::optional<ArrayRef<T>> get() const { return Unboxed<OptionalArrayRef<T>>::get(); }
};
template <>
struct Unboxed<std::optional<std::string_view>> {
  explicit Unboxed(const IValue& value)
      : present(!value.isNone()), held(present ? value.toStringRef() : std::string()) {}
  std::optional<std::string_view> get() const {
    return present ? std::optional<std::string_view>(held) : std::nullopt;
  }
  bool present;
  std::string held;
};

// Results onto a stack.
template <class T>
void push_result(Stack& stack, const T& result) {
  stack.push_back(box(result));
}
template <class... Ts>
void push_result(Stack& stack, const std::tuple<Ts...>& results) {
  std::apply([&](const auto&... result) { (stack.push_back(box(result)), ...); }, results);
}

} // namespace c10::boxing
