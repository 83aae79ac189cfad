// c10::OptionalArrayRef: an ArrayRef that may be absent.
#pragma once

#include <c10/util/ArrayRef.h>
#include <c10/util/Optional.h>

namespace c10 {

template <class T>
class OptionalArrayRef {
 public:
  constexpr OptionalArrayRef() = default;
  constexpr OptionalArrayRef(std::nullopt_t) {}
  constexpr OptionalArrayRef(ArrayRef<T> list) : list_(list) {}
  constexpr OptionalArrayRef(const std::optional<ArrayRef<T>>& list) : list_(list) {}
  constexpr OptionalArrayRef(const T& element) : list_(ArrayRef<T>(element)) {}
  constexpr OptionalArrayRef(const std::initializer_list<T>& list) : list_(ArrayRef<T>(list)) {}
  template <class A>
  OptionalArrayRef(const std::vector<T, A>& list) : list_(ArrayRef<T>(list)) {}

  constexpr bool has_value() const { return list_.has_value(); }
  constexpr explicit operator bool() const { return list_.has_value(); }
  constexpr const ArrayRef<T>& value() const { return list_.value(); }
  constexpr ArrayRef<T> value_or(ArrayRef<T> other) const { return list_.value_or(other); }
  constexpr const ArrayRef<T>& operator*() const { return *list_; }
  constexpr const ArrayRef<T>* operator->() const { return &*list_; }
  constexpr operator std::optional<ArrayRef<T>>() const { return list_; }

 private:
  std::optional<ArrayRef<T>> list_;
};

using OptionalIntArrayRef = OptionalArrayRef<int64_t>;

} // namespace c10
