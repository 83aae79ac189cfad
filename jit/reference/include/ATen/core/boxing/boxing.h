// Between C++ arguments and IValues, one rule per type of argument.
#pragma once

#include <ATen/core/ivalue.h>
#include <ATen/core/stack.h>

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
template <class E, std::enable_if_t<std::is_enum_v<E>, int> = 0>
IValue box(E value) {
  return IValue(static_cast<int64_t>(value));
}
inline IValue box(const Scalar& value) {
  if (value.isBoolean()) {
    return IValue(value.toBool());
  }
  return value.isFloatingPoint() ? IValue(value.toDouble()) : IValue(value.toLong());
}
template <class L>
IValue box_list(const L& values);
template <class T>
IValue box(ArrayRef<T> values) {
  return box_list(values);
}
template <class T>
IValue box(const std::vector<T>& values) {
  return box_list(values);
}
template <class T>
IValue box(const IListRef<T>& values) {
  return box_list(values);
}
template <class T>
IValue box(const List<T>& values) {
  return box_list(values);
}
template <class T>
IValue box(const std::optional<T>& value) {
  return value.has_value() ? box(*value) : IValue();
}
template <class T>
IValue box(const OptionalArrayRef<T>& value) {
  return value.has_value() ? box(*value) : IValue();
}
template <class L>
IValue box_list(const L& values) {
  std::vector<IValue> boxed;
  for (const auto& value : values) {
    boxed.push_back(box(value));
  }
  return IValue(std::move(boxed));
}

// Unboxed<T>: owns what a parameter of type T borrows; get() is the argument.
template <class T>
struct Unboxed;

template <class T, T (*from)(const IValue&)>
struct UnboxedValue {
  explicit UnboxedValue(const IValue& value) : held(from(value)) {}
  T get() const { return held; }
  T held;
};

namespace from {
inline double real(const IValue& v) { return v.toDouble(); }
inline int64_t integer(const IValue& v) { return v.toInt(); }
inline bool boolean(const IValue& v) { return v.toBool(); }
inline SymInt symint(const IValue& v) { return SymInt(v.toInt()); }
inline Scalar scalar(const IValue& v) { return v.toScalar(); }
inline Device device(const IValue& v) { return v.toDevice(); }
inline at::Generator generator(const IValue&) { return {}; }
template <class E>
E enumerator(const IValue& v) {
  return static_cast<E>(v.toInt());
}
} // namespace from

template <>
struct Unboxed<double> : UnboxedValue<double, from::real> {
  using UnboxedValue::UnboxedValue;
};
template <>
struct Unboxed<int64_t> : UnboxedValue<int64_t, from::integer> {
  using UnboxedValue::UnboxedValue;
};
template <>
struct Unboxed<bool> : UnboxedValue<bool, from::boolean> {
  using UnboxedValue::UnboxedValue;
};
template <>
struct Unboxed<SymInt> : UnboxedValue<SymInt, from::symint> {
  using UnboxedValue::UnboxedValue;
};
template <>
struct Unboxed<Scalar> : UnboxedValue<Scalar, from::scalar> {
  using UnboxedValue::UnboxedValue;
};
template <>
struct Unboxed<Device> : UnboxedValue<Device, from::device> {
  using UnboxedValue::UnboxedValue;
};
template <>
struct Unboxed<at::Generator> : UnboxedValue<at::Generator, from::generator> {
  using UnboxedValue::UnboxedValue;
};
template <>
struct Unboxed<ScalarType> : UnboxedValue<ScalarType, from::enumerator<ScalarType>> {
  using UnboxedValue::UnboxedValue;
};
template <>
struct Unboxed<Layout> : UnboxedValue<Layout, from::enumerator<Layout>> {
  using UnboxedValue::UnboxedValue;
};
template <>
struct Unboxed<MemoryFormat> : UnboxedValue<MemoryFormat, from::enumerator<MemoryFormat>> {
  using UnboxedValue::UnboxedValue;
};
template <>
struct Unboxed<std::string_view> {
  explicit Unboxed(const IValue& value) : held(value.text) {
    TORCH_CHECK(value.isString(), "Expected a value of type 'str'");
  }
  std::string_view get() const { return held; }
  std::string held;
};
template <>
struct Unboxed<at::Tensor> {
  explicit Unboxed(const IValue& value) : held(value.isNone() ? at::Tensor() : value.toTensor()) {}
  at::Tensor& get() { return held; }
  at::Tensor held;
};
template <class T>
struct Unboxed<T&> : Unboxed<std::remove_const_t<T>> {
  using Unboxed<std::remove_const_t<T>>::Unboxed;
};
template <class T>
struct Unboxed<const T&> {
  explicit Unboxed(const IValue& value) : inner(value), held(inner.get()) {}
  const T& get() const { return held; }
  Unboxed<T> inner;
  T held;
};
template <class T>
std::vector<T> unbox_elements(const IValue& value) {
  std::vector<T> elements;
  // A list argument with a fixed size takes a single value too: int[1] dim=0.
  if (!value.isList()) {
    elements.push_back(Unboxed<T>(value).get());
    return elements;
  }
  for (const IValue& element : value.toList()) {
    elements.push_back(Unboxed<T>(element).get());
  }
  return elements;
}
template <class T>
struct Unboxed<ArrayRef<T>> {
  explicit Unboxed(const IValue& value) : held(unbox_elements<T>(value)) {}
  ArrayRef<T> get() const { return held; }
  std::vector<T> held;
};
// A vector<bool> has no contiguous elements to borrow.
template <>
struct Unboxed<ArrayRef<bool>> {
  explicit Unboxed(const IValue& value) : count(value.toList().size()), held(new bool[count]) {
    for (std::size_t i = 0; i < count; ++i) {
      held[i] = value.toList()[i].toBool();
    }
  }
  ArrayRef<bool> get() const { return ArrayRef<bool>(held.get(), count); }
  std::size_t count;
  std::unique_ptr<bool[]> held;
};
template <class T>
struct Unboxed<IListRef<T>> : Unboxed<ArrayRef<T>> {
  using Unboxed<ArrayRef<T>>::Unboxed;
  IListRef<T> get() const { return IListRef<T>(this->held); }
};
template <class T>
struct Unboxed<List<T>> {
  explicit Unboxed(const IValue& value) : held(ArrayRef<T>(unbox_elements<T>(value))) {}
  List<T> get() const { return held; }
  List<T> held;
};
template <class T>
struct Unboxed<std::vector<T>> : Unboxed<ArrayRef<T>> {
  using Unboxed<ArrayRef<T>>::Unboxed;
  std::vector<T> get() const { return this->held; }
};
template <class T>
struct Unboxed<std::optional<T>> {
  explicit Unboxed(const IValue& value) {
    if (!value.isNone()) {
      held.emplace(value);
    }
  }
  std::optional<T> get() { return held.has_value() ? std::optional<T>(held->get()) : std::nullopt; }
  std::optional<Unboxed<T>> held;
};
template <class T>
struct Unboxed<OptionalArrayRef<T>> {
  explicit Unboxed(const IValue& value) : held(value) {}
  OptionalArrayRef<T> get() { return OptionalArrayRef<T>(held.get()); }
  Unboxed<std::optional<ArrayRef<T>>> held;
};

// Results onto a stack.
inline void push(Stack&) {}
template <class T>
void push_result(Stack& stack, const T& result) {
  stack.push_back(box(result));
}
template <class... Ts>
void push_result(Stack& stack, const std::tuple<Ts...>& results) {
  std::apply([&](const auto&... result) { (stack.push_back(box(result)), ...); }, results);
}

} // namespace c10::boxing
