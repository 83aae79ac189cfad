// at::ITensorListRef: a borrowed list of tensors, whichever container holds them.
#pragma once

#include <ATen/core/List.h>

namespace at {
class Tensor;
}

namespace c10 {

template <class T>
class IListRef {
 public:
  using value_type = T;

  IListRef() = default;
  IListRef(const T& element) : elements_(element) {}
  IListRef(ArrayRef<T> elements) : elements_(elements) {}
  IListRef(const std::vector<T>& elements) : elements_(elements) {}
  IListRef(const std::initializer_list<T>& elements) : elements_(elements) {}
  IListRef(const List<T>& list) : elements_(list.begin(), list.size()) {}

  std::size_t size() const { return elements_.size(); }
  bool empty() const { return elements_.empty(); }
  const T* begin() const { return elements_.begin(); }
  const T* end() const { return elements_.end(); }
  const T& front() const { return elements_.front(); }
  ArrayRef<T> materialize() const { return elements_; }

 private:
  ArrayRef<T> elements_;
};

} // namespace c10

namespace at {
using ITensorListRef = c10::IListRef<at::Tensor>;
}
