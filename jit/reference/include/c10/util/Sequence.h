// c10::Sequence: a growable array with the little that this runtime's own code needs. std::vector
// instantiates some thirty functions for each element type, and this runtime is compiled anew in
// every process that uses it. Interfaces that torch has keep torch's types.
#pragma once

#include <c10/macros/Macros.h>

#include <cstddef>
#include <initializer_list>
#include <utility>

namespace c10 {

template <class T>
class Sequence {
 public:
  Sequence() = default;
  Sequence(std::size_t size, const T& element) {
    while (size_ < size) {
      push_back(element);
    }
  }
  Sequence(std::initializer_list<T> elements) { append(elements.begin(), elements.size()); }
  Sequence(const T* elements, std::size_t count) { append(elements, count); }
  template <class Range>
  explicit Sequence(const Range& range) : Sequence(range.data(), range.size()) {}
  Sequence(const Sequence& other) { append(other.data_, other.size_); }
  Sequence(Sequence&& other) noexcept { swap(other); }
  Sequence& operator=(Sequence other) noexcept {
    swap(other);
    return *this;
  }
  ~Sequence() { delete[] data_; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](std::size_t index) { return data_[index]; }
  const T& operator[](std::size_t index) const { return data_[index]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }

  void reserve(std::size_t capacity) {
    if (capacity > capacity_) {
      T* grown = new T[capacity]();
      for (std::size_t i = 0; i < size_; ++i) {
        grown[i] = std::move(data_[i]);
      }
      delete[] data_;
      data_ = grown;
      capacity_ = capacity;
    }
  }
  // By value, so that an element of this very sequence may be given.
  void push_back(T element) {
    if (size_ == capacity_) {
      reserve(2 * size_ + 2);
    }
    data_[size_++] = std::move(element);
  }
  void pop_back() { resize(size_ - 1); }
  // Added elements have their type's initial value; removed ones are released.
  void resize(std::size_t size) {
    reserve(size);
    for (std::size_t i = size; i < size_; ++i) {
      data_[i] = T();
    }
    size_ = size;
  }
  void clear() { resize(0); }
  void append(const T* elements, std::size_t count) {
    reserve(size_ + count);
    for (std::size_t i = 0; i < count; ++i) {
      data_[size_++] = elements[i];
    }
  }
  void erase(std::size_t index) {
    for (std::size_t i = index + 1; i < size_; ++i) {
      data_[i - 1] = std::move(data_[i]);
    }
    pop_back();
  }

 private:
  void swap(Sequence& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

} // namespace c10
