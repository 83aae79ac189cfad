// Reading and writing single elements. Integers (and bool) are computed in int64_t and the
// floating-point types in double; storing rounds to the tensor's own type, which for one operation
// on floats gives the same bits as computing in float.
#pragma once

#include <ATen/core/TensorBody.h>

namespace at::native {

template <class C>
C load(const void* base, int64_t index, c10::ScalarType dtype) {
  switch (dtype) {
    case c10::kInt:
      return static_cast<C>(static_cast<const int*>(base)[index]);
    case c10::kLong:
      return static_cast<C>(static_cast<const int64_t*>(base)[index]);
    case c10::kFloat:
      return static_cast<C>(static_cast<const float*>(base)[index]);
    case c10::kDouble:
      return static_cast<C>(static_cast<const double*>(base)[index]);
    case c10::kBool:
      return static_cast<C>(static_cast<const bool*>(base)[index]);
    default:
      TORCH_CHECK(false, "cannot read elements of type ", dtype);
  }
}

template <class C>
void store(void* base, int64_t index, c10::ScalarType dtype, C value) {
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
    case c10::kBool:
      static_cast<bool*>(base)[index] = value != C(0);
      return;
    default:
      TORCH_CHECK(false, "cannot write elements of type ", dtype);
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

// Element access by offset from the tensor's first element. Defaults of a tensor with no elements
// are never read.
struct Cursor {
  void* base = nullptr;
  c10::ScalarType dtype = c10::ScalarType::Undefined;
  std::vector<int64_t> strides; // one per dimension of the iterated shape; 0 where broadcast

  Cursor(const Tensor& tensor, std::size_t rank)
      : base(tensor.mutable_data_ptr()), dtype(tensor.scalar_type()), strides(rank, 0) {
    const std::size_t leading = rank - tensor.sizes().size();
    for (std::size_t i = 0; i < tensor.sizes().size(); ++i) {
      strides[leading + i] = tensor.sizes()[i] == 1 ? 0 : tensor.strides()[i];
    }
  }
};

// Calls visit(offsets) for every index of `shape`; offsets[i] is the element of cursors[i].
template <class F>
void for_each_index(c10::IntArrayRef shape, const std::vector<Cursor>& cursors, F visit) {
  int64_t count = 1;
  for (const int64_t size : shape) {
    count *= size;
  }
  std::vector<int64_t> index(shape.size(), 0);
  std::vector<int64_t> offsets(cursors.size(), 0);
  for (int64_t done = 0; done < count; ++done) {
    visit(offsets.data());
    for (std::size_t d = shape.size(); d-- > 0;) {
      const bool wraps = index[d] + 1 == shape[d];
      const int64_t steps = wraps ? -index[d] : 1;
      index[d] += steps;
      for (std::size_t i = 0; i < cursors.size(); ++i) {
        offsets[i] += steps * cursors[i].strides[d];
      }
      if (!wraps) {
        break;
      }
    }
  }
}

} // namespace at::native
