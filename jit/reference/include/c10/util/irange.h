// c10::irange(end), c10::irange(begin, end): integers to loop over.
#pragma once

#include <c10/macros/Macros.h>

namespace c10 {

template <class I>
class IntegerRange {
 public:
  struct Iterator {
    I value;
    I operator*() const { return value; }
    Iterator& operator++() {
      ++value;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return value != other.value; }
  };
  IntegerRange(I first, I last) : first_(first), last_(last < first ? first : last) {}
  Iterator begin() const { return {first_}; }
  Iterator end() const { return {last_}; }

 private:
  I first_;
  I last_;
};

template <class I>
IntegerRange<I> irange(I end) {
  return {I(), end};
}
template <class I, class J>
IntegerRange<J> irange(I begin, J end) {
  return {static_cast<J>(begin), end};
}

} // namespace c10
