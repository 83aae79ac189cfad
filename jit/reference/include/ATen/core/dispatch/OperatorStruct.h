// at::_ops::<operator>: an operator's name, type and typed entry points into the dispatcher.
#pragma once

#include <ATen/core/dispatch/Registry.h>

namespace c10::impl {

template <class Op, class Signature>
struct OperatorStruct;

template <class Op, class R, class... Args>
struct OperatorStruct<Op, R(Args...)> {
  using schema = R(Args...);
  using ptr_schema = schema*;

  static R call(Args... args) { return typed_call<R, Args...>(handle(), nullptr, args...); }
  static R redispatch(DispatchKeySet keys, Args... args) {
    return typed_call<R, Args...>(handle(), &keys, args...);
  }

 private:
  static const OperatorHandle& handle() {
    static const OperatorHandle op =
        Dispatcher::singleton().findSchemaOrThrow(Op::name, Op::overload_name);
    return op;
  }
};

} // namespace c10::impl

#define DISPATCHLESS_OPERATOR(id, base, overload, text, ...)           \
  struct id : c10::impl::OperatorStruct<id, __VA_ARGS__> {             \
    static constexpr const char* name = "aten::" base;                 \
    static constexpr const char* overload_name = overload;             \
    static constexpr const char* schema_str = text;                    \
  };
