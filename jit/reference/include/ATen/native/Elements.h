// Loops over the elements of tensors. Integers (and bool) are computed in int64_t and the
// floating-point types in double; storing rounds to the tensor's own type, which for one operation
// on floats gives the same bits as computing in float.
#pragma once

#include <ATen/core/TensorBody.h>

namespace at::native {

template <class C>
C load_element(const void* base, int64_t index, c10::ScalarType dtype) {
  switch (dtype) {
    case c10::kInt:
      return static_cast<C>(static_cast<const int*>(base)[index]);
    case c10::kLong:
      return static_cast<C>(static_cast<const int64_t*>(base)[index]);
    case c10::kFloat:
      return static_cast<C>(static_cast<const float*>(base)[index]);
    case c10::kDouble:
      return static_cast<C>(static_cast<const double*>(base)[index]);
    default:
      return static_cast<C>(static_cast<const bool*>(base)[index]);
  }
}

template <class C>
void store_element(void* base, int64_t index, c10::ScalarType dtype, C value) {
  switch (dtype) {
    case c10::kInt:
      static_cast<int*>(base)[index] = static_cast<int>(static_cast<int64_t>(value));
      return;
    case c10::kLong:
      static_cast<int64_t*>(base)[index] = static_cast<int64_t>(value);
      return;
    case c10::kFloat:
      static_cast<float*>(base)[index] = static_cast<float>(value);
      return;
    case c10::kDouble:
      static_cast<double*>(base)[index] = static_cast<double>(value);
      return;
    default:
      static_cast<bool*>(base)[index] = value != C(0);
      return;
  }
}

// A value as a tensor of `dtype` would hold it.
inline double rounded(double value, c10::ScalarType dtype) {
  return dtype == c10::kFloat ? static_cast<double>(static_cast<float>(value)) : value;
}
inline int64_t rounded(int64_t value, c10::ScalarType dtype) {
  if (dtype == c10::kInt) {
    return static_cast<int>(value);
  }
  return dtype == c10::kBool ? static_cast<int64_t>(value != 0) : value;
}

// Walks all indices of a shape with up to four operands broadcast to it:
//   for (ElementLoop loop(shape, {out, a, b}); loop.next();) { loop.store(0, loop.load<double>(1)); }
class ElementLoop {
 public:
  ElementLoop(c10::IntArrayRef shape, std::initializer_list<Tensor> operands)
      : shape_(c10::Dims(shape)), index_(shape.size(), 0) {
    for (const Tensor& operand : operands) {
      add(operand);
    }
    for (const int64_t size : shape_) {
      remaining_ *= size;
    }
  }
  void add(const Tensor& operand) {
    Operand& added = operands_[count_++];
    added.base = operand.mutable_data_ptr();
    added.dtype = operand.scalar_type();
    added.strides = c10::Dims(shape_.size(), 0);
    const std::size_t leading = shape_.size() - operand.sizes().size();
    for (std::size_t i = 0; i < operand.sizes().size(); ++i) {
      added.strides[leading + i] = operand.sizes()[i] == 1 ? 0 : operand.strides()[i];
    }
  }
  // An operand without memory: offset(i) is start + the sum of index * stride.
  void add_index(c10::IntArrayRef strides, int64_t start) {
    operands_[count_].strides = c10::Dims(strides);
    operands_[count_++].offset = start;
  }
  // Moves on to the first, then to each next index, the last dimension fastest.
  bool next() {
    if (remaining_-- <= 0) {
      return false;
    }
    if (!started_) {
      started_ = true;
      return true;
    }
    for (std::size_t d = shape_.size(); d-- > 0;) {
      const bool wraps = index_[d] + 1 == shape_[d];
      const int64_t steps = wraps ? -index_[d] : 1;
      index_[d] += steps;
      for (std::size_t i = 0; i < count_; ++i) {
        operands_[i].offset += steps * operands_[i].strides[d];
      }
      if (!wraps) {
        break;
      }
    }
    return true;
  }
  int64_t index(std::size_t dimension) const { return index_[dimension]; }
  int64_t offset(std::size_t operand) const { return operands_[operand].offset; }

  template <class C>
  C load(std::size_t operand) const {
    const Operand& from = operands_[operand];
    return load_element<C>(from.base, from.offset, from.dtype);
  }
  template <class C>
  void store(std::size_t operand, C value) const {
    const Operand& to = operands_[operand];
    store_element<C>(to.base, to.offset, to.dtype, value);
  }
  // Copies an element from one operand to another, converted, and negated if asked.
  void copy(std::size_t to, std::size_t from, bool negate) const {
    if (c10::isFloatingType(operands_[from].dtype)) {
      const double value = load<double>(from);
      store<double>(to, negate ? -value : value);
    } else {
      const int64_t value = load<int64_t>(from);
      store<int64_t>(to, negate ? -value : value);
    }
  }

 private:
  struct Operand {
    void* base = nullptr;
    c10::ScalarType dtype = c10::ScalarType::Undefined;
    int64_t offset = 0;
    c10::Dims strides; // one for each dimension of the shape; 0 where broadcast
  };
  Operand operands_[4];
  std::size_t count_ = 0;
  c10::Dims shape_;
  c10::Dims index_;
  int64_t remaining_ = 1;
  bool started_ = false;
};

} // namespace at::native
