// The operators whose kernels are plain functions: composites, views and factories; and the
// dispatcher itself, which is filled when it is first used.
#pragma once

#include <ATen/native/RegisterStructured.h>

namespace at::native {

namespace ops = at::_ops;

template <class F>
c10::KernelFunction function(F* kernel) {
  return c10::KernelFunction::makeFromFunction(kernel);
}

inline void register_composites(Registrar& m) {
  namespace gradients = torch::autograd::formulas;
  constexpr DispatchKey key = DispatchKey::CompositeExplicitAutograd;
  m.impl("abs", key, function<ops::abs::schema>(&native::abs));
  m.impl("abs_", key, function(&native::abs_));
  m.impl("add.Scalar", key, function<ops::add_Scalar::schema>(&native::add));
  m.impl("add_.Scalar", key, function(&native::add_));
  m.impl("sub.Scalar", key, function<ops::sub_Scalar::schema>(&native::sub));
  m.impl("sub_.Scalar", key, function(&native::sub_));
  m.impl("mul.Scalar", key, function<ops::mul_Scalar::schema>(&native::mul));
  m.impl("mul_.Scalar", key, function(&native::mul_));
  m.impl("sum", key, function<ops::sum::schema>(&native::sum));
  m.impl("clone", key, function(&native::clone));
  m.impl("copy_", key, function<ops::copy_::schema>(&native::copy_));
  m.impl("fill.Scalar", key, function<ops::fill_Scalar::schema>(&native::fill));
  m.impl("ones", key, function(&native::ones));
  m.impl("ones.out", key, function(&native::ones_out));
  m.impl("ones_like", key, function(&native::ones_like));
  m.impl("linear", DispatchKey::CompositeImplicitAutograd, function(&native::linear));
  m.impl("upsample_nearest1d.vec", DispatchKey::CompositeImplicitAutograd,
         function<Tensor(const Tensor&, c10::OptionalIntArrayRef, std::optional<c10::ArrayRef<double>>)>(
             &native::upsample_nearest1d));

  static const Formula add_number = {"AddBackward1", "-", false, &gradients::identity};
  static const Formula sub_number = {"SubBackward1", "-", false, &gradients::identity};
  static const Formula mul_number = {"MulBackward1", "-", false, &gradients::mul_scalar};
  static const Formula sum_all = {"SumBackward0", "-", false, &gradients::sum_all};
  static const Formula clone = {"CloneBackward0", "-", false, &gradients::identity};
  static const Formula copy = {"CopyBackwards", "--", false, &gradients::copy};
  static const Formula fill = {"FillBackward0", "-", false, &gradients::zeros};
  m.differentiable("add.Scalar", add_number);
  m.differentiable("sub.Scalar", sub_number);
  m.differentiable("mul.Scalar", mul_number);
  m.in_place("add_.Scalar", add_number);
  m.in_place("sub_.Scalar", sub_number);
  m.in_place("mul_.Scalar", mul_number);
  m.differentiable("sum", sum_all);
  m.differentiable("clone", clone);
  m.differentiable("fill.Scalar", fill);
  m.in_place("fill_.Scalar", fill);
  m.in_place("copy_", copy);
  m.out("ones.out");
  m.not_differentiable("ones_like");
  m.sees_negative("copy_");
  m.sees_negative("clone");
}

inline void register_views(Registrar& m) {
  namespace gradients = torch::autograd::formulas;
  static const Formula as_strided = {"AsStridedBackward0", "-", false, &gradients::as_strided};
  static const Formula t = {"TBackward0", "-", false, &gradients::transposed};
  static const Formula neg_view = {"NegViewBackward0", "-", false, &gradients::negative};
  m.impl("as_strided", DispatchKey::CPU, function(&native::as_strided));
  m.impl("as_strided", DispatchKey::Meta, function(&native::as_strided));
  m.view("as_strided", as_strided);
  m.impl("t", DispatchKey::CompositeExplicitAutograd, function(&native::t));
  m.view("t", t);
  m.impl("_neg_view", DispatchKey::CompositeExplicitAutograd, function(&native::_neg_view));
  m.view("_neg_view", neg_view);
  m.impl("resolve_neg", DispatchKey::CompositeImplicitAutograd, function(&native::resolve_neg));
  m.sees_negative("resolve_neg");
}

using MaybeType = std::optional<c10::ScalarType>;
using MaybeLayout = std::optional<c10::Layout>;
using MaybeDevice = std::optional<c10::Device>;

template <c10::DeviceType device>
Tensor empty_on(c10::IntArrayRef size, MaybeType dtype, MaybeLayout layout, MaybeDevice where,
                std::optional<bool> pin_memory, std::optional<c10::MemoryFormat> format) {
  return empty(size, dtype, layout, where.value_or(c10::Device(device)), pin_memory, format);
}
template <c10::DeviceType device>
Tensor empty_strided_on(c10::IntArrayRef size, c10::IntArrayRef stride, MaybeType dtype,
                        MaybeLayout layout, MaybeDevice where, std::optional<bool> pin_memory) {
  return empty_strided(size, stride, dtype, layout, where.value_or(c10::Device(device)), pin_memory);
}
template <c10::DeviceType device>
Tensor& fill_on(Tensor& self, const c10::Scalar& value) {
  fill(in_place(device, self), value);
  return self;
}

// BackendSelect: a factory has no tensor argument, so its options choose the backend. The device is
// the first Device among the arguments.
inline void select_backend(const OperatorHandle& op, DispatchKeySet, Stack* stack) {
  c10::Device device(c10::kCPU);
  for (std::size_t i = stack->size() - op.schema().arguments.size(); i < stack->size(); ++i) {
    if ((*stack)[i].tag() == IValue::Tag::Device) {
      device = (*stack)[i].toDevice();
    }
  }
  op.redispatchBoxed(DispatchKeySet(c10::backendKeyOf(device.type())), stack);
}

inline void register_factories(Registrar& m) {
  m.impl("empty.memory_format", DispatchKey::CPU, function(&empty_on<c10::kCPU>));
  m.impl("empty.memory_format", DispatchKey::Meta, function(&empty_on<c10::kMeta>));
  m.impl("empty_strided", DispatchKey::CPU, function(&empty_strided_on<c10::kCPU>));
  m.impl("empty_strided", DispatchKey::Meta, function(&empty_strided_on<c10::kMeta>));
  m.impl("fill_.Scalar", DispatchKey::CPU, function(&fill_on<c10::kCPU>));
  m.impl("fill_.Scalar", DispatchKey::Meta, function(&fill_on<c10::kMeta>));
  for (const char* name : {"empty.memory_format", "empty_strided", "ones"}) {
    m.impl(name, DispatchKey::BackendSelect, c10::KernelFunction::makeFromBoxedFunction(&select_backend));
  }
}

} // namespace at::native

namespace c10 {

// Never destroyed: libraries in other translation units may be unregistered later than statics.
inline Dispatcher& Dispatcher::singleton() {
  static Dispatcher* const dispatcher = new Dispatcher();
  static const bool filled = [] {
    at::native::Registrar registrar(*dispatcher);
    at::native::register_fallbacks(registrar);
    at::native::register_schemas(registrar);
    at::native::register_structured(registrar);
    at::native::register_composites(registrar);
    at::native::register_views(registrar);
    at::native::register_factories(registrar);
    return true;
  }();
  static_cast<void>(filled);
  return *dispatcher;
}

} // namespace c10
