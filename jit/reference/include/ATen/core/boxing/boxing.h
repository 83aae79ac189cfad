// Between C++ arguments and IValues, one rule per type of argument.
#pragma once

#include <ATen/core/ivalue.h>

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
template <class T>
IValue box(const ArrayRef<T>& values) {
  IValue boxed = IValue::list();
  for (const T& value : values) {
    boxed.elements().push_back(box(value));
  }
  return boxed;
}

// Unboxed<T>: owns what a parameter of type T borrows; get() is the argument.
template <class T>
struct Unboxed {
  static_assert(std::is_enum_v<T>, "no schema type has this C++ type");
  explicit Unboxed(const IValue& value) : held(static_cast<T>(value.toInt())) {}
  T get() const { return held; }
  T held;
};
template <class T>
struct Unboxed<T&> : Unboxed<std::remove_const_t<T>> {
  using Unboxed<std::remove_const_t<T>>::Unboxed;
};

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
#undef DISPATCHLESS_UNBOX

template <>
struct Unboxed<at::Generator> {
  explicit Unboxed(const IValue&) {}
  at::Generator get() const { return {}; }
};
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
template <class T>
struct Unboxed<std::optional<T>> {
  explicit Unboxed(const IValue& value) {
    if (!value.isNone()) {
      inner.emplace(value);
      held = inner->get();
    }
  }
  const std::optional<T>& get() const { return held; }
  std::optional<Unboxed<T>> inner;
  std::optional<T> held;
};
// A list argument takes a single value too: int[1] dim=0.
template <class T>
struct Unboxed<std::vector<T>> {
  explicit Unboxed(const IValue& value) {
    if (!value.isList()) {
      held.push_back(Unboxed<T>(value).get());
      return;
    }
    for (const IValue& element : value.elements()) {
      held.push_back(Unboxed<T>(element).get());
    }
  }
  const std::vector<T>& get() const { return held; }
  std::vector<T> held;
};
template <class T>
struct Unboxed<ArrayRef<T>> : Unboxed<std::vector<T>> {
  using Unboxed<std::vector<T>>::Unboxed;
  ArrayRef<T> get() const { return this->held; }
};
// A vector<bool> has no elements to borrow.
template <>
struct Unboxed<ArrayRef<bool>> {
  explicit Unboxed(const IValue& value) : count(value.elements().size()), held(new bool[count]) {
    for (std::size_t i = 0; i < count; ++i) {
      held[i] = value.elements()[i].toBool();
    }
  }
  Unboxed(const Unboxed&) = delete;
  Unboxed& operator=(const Unboxed&) = delete;
  ~Unboxed() { delete[] held; }
  ArrayRef<bool> get() const { return ArrayRef<bool>(held, count); }
  std::size_t count;
  bool* held;
};
template <class T>
struct Unboxed<IListRef<T>> : Unboxed<std::vector<T>> {
  explicit Unboxed(const IValue& value) : Unboxed<std::vector<T>>(value), list(this->held) {}
  const IListRef<T>& get() const { return list; }
  IListRef<T> list;
};
template <class T>
struct Unboxed<List<T>> : Unboxed<std::vector<T>> {
  explicit Unboxed(const IValue& value)
      : Unboxed<std::vector<T>>(value), list(ArrayRef<T>(this->held)) {}
  const List<T>& get() const { return list; }
  List<T> list;
};
template <class T>
struct Unboxed<OptionalArrayRef<T>> {
  explicit Unboxed(const IValue& value) : inner(value) {}
  OptionalArrayRef<T> get() const { return OptionalArrayRef<T>(inner.get()); }
  Unboxed<std::optional<ArrayRef<T>>> inner;
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
