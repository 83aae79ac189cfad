// How ATen's own operators get into the dispatcher.
#pragma once

#include <ATen/native/Structured.h>
#include <torch/csrc/autograd/fallback.h>

namespace at::native {

using c10::DispatchKey;
using torch::autograd::Formula;
namespace autograd_kernels = torch::autograd::kernels;

class Registrar {
 public:
  explicit Registrar(c10::Dispatcher& dispatcher) : dispatcher_(dispatcher) {}

  void def(const char* text, const c10::CppSignature& signature) {
    c10::FunctionSchema schema = c10::parse_schema(text);
    schema.operator_name.name = "aten::" + schema.operator_name.name;
    schema.text = std::string("aten::") + text;
    keep(dispatcher_.registerDef(std::move(schema), where, signature));
  }
  void impl(const char* name, DispatchKey key, const c10::KernelFunction& kernel) {
    keep(dispatcher_.registerImpl(aten_name(name), key, kernel, where));
  }
  void fallback(DispatchKey key, const c10::KernelFunction& kernel) {
    keep(dispatcher_.registerFallback(key, kernel, where));
  }

  // A structured operator: its kernels live as long as the process.
  void structured(const StructuredKernel& kernel, const Formula& formula) {
    if (kernel.functional != nullptr) {
      impl(kernel.functional, DispatchKey::CPU, with(&structured_functional<c10::kCPU>, kernel));
      impl(kernel.functional, DispatchKey::Meta, with(&structured_functional<c10::kMeta>, kernel));
      impl(kernel.functional, DispatchKey::CompositeExplicitAutogradNonFunctional,
           with(&structured_through_out, kernel));
      differentiable(kernel.functional, formula);
    }
    if (kernel.in_place != nullptr) {
      impl(kernel.in_place, DispatchKey::CPU, with(&structured_in_place<c10::kCPU>, kernel));
      impl(kernel.in_place, DispatchKey::Meta, with(&structured_in_place<c10::kMeta>, kernel));
      impl(kernel.in_place, DispatchKey::CompositeExplicitAutogradNonFunctional,
           with(&structured_through_out, kernel));
      in_place(kernel.in_place, formula);
    }
    impl(kernel.out, DispatchKey::CPU, with(&structured_out<c10::kCPU>, kernel));
    impl(kernel.out, DispatchKey::Meta, with(&structured_out<c10::kMeta>, kernel));
    out(kernel.out);
  }

  void differentiable(const char* name, const Formula& formula) {
    impl(name, DispatchKey::Autograd, with(&autograd_kernels::functional, formula));
  }
  void not_differentiable(const char* name) {
    impl(name, DispatchKey::Autograd, boxed(&autograd_kernels::not_differentiable));
  }
  void in_place(const char* name, const Formula& formula) {
    impl(name, DispatchKey::Autograd, with(&autograd_kernels::in_place, formula));
    impl(name, DispatchKey::ADInplaceOrView, boxed(&autograd_kernels::bump_versions));
  }
  void out(const char* name) {
    impl(name, DispatchKey::Autograd, boxed(&autograd_kernels::out));
    impl(name, DispatchKey::ADInplaceOrView, boxed(&autograd_kernels::bump_versions));
  }
  void view(const char* name, const Formula& formula) {
    impl(name, DispatchKey::Autograd, with(&autograd_kernels::view, formula));
    impl(name, DispatchKey::ADInplaceOrView, boxed(&autograd_kernels::make_view));
    sees_negative(name);
  }
  // The operator handles tensors with the negative bit itself.
  void sees_negative(const char* name) {
    impl(name, DispatchKey::Negative, c10::KernelFunction::makeFallthrough());
  }

 private:
  static constexpr const char* where = "registered at ATen (reference runtime)";
  static c10::KernelFunction boxed(c10::KernelFunction::BoxedKernelFunction* function) {
    return c10::KernelFunction::makeFromBoxedFunction(function);
  }
  static c10::KernelFunction with(c10::KernelFunction::BoxedKernelWithData* function,
                                  const StructuredKernel& kernel) {
    return c10::KernelFunction::makeFromBoxedFunction(function, &kernel);
  }
  static c10::KernelFunction with(c10::KernelFunction::BoxedKernelWithData* function,
                                  const Formula& formula) {
    return c10::KernelFunction::makeFromBoxedFunction(function, &formula);
  }
  // ATen's registrations are never undone.
  static void keep(c10::RegistrationHandleRAII handle) {
    static auto* const kept = new c10::Sequence<c10::RegistrationHandleRAII>();
    kept->push_back(std::move(handle));
  }

  c10::Dispatcher& dispatcher_;
};

} // namespace at::native
