// Whether two tensors, or two elements of one, share memory.
#pragma once

#include <ATen/core/TensorBody.h>

namespace at {

// Every element has its own place and the places have no gaps.
inline bool is_non_overlapping_and_dense(const TensorBase& tensor) {
  const c10::IntArrayRef sizes = tensor.sizes();
  std::size_t placed = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) {
      return true;
    }
    placed += sizes[i] == 1 ? 1 : 0;
  }
  // Each dimension begins where a smaller one ends.
  for (int64_t expected = 1; placed < sizes.size(); ++placed) {
    std::size_t next = 0;
    while (next < sizes.size() && (sizes[next] == 1 || tensor.strides()[next] != expected)) {
      ++next;
    }
    if (next == sizes.size()) {
      return false;
    }
    expected *= sizes[next];
  }
  return true;
}

inline void assert_no_internal_overlap(const TensorBase& tensor) {
  for (std::size_t i = 0; i < tensor.sizes().size(); ++i) {
    TORCH_CHECK(tensor.strides()[i] != 0 || tensor.sizes()[i] <= 1 ||
                    is_non_overlapping_and_dense(tensor),
                "unsupported operation: more than one element of the written-to tensor refers to a "
                "single memory location. Please clone() the tensor before performing the operation.");
  }
}

enum class MemOverlapStatus { Full, Partial, No, TooHard };

inline MemOverlapStatus get_overlap_status(const TensorBase& a, const TensorBase& b) {
  if (a.is_same(b)) {
    return MemOverlapStatus::Full;
  }
  if (a.numel() == 0 || b.numel() == 0) {
    return MemOverlapStatus::No;
  }
  if (!is_non_overlapping_and_dense(a) || !is_non_overlapping_and_dense(b)) {
    return MemOverlapStatus::TooHard;
  }
  if (!a.is_alias_of(b)) {
    return MemOverlapStatus::No;
  }
  const auto a_begin = static_cast<std::size_t>(a.storage_offset()) * a.itemsize();
  const auto b_begin = static_cast<std::size_t>(b.storage_offset()) * b.itemsize();
  const std::size_t a_end = a_begin + a.nbytes();
  const std::size_t b_end = b_begin + b.nbytes();
  if (a_begin == b_begin && a_end == b_end) {
    return a.strides() == b.strides() ? MemOverlapStatus::Full : MemOverlapStatus::Partial;
  }
  return a_begin < b_end && b_begin < a_end ? MemOverlapStatus::Partial : MemOverlapStatus::No;
}

#define DISPATCHLESS_OVERLAP_TEXT                                                             \
  "unsupported operation: some elements of the input tensor and the written-to tensor refer " \
  "to a single memory location. Please clone() the tensor before performing the operation."

inline void assert_no_partial_overlap(const TensorBase& out, const TensorBase& input) {
  TORCH_CHECK(get_overlap_status(out, input) != MemOverlapStatus::Partial, DISPATCHLESS_OVERLAP_TEXT);
}
inline void assert_no_overlap(const TensorBase& out, const TensorBase& input) {
  const MemOverlapStatus status = get_overlap_status(out, input);
  TORCH_CHECK(status != MemOverlapStatus::Partial && status != MemOverlapStatus::Full,
              DISPATCHLESS_OVERLAP_TEXT);
}

} // namespace at
