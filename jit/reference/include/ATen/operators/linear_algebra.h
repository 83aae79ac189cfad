#pragma once

#include <ATen/core/dispatch/OperatorStruct.h>

namespace at::_ops {

DISPATCHLESS_OPERATOR(
    mm, "mm", "",
    "mm(Tensor self, Tensor mat2) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Tensor &))
DISPATCHLESS_OPERATOR(
    mm_out, "mm", "out",
    "mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, const at::Tensor &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    addmm_out, "addmm", "out",
    "addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, "
    "Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, const at::Tensor &, const at::Tensor &,
        const at::Scalar &, const at::Scalar &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    addmm, "addmm", "",
    "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Tensor &, const at::Tensor &, const at::Scalar &,
        const at::Scalar &))
DISPATCHLESS_OPERATOR(
    addmm_, "addmm_", "",
    "addmm_(Tensor(a!) self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> "
    "Tensor(a!)",
    at::Tensor &(at::Tensor &, const at::Tensor &, const at::Tensor &, const at::Scalar &,
        const at::Scalar &))
DISPATCHLESS_OPERATOR(
    linear, "linear", "",
    "linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Tensor &, const ::std::optional<at::Tensor> &))
DISPATCHLESS_OPERATOR(
    upsample_nearest1d_vec, "upsample_nearest1d", "vec",
    "upsample_nearest1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> "
    "Tensor",
    at::Tensor(const at::Tensor &, at::OptionalSymIntArrayRef,
        ::std::optional<at::ArrayRef<double>>))
DISPATCHLESS_OPERATOR(
    upsample_nearest1d_out, "upsample_nearest1d", "out",
    "upsample_nearest1d.out(Tensor self, SymInt[1] output_size, float? scales=None, *, "
    "Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, c10::SymIntArrayRef, ::std::optional<double>, at::Tensor &))
DISPATCHLESS_OPERATOR(
    upsample_nearest1d, "upsample_nearest1d", "",
    "upsample_nearest1d(Tensor self, SymInt[1] output_size, float? scales=None) -> Tensor",
    at::Tensor(const at::Tensor &, c10::SymIntArrayRef, ::std::optional<double>))

} // namespace at::_ops
