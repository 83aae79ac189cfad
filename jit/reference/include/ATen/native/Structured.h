// The forms of a structured operator, from one implementation that takes an Output first.
#pragma once

#include <ATen/core/boxing/KernelFunction.h>
#include <ATen/native/Output.h>

namespace at::native {

using c10::symint::lowered;
using c10::symint::plain_t;

// Of a functional schema Tensor(Args...).
template <class Schema>
struct Structured;

template <class... Args>
struct Structured<Tensor(Args...)> {
  using Impl = Tensor (*)(Output, plain_t<Args>...);

  template <Impl impl, c10::DeviceType device>
  static Tensor functional(plain_t<Args>... args) {
    return impl(fresh(device), args...);
  }
  template <Impl impl, c10::DeviceType device>
  static Tensor& out(plain_t<Args>... args, Tensor& result) {
    impl(given(device, result), args...);
    return result;
  }
  // For any backend that has only the out= form: shape first, then the values by the dispatcher.
  template <Impl impl, class OutOp>
  static Tensor through_out(Args... args) {
    Tensor result = impl(fresh(c10::kMeta), lowered<Args>(args)...);
    OutOp::call(args..., result);
    return result;
  }
};

// The in-place form, whose first argument is written.
template <class Schema>
struct StructuredInPlace;

template <class... Args>
struct StructuredInPlace<Tensor(const Tensor&, Args...)> {
  using Impl = typename Structured<Tensor(const Tensor&, Args...)>::Impl;

  template <Impl impl, c10::DeviceType device>
  static Tensor& in_place(Tensor& self, Args... args) {
    impl(native::in_place(device, self), self, args...);
    return self;
  }
  template <Impl impl, class OutOp>
  static Tensor& in_place_through_out(Tensor& self, Args... args) {
    impl(native::in_place(c10::kMeta, self), self, args...);
    return OutOp::call(self, args..., self);
  }
};

} // namespace at::native
