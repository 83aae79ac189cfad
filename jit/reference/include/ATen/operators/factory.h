#pragma once

#include <ATen/core/dispatch/OperatorStruct.h>

namespace at::_ops {

DISPATCHLESS_OPERATOR(
    empty_memory_format, "empty", "memory_format",
    "empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
    at::Tensor(c10::SymIntArrayRef, ::std::optional<at::ScalarType>,
        ::std::optional<at::Layout>, ::std::optional<at::Device>, ::std::optional<bool>,
        ::std::optional<at::MemoryFormat>))
DISPATCHLESS_OPERATOR(
    empty_strided, "empty_strided", "",
    "empty_strided(SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? "
    "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
    at::Tensor(c10::SymIntArrayRef, c10::SymIntArrayRef, ::std::optional<at::ScalarType>,
        ::std::optional<at::Layout>, ::std::optional<at::Device>, ::std::optional<bool>))
DISPATCHLESS_OPERATOR(
    ones, "ones", "",
    "ones(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? "
    "device=None, bool? pin_memory=None) -> Tensor",
    at::Tensor(c10::SymIntArrayRef, ::std::optional<at::ScalarType>,
        ::std::optional<at::Layout>, ::std::optional<at::Device>, ::std::optional<bool>))
DISPATCHLESS_OPERATOR(
    ones_out, "ones", "out",
    "ones.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)",
    at::Tensor &(c10::SymIntArrayRef, at::Tensor &))
DISPATCHLESS_OPERATOR(
    ones_like, "ones_like", "",
    "ones_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? "
    "device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
    at::Tensor(const at::Tensor &, ::std::optional<at::ScalarType>,
        ::std::optional<at::Layout>, ::std::optional<at::Device>, ::std::optional<bool>,
        ::std::optional<at::MemoryFormat>))
DISPATCHLESS_OPERATOR(
    fill_Scalar, "fill", "Scalar",
    "fill.Scalar(Tensor self, Scalar value) -> Tensor",
    at::Tensor(const at::Tensor &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    fill__Scalar, "fill_", "Scalar",
    "fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)",
    at::Tensor &(at::Tensor &, const at::Scalar &))
DISPATCHLESS_OPERATOR(
    copy_, "copy_", "",
    "copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)",
    at::Tensor &(at::Tensor &, const at::Tensor &, bool))
DISPATCHLESS_OPERATOR(
    clone, "clone", "",
    "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor",
    at::Tensor(const at::Tensor &, ::std::optional<at::MemoryFormat>))

} // namespace at::_ops
