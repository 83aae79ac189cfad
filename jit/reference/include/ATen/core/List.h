// c10::List: a list that is shared when copied, as the dispatcher passes lists of optionals.
#pragma once

#include <c10/util/ArrayRef.h>
#include <c10/util/intrusive_ptr.h>

namespace c10 {

template <class T>
class List {
 public:
  List() : shared_(make_intrusive<Elements>()) {}
  List(std::initializer_list<T> elements) : List(ArrayRef<T>(elements)) {}
  explicit List(ArrayRef<T> elements) : List() { shared_->list = Sequence<T>(elements.data(), elements.size()); }

  std::size_t size() const { return shared_->list.size(); }
  bool empty() const { return shared_->list.empty(); }
  T get(std::size_t index) const {
    TORCH_CHECK_INDEX(index < size(), "list index out of range");
    return shared_->list[index];
  }
  T operator[](std::size_t index) const { return get(index); }
  void set(std::size_t index, T value) const { shared_->list[index] = std::move(value); }
  void push_back(T value) const { shared_->list.push_back(std::move(value)); }
  void reserve(std::size_t count) const { shared_->list.reserve(count); }
  auto begin() const { return shared_->list.data(); }
  auto end() const { return shared_->list.data() + size(); }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }

 private:
  struct Elements : intrusive_ptr_target {
    Sequence<T> list;
  };
  intrusive_ptr<Elements> shared_;
};

} // namespace c10
