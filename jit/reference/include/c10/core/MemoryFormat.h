#pragma once

#include <c10/util/ArrayRef.h>

namespace c10 {

enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };

inline std::ostream& operator<<(std::ostream& out, MemoryFormat format) {
  static const char* const names[] = {"Contiguous", "Preserve", "ChannelsLast", "ChannelsLast3d"};
  return out << names[static_cast<int>(format)];
}

// Strides of a dense row-major tensor; a dimension of size 0 counts as 1.
inline Dims contiguous_strides(IntArrayRef sizes) {
  Dims strides(sizes.size(), 0);
  int64_t step = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    strides[i] = step;
    step *= sizes[i] > 1 ? sizes[i] : 1;
  }
  return strides;
}

// Strides of a dense N,C,H,W tensor stored as N,H,W,C.
inline Dims get_channels_last_strides_2d(IntArrayRef sizes) {
  TORCH_CHECK(sizes.size() == 4, "required rank 4 tensor to use channels_last format");
  Dims strides(4, 0);
  int64_t step = 1;
  for (const int d : {1, 3, 2, 0}) {
    const auto i = static_cast<std::size_t>(d);
    strides[i] = step;
    step *= sizes[i] > 1 ? sizes[i] : 1;
  }
  return strides;
}

} // namespace c10
