#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/ATen_fwd.h>
#include <c10/core/SymInt.h>
#include <c10/core/SymIntArrayRef.h>

#include <optional>

template <class OPS>
at::Tensor narrowed_symint(
    const at::Tensor& self,
    c10::SymIntArrayRef size,
    c10::SymInt /*start*/,
    std::optional<c10::SymInt> /*length*/,
    at::OptionalSymIntArrayRef stride) {
  return stride.has_value() ? OPS::new_empty_strided_symint(self, size, *stride)
                            : OPS::new_zeros_symint(self, size);
}

template <class OPS>
at::Tensor narrowed(
    const at::Tensor& self,
    at::IntArrayRef size,
    int64_t /*start*/,
    std::optional<int64_t> /*length*/,
    at::OptionalIntArrayRef stride) {
  return stride.has_value() ? OPS::new_empty_strided(self, size, *stride)
                            : OPS::new_zeros(self, size);
}
