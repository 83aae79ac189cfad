#pragma once

#include <c10/util/ArrayRef.h>

namespace at {

// The shape that both broadcast to.
inline c10::Dims infer_size(c10::IntArrayRef a, c10::IntArrayRef b) {
  const std::size_t rank = a.size() > b.size() ? a.size() : b.size();
  c10::Dims shape(rank, 0);
  for (std::size_t i = rank; i-- > 0;) {
    const std::size_t from_end = rank - i;
    const int64_t size_a = from_end <= a.size() ? a[a.size() - from_end] : 1;
    const int64_t size_b = from_end <= b.size() ? b[b.size() - from_end] : 1;
    TORCH_CHECK(size_a == size_b || size_a == 1 || size_b == 1, "The size of tensor a (", size_a,
                ") must match the size of tensor b (", size_b, ") at non-singleton dimension ", i);
    shape[i] = size_a == 1 ? size_b : size_a;
  }
  return shape;
}

} // namespace at
