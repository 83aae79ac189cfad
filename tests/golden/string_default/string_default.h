#pragma once

#include <ATen/core/Tensor.h>
#include <c10/util/string_view.h>

#include <optional>

template <class OPS>
at::Tensor& paint_out(const at::Tensor& self, c10::string_view mode, at::Tensor& out) {
  return mode.empty() ? out : OPS::neg_out(out, self);
}

template <class OPS>
at::Tensor label(
    const at::Tensor& self,
    c10::string_view text,
    std::optional<c10::string_view> path,
    c10::string_view mark) {
  return text.empty() || path.has_value() || mark.empty() ? self : OPS::neg(self);
}

template <class OPS>
at::Tensor relabel(const at::Tensor& self) {
  return OPS::label(self);
}
