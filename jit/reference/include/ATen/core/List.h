// c10::List: a list that is shared when copied, as the dispatcher passes lists of optionals.
#pragma once

#include <c10/util/ArrayRef.h>

#include <memory>

namespace c10 {

template <class T>
class List {
 public:
  List() : elements_(std::make_shared<std::vector<T>>()) {}
  List(std::initializer_list<T> elements) : elements_(std::make_shared<std::vector<T>>(elements)) {}
  explicit List(ArrayRef<T> elements)
      : elements_(std::make_shared<std::vector<T>>(elements.begin(), elements.end())) {}

  std::size_t size() const { return elements_->size(); }
  bool empty() const { return elements_->empty(); }
  T get(std::size_t index) const {
    TORCH_CHECK_INDEX(index < size(), "list index out of range");
    return (*elements_)[index];
  }
  T operator[](std::size_t index) const { return get(index); }
  void set(std::size_t index, T value) const { (*elements_)[index] = std::move(value); }
  void push_back(T value) const { elements_->push_back(std::move(value)); }
  void reserve(std::size_t count) const { elements_->reserve(count); }
  auto begin() const { return elements_->cbegin(); }
  auto end() const { return elements_->cend(); }
  std::vector<T> vec() const { return *elements_; }

 private:
  std::shared_ptr<std::vector<T>> elements_;
};

} // namespace c10
