#pragma once

#include <c10/util/Exception.h>

#include <cstdint>

namespace c10 {

// A dimension counted from the end made one counted from the start.
inline int64_t maybe_wrap_dim(int64_t dim, int64_t rank, bool wrap_scalar = true) {
  int64_t range = rank;
  if (range <= 0) {
    TORCH_CHECK_INDEX(wrap_scalar, "Dimension specified as ", dim, " but tensor has no dimensions");
    range = 1;
  }
  TORCH_CHECK_INDEX(-range <= dim && dim < range, "Dimension out of range (expected to be in range of [",
                    -range, ", ", range - 1, "], but got ", dim, ")");
  return dim < 0 ? dim + range : dim;
}

} // namespace c10
