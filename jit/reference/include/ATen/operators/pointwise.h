#pragma once

#include <ATen/core/dispatch/OperatorStruct.h>

namespace at::_ops {

DISPATCHLESS_OPERATOR(
    abs, "abs", "",
    "abs(Tensor self) -> Tensor",
    at::Tensor(const at::Tensor &))
DISPATCHLESS_OPERATOR(
    abs_, "abs_", "",
    "abs_(Tensor(a!) self) -> Tensor(a!)",
    at::Tensor &(at::Tensor &))
DISPATCHLESS_OPERATOR(
    abs_out, "abs", "out",
    "abs.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    add_Tensor, "add", "Tensor",
    "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Tensor &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    add__Tensor, "add_", "Tensor",
    "add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)",
    at::Tensor &(at::Tensor &, const at::Tensor &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    add_out, "add", "out",
    "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, const at::Tensor &, const at::Scalar &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    add_Scalar, "add", "Scalar",
    "add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Scalar &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    add__Scalar, "add_", "Scalar",
    "add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)",
    at::Tensor &(at::Tensor &, const at::Scalar &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    sub_out, "sub", "out",
    "sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, const at::Tensor &, const at::Scalar &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    sub_Tensor, "sub", "Tensor",
    "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Tensor &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    sub__Tensor, "sub_", "Tensor",
    "sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)",
    at::Tensor &(at::Tensor &, const at::Tensor &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    sub_Scalar, "sub", "Scalar",
    "sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Scalar &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    sub__Scalar, "sub_", "Scalar",
    "sub_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)",
    at::Tensor &(at::Tensor &, const at::Scalar &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    mul_Tensor, "mul", "Tensor",
    "mul.Tensor(Tensor self, Tensor other) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Tensor &))
DISPATCHLESS_OPERATOR(
    mul__Tensor, "mul_", "Tensor",
    "mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)",
    at::Tensor &(at::Tensor &, const at::Tensor &))
DISPATCHLESS_OPERATOR(
    mul_out, "mul", "out",
    "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, const at::Tensor &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    mul_Scalar, "mul", "Scalar",
    "mul.Scalar(Tensor self, Scalar other) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    mul__Scalar, "mul_", "Scalar",
    "mul_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)",
    at::Tensor &(at::Tensor &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    div_Tensor, "div", "Tensor",
    "div.Tensor(Tensor self, Tensor other) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Tensor &))
DISPATCHLESS_OPERATOR(
    div__Tensor, "div_", "Tensor",
    "div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)",
    at::Tensor &(at::Tensor &, const at::Tensor &))
DISPATCHLESS_OPERATOR(
    div_out, "div", "out",
    "div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, const at::Tensor &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    neg, "neg", "",
    "neg(Tensor self) -> Tensor",
    at::Tensor(const at::Tensor &))
DISPATCHLESS_OPERATOR(
    neg_, "neg_", "",
    "neg_(Tensor(a!) self) -> Tensor(a!)",
    at::Tensor &(at::Tensor &))
DISPATCHLESS_OPERATOR(
    neg_out, "neg", "out",
    "neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    sgn, "sgn", "",
    "sgn(Tensor self) -> Tensor",
    at::Tensor(const at::Tensor &))
DISPATCHLESS_OPERATOR(
    sgn_, "sgn_", "",
    "sgn_(Tensor(a!) self) -> Tensor(a!)",
    at::Tensor &(at::Tensor &))
DISPATCHLESS_OPERATOR(
    sgn_out, "sgn", "out",
    "sgn.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    sigmoid, "sigmoid", "",
    "sigmoid(Tensor self) -> Tensor",
    at::Tensor(const at::Tensor &))
DISPATCHLESS_OPERATOR(
    sigmoid_, "sigmoid_", "",
    "sigmoid_(Tensor(a!) self) -> Tensor(a!)",
    at::Tensor &(at::Tensor &))
DISPATCHLESS_OPERATOR(
    sigmoid_out, "sigmoid", "out",
    "sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    exp, "exp", "",
    "exp(Tensor self) -> Tensor",
    at::Tensor(const at::Tensor &))
DISPATCHLESS_OPERATOR(
    exp_, "exp_", "",
    "exp_(Tensor(a!) self) -> Tensor(a!)",
    at::Tensor &(at::Tensor &))
DISPATCHLESS_OPERATOR(
    exp_out, "exp", "out",
    "exp.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    clamp, "clamp", "",
    "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
    at::Tensor(const at::Tensor &, const ::std::optional<at::Scalar> &,
        const ::std::optional<at::Scalar> &))
DISPATCHLESS_OPERATOR(
    clamp_, "clamp_", "",
    "clamp_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!)",
    at::Tensor &(at::Tensor &, const ::std::optional<at::Scalar> &,
        const ::std::optional<at::Scalar> &))
DISPATCHLESS_OPERATOR(
    clamp_out, "clamp", "out",
    "clamp.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, const ::std::optional<at::Scalar> &,
        const ::std::optional<at::Scalar> &, at::Tensor &))
DISPATCHLESS_OPERATOR(
    where_self, "where", "self",
    "where.self(Tensor condition, Tensor self, Tensor other) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Tensor &, const at::Tensor &))
DISPATCHLESS_OPERATOR(
    where_self_out, "where", "self_out",
    "where.self_out(Tensor condition, Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(const at::Tensor &, const at::Tensor &, const at::Tensor &, at::Tensor &))

} // namespace at::_ops
