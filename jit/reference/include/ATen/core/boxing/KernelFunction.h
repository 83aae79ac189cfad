// c10::KernelFunction: one registered kernel, callable with C++ arguments or with a stack. Kernels
// come as function pointers with or without a leading DispatchKeySet, and with SymInt arguments or
// with plain integers in their place; every combination is callable through the schema's own type.
#pragma once

#include <ATen/core/boxing/boxing.h>

#include <typeinfo>

namespace c10 {

class OperatorHandle;

namespace symint {

// The parameter type that an integer kernel has where the schema says SymInt.
template <class T>
struct Plain {
  using type = T;
};
template <>
struct Plain<SymInt> {
  using type = int64_t;
};
template <>
struct Plain<SymIntArrayRef> {
  using type = IntArrayRef;
};
template <>
struct Plain<OptionalSymIntArrayRef> {
  using type = OptionalIntArrayRef;
};
template <>
struct Plain<std::optional<SymInt>> {
  using type = std::optional<int64_t>;
};
template <>
struct Plain<std::optional<SymIntArrayRef>> {
  using type = std::optional<IntArrayRef>;
};
template <class T>
using plain_t = typename Plain<T>::type;
template <class... Args>
constexpr bool any_v = (!std::is_same_v<Args, plain_t<Args>> || ...);

inline int64_t lower_symint(const SymInt& value) { return value.expect_int(); }
inline IntArrayRef lower_symint(SymIntArrayRef list) { return asIntArrayRefUnchecked(list); }
inline OptionalIntArrayRef lower_symint(const OptionalSymIntArrayRef& list) {
  return list.has_value() ? OptionalIntArrayRef(asIntArrayRefUnchecked(*list)) : OptionalIntArrayRef();
}
inline std::optional<int64_t> lower_symint(const std::optional<SymInt>& value) {
  return value ? std::optional<int64_t>(value->expect_int()) : std::nullopt;
}
inline std::optional<IntArrayRef> lower_symint(const std::optional<SymIntArrayRef>& list) {
  return list ? std::optional<IntArrayRef>(asIntArrayRefUnchecked(*list)) : std::nullopt;
}
// The argument of an integer kernel for an argument of the schema's type.
template <class T>
plain_t<T> lowered(std::remove_reference_t<T>& value) {
  if constexpr (std::is_same_v<T, plain_t<T>>) {
    return static_cast<T&&>(value);
  } else {
    return lower_symint(value);
  }
}

} // namespace symint

class KernelFunction {
 public:
  using BoxedKernelFunction = void(const OperatorHandle&, DispatchKeySet, Stack*);

  KernelFunction() = default;
  static KernelFunction makeFallthrough() {
    KernelFunction kernel;
    kernel.fallthrough_ = true;
    return kernel;
  }
  static KernelFunction makeFromBoxedFunction(BoxedKernelFunction* function) {
    KernelFunction kernel;
    kernel.boxed_ = function;
    return kernel;
  }
  template <class R, class... Args>
  static KernelFunction makeFromFunction(R (*function)(Args...)) {
    return make<&invoke_plain<R, Args...>, R, Args...>(reinterpret_cast<void (*)()>(function));
  }
  template <class R, class... Args>
  static KernelFunction makeFromFunction(R (*function)(DispatchKeySet, Args...)) {
    return make<&invoke_with_keys<R, Args...>, R, Args...>(reinterpret_cast<void (*)()>(function));
  }

  bool isValid() const { return fallthrough_ || boxed_ || target_; }
  bool isFallthrough() const { return fallthrough_; }
  // The type R(Args...) of the function without the key set; null for boxed kernels.
  const std::type_info* type() const { return type_; }
  bool has_symint() const { return symint_; }
  std::size_t arity() const { return arity_; }

  template <class R, class... Args>
  R call(const OperatorHandle& op, DispatchKeySet keys, Args... args) const {
    if (C10_UNLIKELY(boxed_ != nullptr)) {
      return call_boxed_kernel<R, Args...>(op, keys, args...);
    }
    if constexpr (symint::any_v<Args...>) {
      if (!symint_) {
        using Invoke = R (*)(const KernelFunction&, DispatchKeySet, symint::plain_t<Args>...);
        return reinterpret_cast<Invoke>(invoke_)(*this, keys, symint::lowered<Args>(args)...);
      }
    }
    using Invoke = R (*)(const KernelFunction&, DispatchKeySet, Args...);
    return reinterpret_cast<Invoke>(invoke_)(*this, keys, std::forward<Args>(args)...);
  }

  void callBoxed(const OperatorHandle& op, DispatchKeySet keys, Stack* stack) const {
    if (boxed_) {
      boxed_(op, keys, stack);
    } else {
      unbox_and_call_(*this, keys, *stack);
    }
  }

 private:
  template <class R, class... Args>
  static R invoke_plain(const KernelFunction& kernel, DispatchKeySet, Args... args) {
    return reinterpret_cast<R (*)(Args...)>(kernel.target_)(std::forward<Args>(args)...);
  }
  template <class R, class... Args>
  static R invoke_with_keys(const KernelFunction& kernel, DispatchKeySet keys, Args... args) {
    return reinterpret_cast<R (*)(DispatchKeySet, Args...)>(kernel.target_)(
        keys, std::forward<Args>(args)...);
  }
  template <auto invoke, class R, class... Args>
  static KernelFunction make(void (*target)()) {
    KernelFunction kernel;
    kernel.target_ = target;
    kernel.invoke_ = reinterpret_cast<void (*)()>(invoke);
    kernel.unbox_and_call_ = &unbox_and_call<R, Args...>;
    kernel.type_ = &typeid(R(Args...));
    kernel.symint_ = symint::any_v<Args...>;
    kernel.arity_ = sizeof...(Args);
    return kernel;
  }

  template <class R, class... Args>
  static void unbox_and_call(const KernelFunction& kernel, DispatchKeySet keys, Stack& stack) {
    unbox_and_call_indexed<R, Args...>(kernel, keys, stack, std::index_sequence_for<Args...>());
  }
  template <class R, class... Args, std::size_t... I>
  static void unbox_and_call_indexed(const KernelFunction& kernel, DispatchKeySet keys, Stack& stack,
                                     std::index_sequence<I...>) {
    TORCH_CHECK(stack.size() >= sizeof...(Args), "the stack holds ", stack.size(),
                " values, the kernel takes ", sizeof...(Args));
    [[maybe_unused]] const std::size_t first = stack.size() - sizeof...(Args);
    std::tuple<boxing::Unboxed<Args>...> arguments(stack[first + I]...);
    using Invoke = R (*)(const KernelFunction&, DispatchKeySet, Args...);
    const auto invoke = reinterpret_cast<Invoke>(kernel.invoke_);
    if constexpr (std::is_void_v<R>) {
      invoke(kernel, keys, std::get<I>(arguments).get()...);
      stack.resize(first);
    } else {
      decltype(auto) result = invoke(kernel, keys, std::get<I>(arguments).get()...);
      stack.resize(first);
      boxing::push_result(stack, result);
    }
  }

  // A boxed kernel reached by an unboxed call. Results that are references are, as the schemas of
  // in-place and out= operators promise, the arguments that were passed by mutable reference.
  template <class R, class... Args>
  R call_boxed_kernel(const OperatorHandle& op, DispatchKeySet keys,
                      std::remove_reference_t<Args>&... args) const {
    Stack stack;
    stack.reserve(sizeof...(Args));
    (stack.push_back(boxing::box(args)), ...);
    boxed_(op, keys, &stack);
    if constexpr (std::is_void_v<R>) {
      return;
    } else if constexpr (std::is_lvalue_reference_v<R>) {
      return first_mutable(args...);
    } else {
      return result_from<R>(stack, args...);
    }
  }
  template <class First, class... Rest>
  static at::Tensor& first_mutable(First& first, Rest&... rest) {
    if constexpr (std::is_same_v<First, at::Tensor>) {
      return first;
    } else {
      return first_mutable(rest...);
    }
  }
  template <class T>
  struct Results {
    template <class... Args>
    static T from(Stack& stack, Args&...) {
      return boxing::Unboxed<T>(stack.at(0)).get();
    }
  };
  template <class... Ts>
  struct Results<std::tuple<Ts...>> {
    template <class... Args>
    static std::tuple<Ts...> from(Stack& stack, Args&... args) {
      if constexpr ((std::is_lvalue_reference_v<Ts> || ...)) {
        return std::tuple_cat(mutable_reference(args)...);
      } else {
        return from_stack(stack, std::index_sequence_for<Ts...>());
      }
    }
    template <std::size_t... I>
    static std::tuple<Ts...> from_stack(Stack& stack, std::index_sequence<I...>) {
      return std::tuple<Ts...>(boxing::Unboxed<Ts>(stack.at(I)).get()...);
    }
    template <class T>
    static auto mutable_reference(T& value) {
      if constexpr (std::is_same_v<T, at::Tensor>) {
        return std::tuple<at::Tensor&>(value);
      } else {
        return std::tuple<>();
      }
    }
  };
  template <class R, class... Args>
  static R result_from(Stack& stack, Args&... args) {
    return Results<R>::from(stack, args...);
  }

  void (*target_)() = nullptr; // the kernel itself
  void (*invoke_)() = nullptr; // R (*)(const KernelFunction&, DispatchKeySet, Args...)
  void (*unbox_and_call_)(const KernelFunction&, DispatchKeySet, Stack&) = nullptr;
  BoxedKernelFunction* boxed_ = nullptr;
  bool fallthrough_ = false;
  bool symint_ = false;
  std::size_t arity_ = 0;
  const std::type_info* type_ = nullptr;
};

} // namespace c10
