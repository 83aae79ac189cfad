// How ATen's own operators get into the dispatcher.
#pragma once

#include <ATen/MethodOperators.h>
#include <ATen/native/Structured.h>
#include <torch/csrc/autograd/VariableTypeUtils.h>

namespace at::native {

class Registrar {
 public:
  explicit Registrar(c10::Dispatcher& dispatcher) : dispatcher_(dispatcher) {}

  template <class Op>
  void def() {
    c10::FunctionSchema schema = c10::parse_schema(Op::schema_str);
    schema.operator_name.name = Op::name;
    schema.text = std::string("aten::") + Op::schema_str;
    keep(dispatcher_.registerDef(std::move(schema), where));
  }
  template <class Op, class F>
  void impl(c10::DispatchKey key, F* kernel) {
    impl<Op>(key, c10::KernelFunction::makeFromFunction(kernel));
  }
  template <class Op>
  void impl(c10::DispatchKey key, c10::KernelFunction kernel) {
    keep(dispatcher_.registerImpl({Op::name, Op::overload_name}, key, std::move(kernel), where));
  }
  void fallback(c10::DispatchKey key, c10::KernelFunction kernel) {
    keep(dispatcher_.registerFallback(key, std::move(kernel), where));
  }

  // The functional and out= forms of a structured operator, with what autograd adds.
  template <class Op, class OutOp, class Formula, typename Structured<typename Op::schema>::Impl kernel>
  void structured() {
    using Forms = Structured<typename Op::schema>;
    def<Op>();
    def<OutOp>();
    impl<Op>(c10::DispatchKey::CPU, &Forms::template functional<kernel, c10::kCPU>);
    impl<Op>(c10::DispatchKey::Meta, &Forms::template functional<kernel, c10::kMeta>);
    impl<Op>(c10::DispatchKey::CompositeExplicitAutogradNonFunctional,
             &Forms::template through_out<kernel, OutOp>);
    impl<OutOp>(c10::DispatchKey::CPU, &Forms::template out<kernel, c10::kCPU>);
    impl<OutOp>(c10::DispatchKey::Meta, &Forms::template out<kernel, c10::kMeta>);
    differentiable<Op, Formula>();
    out_autograd<OutOp>();
  }
  // The same and the in-place form.
  template <class Op, class InPlaceOp, class OutOp, class Formula,
            typename Structured<typename Op::schema>::Impl kernel>
  void structured_with_in_place() {
    using Forms = StructuredInPlace<typename Op::schema>;
    structured<Op, OutOp, Formula, kernel>();
    def<InPlaceOp>();
    impl<InPlaceOp>(c10::DispatchKey::CPU, &Forms::template in_place<kernel, c10::kCPU>);
    impl<InPlaceOp>(c10::DispatchKey::Meta, &Forms::template in_place<kernel, c10::kMeta>);
    impl<InPlaceOp>(c10::DispatchKey::CompositeExplicitAutogradNonFunctional,
                    &Forms::template in_place_through_out<kernel, OutOp>);
    in_place_autograd<InPlaceOp, Formula>();
  }

  template <class Op, class Formula>
  void differentiable() {
    impl<Op>(c10::DispatchKey::Autograd,
             &torch::autograd::Kernels<Op>::template functional<Formula>);
  }
  template <class Op>
  void not_differentiable() {
    impl<Op>(c10::DispatchKey::Autograd, &torch::autograd::Kernels<Op>::not_differentiable);
  }
  template <class Op, class Formula>
  void in_place_autograd() {
    impl<Op>(c10::DispatchKey::Autograd, &torch::autograd::Kernels<Op>::template in_place<Formula>);
    impl<Op>(c10::DispatchKey::ADInplaceOrView, &torch::autograd::Kernels<Op>::bump_versions);
  }
  template <class Op>
  void out_autograd() {
    impl<Op>(c10::DispatchKey::Autograd, &torch::autograd::Kernels<Op>::out);
    impl<Op>(c10::DispatchKey::ADInplaceOrView, &torch::autograd::Kernels<Op>::bump_versions);
  }
  template <class Op, class Formula>
  void view_autograd() {
    impl<Op>(c10::DispatchKey::Autograd, &torch::autograd::Kernels<Op>::template view<Formula>);
    impl<Op>(c10::DispatchKey::ADInplaceOrView, &torch::autograd::Kernels<Op>::make_view);
    sees_negative<Op>();
  }
  // The operator handles tensors with the negative bit itself.
  template <class Op>
  void sees_negative() {
    impl<Op>(c10::DispatchKey::Negative, c10::KernelFunction::makeFallthrough());
  }

 private:
  static constexpr const char* where = "registered at ATen (reference runtime)";
  // ATen's registrations are never undone.
  static void keep(c10::RegistrationHandleRAII handle) {
    static auto* const kept = new std::vector<c10::RegistrationHandleRAII>();
    kept->push_back(std::move(handle));
  }

  c10::Dispatcher& dispatcher_;
};

} // namespace at::native
