// c10::ArrayRef: a borrowed, read-only run of elements.
#pragma once

#include <c10/util/Exception.h>
#include <c10/util/Sequence.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <vector>

namespace c10 {

template <class T>
class ArrayRef {
 public:
  using value_type = T;
  using iterator = const T*;
  using const_iterator = const T*;
  using size_type = std::size_t;

  constexpr ArrayRef() = default;
  constexpr ArrayRef(const T& element) : data_(&element), size_(1) {}
  constexpr ArrayRef(const T* data, std::size_t size) : data_(data), size_(size) {}
  constexpr ArrayRef(const T* first, const T* last)
      : data_(first), size_(static_cast<std::size_t>(last - first)) {}
  template <class A>
  ArrayRef(const std::vector<T, A>& elements) : data_(elements.data()), size_(elements.size()) {}
  ArrayRef(const Sequence<T>& elements) : data_(elements.data()), size_(elements.size()) {}
  template <std::size_t N>
  constexpr ArrayRef(const std::array<T, N>& elements) : data_(elements.data()), size_(N) {}
  template <std::size_t N>
  constexpr ArrayRef(const T (&elements)[N]) : data_(elements), size_(N) {}
  // The list must outlive the view, as the arguments of a call do.
  constexpr ArrayRef(const std::initializer_list<T>& elements) : size_(elements.size()) {
    data_ = elements.size() == 0 ? nullptr : elements.begin();
  }

  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  constexpr const T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  const T& front() const {
    TORCH_CHECK(!empty(), "ArrayRef: attempted to access front() of empty list");
    return data_[0];
  }
  const T& back() const {
    TORCH_CHECK(!empty(), "ArrayRef: attempted to access back() of empty list");
    return data_[size_ - 1];
  }
  constexpr const T& operator[](std::size_t index) const { return data_[index]; }
  const T& at(std::size_t index) const {
    TORCH_CHECK(index < size_, "ArrayRef: invalid index Index = ", index, "; Length = ", size_);
    return data_[index];
  }
  ArrayRef slice(std::size_t first, std::size_t count) const {
    TORCH_CHECK(first + count <= size_, "ArrayRef: invalid slice, N = ", first, "; M = ", count,
                "; size = ", size_);
    return ArrayRef(data_ + first, count);
  }
  ArrayRef slice(std::size_t first) const { return slice(first, size_ - first); }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  bool equals(ArrayRef other) const {
    if (size_ != other.size_) {
      return false;
    }
    for (std::size_t i = 0; i < size_; ++i) {
      if (!(data_[i] == other.data_[i])) {
        return false;
      }
    }
    return true;
  }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

template <class T>
bool operator==(ArrayRef<T> left, ArrayRef<T> right) {
  return left.equals(right);
}
template <class T>
bool operator!=(ArrayRef<T> left, ArrayRef<T> right) {
  return !left.equals(right);
}
template <class T>
bool operator==(const std::vector<T>& left, ArrayRef<T> right) {
  return ArrayRef<T>(left).equals(right);
}
template <class T>
bool operator==(ArrayRef<T> left, const std::vector<T>& right) {
  return left.equals(ArrayRef<T>(right));
}
template <class T>
bool operator!=(ArrayRef<T> left, const std::vector<T>& right) {
  return !left.equals(ArrayRef<T>(right));
}

template <class T>
std::ostream& operator<<(std::ostream& out, ArrayRef<T> elements) {
  out << '[';
  for (std::size_t i = 0; i < elements.size(); ++i) {
    out << (i == 0 ? "" : ", ") << elements[i];
  }
  return out << ']';
}

using IntArrayRef = ArrayRef<int64_t>;
using Dims = Sequence<int64_t>; // sizes, strides, dimensions that are owned

// torch keeps short lists on the stack; nothing that the examples do depends on it.
template <class T, unsigned N>
using SmallVector = std::vector<T>;
using DimVector = std::vector<int64_t>;

} // namespace c10

namespace at {
using DimVector = c10::DimVector;
}
