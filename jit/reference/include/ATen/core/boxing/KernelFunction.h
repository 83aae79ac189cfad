// c10::KernelFunction: one registered kernel. All kernels are called through a stack of IValues; a
// C++ function comes with one adapter, made for its type, that takes its arguments off the stack.
// So a kernel with plain integers serves a schema with SymInt, and a leading DispatchKeySet is
// passed on where the function asks for it.
#pragma once

#include <ATen/core/boxing/boxing.h>

#include <typeinfo>

namespace c10 {

class OperatorHandle;

namespace symint {

// Whether a parameter type has SymInt in it; such kernels have a signature of their own.
template <class T>
constexpr bool is_v = std::is_same_v<T, SymInt> || std::is_same_v<T, SymIntArrayRef> ||
    std::is_same_v<T, OptionalSymIntArrayRef> || std::is_same_v<T, std::optional<SymInt>> ||
    std::is_same_v<T, std::optional<SymIntArrayRef>>;

} // namespace symint

// A C++ function type as the dispatcher compares it.
struct CppSignature {
  const std::type_info* type = nullptr; // of R(Args...), without the key set; null: unknown
  bool symint = false;
  std::size_t arity = 0;
};
template <class Signature>
struct SignatureOf;
template <class R, class... Args>
struct SignatureOf<R(Args...)> {
  static constexpr bool symint = (symint::is_v<Args> || ...);
  static constexpr std::size_t arity = sizeof...(Args);
};
#define DISPATCHLESS_SIGNATURE(...)                                     \
  ::c10::CppSignature {                                                 \
    &typeid(__VA_ARGS__), ::c10::SignatureOf<__VA_ARGS__>::symint,      \
        ::c10::SignatureOf<__VA_ARGS__>::arity                          \
  }

class KernelFunction {
 public:
  using BoxedKernelFunction = void(const OperatorHandle&, DispatchKeySet, Stack*);
  // A boxed kernel with a description of what it is to do.
  using BoxedKernelWithData = void(const void* data, const OperatorHandle&, DispatchKeySet, Stack*);

  static KernelFunction makeFallthrough() { return KernelFunction(); }
  static KernelFunction makeFromBoxedFunction(BoxedKernelFunction* function) {
    KernelFunction kernel;
    kernel.target_ = reinterpret_cast<void (*)()>(function);
    kernel.call_ = &call_boxed;
    return kernel;
  }
  static KernelFunction makeFromBoxedFunction(BoxedKernelWithData* function, const void* data) {
    KernelFunction kernel;
    kernel.target_ = reinterpret_cast<void (*)()>(function);
    kernel.data_ = data;
    kernel.call_ = &call_boxed_with_data;
    return kernel;
  }
  template <class R, class... Args>
  static KernelFunction makeFromFunction(R (*function)(Args...)) {
    KernelFunction kernel;
    kernel.target_ = reinterpret_cast<void (*)()>(function);
    kernel.call_ = &call_unboxed<false, R, Args...>;
    kernel.signature_ = DISPATCHLESS_SIGNATURE(R(Args...));
    return kernel;
  }
  template <class R, class... Args>
  static KernelFunction makeFromFunction(R (*function)(DispatchKeySet, Args...)) {
    KernelFunction kernel;
    kernel.target_ = reinterpret_cast<void (*)()>(function);
    kernel.call_ = &call_unboxed<true, R, Args...>;
    kernel.signature_ = DISPATCHLESS_SIGNATURE(R(Args...));
    return kernel;
  }

  bool isFallthrough() const { return call_ == nullptr; }
  const CppSignature& signature() const { return signature_; }
  void callBoxed(const OperatorHandle& op, DispatchKeySet keys, Stack* stack) const {
    call_(*this, op, keys, stack);
  }

 private:
  static void call_boxed(const KernelFunction& kernel, const OperatorHandle& op, DispatchKeySet keys,
                         Stack* stack) {
    reinterpret_cast<BoxedKernelFunction*>(kernel.target_)(op, keys, stack);
  }
  static void call_boxed_with_data(const KernelFunction& kernel, const OperatorHandle& op,
                                   DispatchKeySet keys, Stack* stack) {
    reinterpret_cast<BoxedKernelWithData*>(kernel.target_)(kernel.data_, op, keys, stack);
  }
  template <bool with_keys, class R, class... Args>
  static void call_unboxed(const KernelFunction& kernel, const OperatorHandle&, DispatchKeySet keys,
                           Stack* stack) {
    call_indexed<with_keys, R, Args...>(kernel, keys, *stack, std::index_sequence_for<Args...>());
  }
  // The unboxed arguments live until the end of the call's full expression, as long as a result
  // that refers to one of them.
  template <bool with_keys, class R, class... Args, std::size_t... I>
  static void call_indexed(const KernelFunction& kernel, [[maybe_unused]] DispatchKeySet keys,
                           Stack& stack, std::index_sequence<I...>) {
    [[maybe_unused]] const IValue* arguments = stack.data() + stack.size() - sizeof...(Args);
    Stack results;
    if constexpr (with_keys && std::is_void_v<R>) {
      as<R(DispatchKeySet, Args...)>(kernel)(keys, Unboxed<Args>(arguments[I]).get()...);
    } else if constexpr (with_keys) {
      boxing::push_result(
          results, as<R(DispatchKeySet, Args...)>(kernel)(keys, Unboxed<Args>(arguments[I]).get()...));
    } else if constexpr (std::is_void_v<R>) {
      as<R(Args...)>(kernel)(Unboxed<Args>(arguments[I]).get()...);
    } else {
      boxing::push_result(results, as<R(Args...)>(kernel)(Unboxed<Args>(arguments[I]).get()...));
    }
    stack.resize(stack.size() - sizeof...(Args));
    stack.append(results.data(), results.size());
  }
  template <class Function>
  static Function* as(const KernelFunction& kernel) {
    return reinterpret_cast<Function*>(kernel.target_);
  }
  template <class T>
  using Unboxed = boxing::UnboxedParameter<T>;

  void (*call_)(const KernelFunction&, const OperatorHandle&, DispatchKeySet, Stack*) = nullptr;
  void (*target_)() = nullptr;
  const void* data_ = nullptr;
  CppSignature signature_;
};

// What an unboxed call returns, from the stack after it or from its own arguments: a result that is
// a reference is, as the schemas of in-place and out= operators promise, an argument that was
// passed by mutable reference.
namespace boxing {

inline at::Tensor* mutable_tensor(at::Tensor& tensor) { return &tensor; }
template <class T>
at::Tensor* mutable_tensor(const T&) {
  return nullptr;
}

template <class R>
struct Result {
  static R take(Stack& stack, at::Tensor* const*) { return Unboxed<R>(stack[0]).get(); }
};
template <>
struct Result<void> {
  static void take(Stack&, at::Tensor* const*) {}
};
template <>
struct Result<at::Tensor&> {
  static at::Tensor& take(Stack&, at::Tensor* const* written) { return *written[0]; }
};
template <class... Ts>
struct Result<std::tuple<Ts...>> {
  static std::tuple<Ts...> take(Stack& stack, at::Tensor* const* written) {
    return take(stack, written, std::index_sequence_for<Ts...>());
  }
  template <std::size_t... I>
  static std::tuple<Ts...> take(Stack& stack, at::Tensor* const* written, std::index_sequence<I...>) {
    return std::tuple<Ts...>(element<Ts>(stack, written, I)...);
  }
  template <class T>
  static T element(Stack& stack, at::Tensor* const* written, std::size_t index) {
    if constexpr (std::is_lvalue_reference_v<T>) {
      return *written[index];
    } else {
      return Unboxed<T>(stack[index]).get();
    }
  }
};

} // namespace boxing
} // namespace c10
