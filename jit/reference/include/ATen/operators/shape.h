#pragma once

#include <ATen/core/dispatch/OperatorStruct.h>

namespace at::_ops {

DISPATCHLESS_OPERATOR(
    as_strided, "as_strided", "",
    "as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) "
    "-> Tensor(a)",
    at::Tensor(const at::Tensor &, c10::SymIntArrayRef, c10::SymIntArrayRef,
        ::std::optional<c10::SymInt>))
DISPATCHLESS_OPERATOR(
    t, "t", "",
    "t(Tensor(a) self) -> Tensor(a)",
    at::Tensor(const at::Tensor &))
DISPATCHLESS_OPERATOR(
    _neg_view, "_neg_view", "",
    "_neg_view(Tensor(a) self) -> Tensor(a)",
    at::Tensor(const at::Tensor &))
DISPATCHLESS_OPERATOR(
    resolve_neg, "resolve_neg", "",
    "resolve_neg(Tensor(a) self) -> Tensor(a)",
    at::Tensor(const at::Tensor &))
DISPATCHLESS_OPERATOR(
    cat, "cat", "",
    "cat(Tensor[] tensors, int dim=0) -> Tensor",
    at::Tensor(const at::ITensorListRef &, int64_t))
DISPATCHLESS_OPERATOR(
    cat_out, "cat", "out",
    "cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::ITensorListRef &, int64_t, at::Tensor &))

} // namespace at::_ops
