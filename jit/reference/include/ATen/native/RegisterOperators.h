// The operators whose kernels are plain functions: composites, views and factories; and the
// dispatcher itself, which is filled when it is first used.
#pragma once

#include <ATen/native/RegisterStructured.h>

namespace at::native {

// Kernels that are plain functions, called with boxed arguments `a`. The result comes by value: a
// reference would be to an argument on the stack.
inline void replace_arguments(const OperatorHandle& op, Stack* stack, Tensor result) {
  stack->resize(stack->size() - op.schema().arguments.size());
  stack->push_back(result);
}
#define DISPATCHLESS_KERNEL(...)                                                                  \
  c10::KernelFunction::makeFromBoxedFunction([](const OperatorHandle& op, DispatchKeySet, Stack* stack) { \
    IValue* const a = stack->data() + stack->size() - op.schema().arguments.size();               \
    replace_arguments(op, stack, __VA_ARGS__);                                                    \
  })

// The dtype and device of a factory's boxed options, from their first.
inline TensorSpec spec_in(const IValue* options, c10::ScalarType dtype, c10::Device device) {
  TORCH_CHECK(options[1].isNone() || options[1].toInt() == static_cast<int64_t>(c10::kStrided),
              "the reference runtime makes strided tensors only");
  TORCH_CHECK(options[3].isNone() || !options[3].toBool(), "the reference runtime has no pinned memory");
  return {options[0].isNone() ? dtype : static_cast<c10::ScalarType>(options[0].toInt()),
          options[2].isNone() ? device : options[2].toDevice()};
}
inline TensorSpec spec_in(const IValue* options, c10::DeviceType device) {
  return spec_in(options, c10::get_default_dtype_as_scalartype(), device);
}
inline c10::MemoryFormat format_in(const IValue& format, c10::MemoryFormat otherwise) {
  return format.isNone() ? otherwise : static_cast<c10::MemoryFormat>(format.toInt());
}
inline c10::Dims ints(const IValue& list) { return c10::boxing::unbox_elements<int64_t>(list); }

inline void register_composites(Registrar& m) {
  namespace gradients = torch::autograd::formulas;
  using c10::MemoryFormat;
  constexpr DispatchKey key = DispatchKey::CompositeExplicitAutograd;
  m.impl("abs", key, DISPATCHLESS_KERNEL(abs(a[0].tensor())));
  m.impl("abs_", key, DISPATCHLESS_KERNEL(abs_(a[0].tensor())));
  m.impl("add.Scalar", key,
         DISPATCHLESS_KERNEL(add(a[0].tensor(), a[1].toScalar(), a[2].toScalar())));
  m.impl("add_.Scalar", key,
         DISPATCHLESS_KERNEL(add_(a[0].tensor(), a[1].toScalar(), a[2].toScalar())));
  m.impl("sub.Scalar", key,
         DISPATCHLESS_KERNEL(sub(a[0].tensor(), a[1].toScalar(), a[2].toScalar())));
  m.impl("sub_.Scalar", key,
         DISPATCHLESS_KERNEL(sub_(a[0].tensor(), a[1].toScalar(), a[2].toScalar())));
  m.impl("mul.Scalar", key, DISPATCHLESS_KERNEL(mul(a[0].tensor(), a[1].toScalar())));
  m.impl("mul_.Scalar", key, DISPATCHLESS_KERNEL(mul_(a[0].tensor(), a[1].toScalar())));
  m.impl("sum", key, DISPATCHLESS_KERNEL(sum(a[0].tensor(), unboxed<std::optional<c10::ScalarType>>(a[1]))));
  m.impl("clone", key, DISPATCHLESS_KERNEL(clone(a[0].tensor(), format_in(a[1], MemoryFormat::Preserve))));
  m.impl("copy_", key, DISPATCHLESS_KERNEL(copy_(a[0].tensor(), a[1].toTensor(), a[2].toBool())));
  m.impl("fill.Scalar", key, DISPATCHLESS_KERNEL(fill(a[0].tensor(), a[1].toScalar())));
  m.impl("ones", key, DISPATCHLESS_KERNEL(ones(ints(a[0]), spec_in(a + 1, c10::kCPU))));
  m.impl("ones.out", key, DISPATCHLESS_KERNEL(ones_out(ints(a[0]), a[1].tensor())));
  m.impl("ones_like", key,
         DISPATCHLESS_KERNEL(ones_like(
             a[0].tensor(), spec_in(a + 1, a[0].tensor().scalar_type(), a[0].tensor().device()),
             format_in(a[5], MemoryFormat::Preserve))));
  m.impl("linear", DispatchKey::CompositeImplicitAutograd,
         DISPATCHLESS_KERNEL(linear(a[0].tensor(), a[1].tensor(), a[2].tensor())));
  m.impl("upsample_nearest1d.vec", DispatchKey::CompositeImplicitAutograd,
         DISPATCHLESS_KERNEL(upsample_nearest1d(
             a[0].tensor(), c10::boxing::Unboxed<c10::OptionalIntArrayRef>(a[1]).get(),
             c10::boxing::Unboxed<c10::OptionalArrayRef<double>>(a[2]).get())));

  static const Formula add_number = {"AddBackward1", "-", false, &gradients::identity};
  static const Formula sub_number = {"SubBackward1", "-", false, &gradients::identity};
  static const Formula mul_number = {"MulBackward1", "-", false, &gradients::mul_scalar};
  static const Formula sum_all = {"SumBackward0", "-", false, &gradients::sum_all};
  static const Formula clone_formula = {"CloneBackward0", "-", false, &gradients::identity};
  static const Formula copy_formula = {"torch::autograd::CopyBackwards", "--", false, &gradients::copy};
  static const Formula fill_formula = {"FillBackward0", "-", false, &gradients::zeros};
  m.differentiable("add.Scalar", add_number);
  m.differentiable("sub.Scalar", sub_number);
  m.differentiable("mul.Scalar", mul_number);
  m.in_place("add_.Scalar", add_number);
  m.in_place("sub_.Scalar", sub_number);
  m.in_place("mul_.Scalar", mul_number);
  m.differentiable("sum", sum_all);
  m.differentiable("clone", clone_formula);
  m.differentiable("fill.Scalar", fill_formula);
  m.in_place("fill_.Scalar", fill_formula);
  m.in_place("copy_", copy_formula);
  m.out("ones.out");
  m.not_differentiable("ones_like");
  m.sees_negative("copy_");
  m.sees_negative("clone");
}

inline void register_views(Registrar& m) {
  namespace gradients = torch::autograd::formulas;
  static const Formula as_strided_formula = {"AsStridedBackward0", "-", false, &gradients::as_strided};
  static const Formula t_formula = {"TBackward0", "-", false, &gradients::transposed};
  static const Formula neg_view = {"NegViewBackward0", "-", false, &gradients::negative};
  for (const DispatchKey key : {DispatchKey::CPU, DispatchKey::Meta}) {
    m.impl("as_strided", key,
           DISPATCHLESS_KERNEL(as_strided(a[0].tensor(), ints(a[1]), ints(a[2]),
                                          a[3].isNone() ? a[0].tensor().storage_offset() : a[3].toInt())));
  }
  m.view("as_strided", as_strided_formula);
  m.impl("t", DispatchKey::CompositeExplicitAutograd, DISPATCHLESS_KERNEL(native::t(a[0].tensor())));
  m.view("t", t_formula);
  m.impl("_neg_view", DispatchKey::CompositeExplicitAutograd,
         DISPATCHLESS_KERNEL(_neg_view(a[0].tensor())));
  m.view("_neg_view", neg_view);
  m.impl("resolve_neg", DispatchKey::CompositeImplicitAutograd,
         DISPATCHLESS_KERNEL(resolve_neg(a[0].tensor())));
  m.sees_negative("resolve_neg");
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
  m.impl("empty.memory_format", DispatchKey::CPU,
         DISPATCHLESS_KERNEL(empty(ints(a[0]), spec_in(a + 1, c10::kCPU),
                                   format_in(a[5], c10::MemoryFormat::Contiguous))));
  m.impl("empty.memory_format", DispatchKey::Meta,
         DISPATCHLESS_KERNEL(empty(ints(a[0]), spec_in(a + 1, c10::kMeta),
                                   format_in(a[5], c10::MemoryFormat::Contiguous))));
  m.impl("empty_strided", DispatchKey::CPU,
         DISPATCHLESS_KERNEL(empty_strided(ints(a[0]), ints(a[1]), spec_in(a + 2, c10::kCPU))));
  m.impl("empty_strided", DispatchKey::Meta,
         DISPATCHLESS_KERNEL(empty_strided(ints(a[0]), ints(a[1]), spec_in(a + 2, c10::kMeta))));
  m.impl("fill_.Scalar", DispatchKey::CPU,
         DISPATCHLESS_KERNEL(fill(in_place(c10::kCPU, a[0].tensor()), a[1].toScalar())));
  m.impl("fill_.Scalar", DispatchKey::Meta,
         DISPATCHLESS_KERNEL(fill(in_place(c10::kMeta, a[0].tensor()), a[1].toScalar())));
  for (const char* name : {"empty.memory_format", "empty_strided", "ones"}) {
    m.impl(name, DispatchKey::BackendSelect, c10::KernelFunction::makeFromBoxedFunction(&select_backend));
  }
}
#undef DISPATCHLESS_KERNEL

} // namespace at::native

namespace c10 {

namespace impl {

// Never destroyed: libraries in other translation units may be unregistered later than statics.
inline Dispatcher*& dispatcher_pointer() {
  static Dispatcher* dispatcher = nullptr;
  return dispatcher;
}
inline Dispatcher& filled_dispatcher() {
  Dispatcher*& dispatcher = dispatcher_pointer();
  if (dispatcher == nullptr) {
    dispatcher = new Dispatcher();
    at::native::Registrar registrar(*dispatcher);
    at::native::register_fallbacks(registrar);
    at::native::register_schemas(registrar);
    at::native::register_structured(registrar);
    at::native::register_composites(registrar);
    at::native::register_views(registrar);
    at::native::register_factories(registrar);
  }
  return *dispatcher;
}

} // namespace impl

inline Dispatcher& Dispatcher::singleton() {
#ifdef __CLING__
  // The unit that first included ATen/core/Tensor.h filled it. Naming the kernels here would have
  // the compiler generate them, and throw them away, for every later unit.
  return *impl::dispatcher_pointer();
#else
  static Dispatcher& dispatcher = impl::filled_dispatcher();
  return dispatcher;
#endif
}

} // namespace c10
