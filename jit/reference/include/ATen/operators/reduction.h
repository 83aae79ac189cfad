#pragma once

#include <ATen/core/dispatch/OperatorStruct.h>

namespace at::_ops {

DISPATCHLESS_OPERATOR(
    amax, "amax", "",
    "amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
    at::Tensor(const at::Tensor &, at::IntArrayRef, bool))
DISPATCHLESS_OPERATOR(
    amax_out, "amax", "out",
    "amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, at::IntArrayRef, bool, at::Tensor &))
DISPATCHLESS_OPERATOR(
    amin, "amin", "",
    "amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
    at::Tensor(const at::Tensor &, at::IntArrayRef, bool))
DISPATCHLESS_OPERATOR(
    amin_out, "amin", "out",
    "amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, at::IntArrayRef, bool, at::Tensor &))
DISPATCHLESS_OPERATOR(
    aminmax, "aminmax", "",
    "aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)",
    ::std::tuple<at::Tensor,at::Tensor>(const at::Tensor &, ::std::optional<int64_t>, bool))
DISPATCHLESS_OPERATOR(
    aminmax_out, "aminmax", "out",
    "aminmax.out(Tensor self, *, int? dim=None, bool keepdim=False, Tensor(a!) min, "
    "Tensor(b!) max) -> (Tensor(a!) min, Tensor(b!) max)",
    ::std::tuple<at::Tensor &,at::Tensor &>(const at::Tensor &, ::std::optional<int64_t>, bool,
        at::Tensor &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    sum, "sum", "",
    "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    at::Tensor(const at::Tensor &, ::std::optional<at::ScalarType>))
DISPATCHLESS_OPERATOR(
    sum_dim_IntList, "sum", "dim_IntList",
    "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? "
    "dtype=None) -> Tensor",
    at::Tensor(const at::Tensor &, at::OptionalIntArrayRef, bool,
        ::std::optional<at::ScalarType>))
DISPATCHLESS_OPERATOR(
    sum_IntList_out, "sum", "IntList_out",
    "sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? "
    "dtype=None, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, at::OptionalIntArrayRef, bool,
        ::std::optional<at::ScalarType>, at::Tensor &))

} // namespace at::_ops
