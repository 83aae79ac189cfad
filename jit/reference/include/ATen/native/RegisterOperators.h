// Every operator of this runtime with its kernels, registered when the dispatcher is first used.
#pragma once

#include <ATen/native/LinearAlgebra.h>
#include <ATen/native/ReduceOps.h>
#include <ATen/native/Registrar.h>
#include <torch/csrc/autograd/fallback.h>
#include <torch/csrc/autograd/formulas.h>

namespace at::native {

namespace ops = at::_ops;
namespace gradients = torch::autograd::formulas;
using c10::DispatchKey;

inline void register_fallbacks(Registrar& m) {
  // A key that no tensor or thread of this runtime carries, or that has nothing to add.
  for (const DispatchKey key :
       {DispatchKey::BackendSelect, DispatchKey::Python, DispatchKey::FuncTorchDynamicLayerBackMode,
        DispatchKey::Functionalize, DispatchKey::Conjugate, DispatchKey::ZeroTensor,
        DispatchKey::ADInplaceOrView, DispatchKey::Tracer, DispatchKey::AutocastCPU,
        DispatchKey::AutocastXPU, DispatchKey::AutocastMPS, DispatchKey::AutocastMTIA,
        DispatchKey::AutocastCUDA, DispatchKey::AutocastPrivateUse1, DispatchKey::FuncTorchVmapMode,
        DispatchKey::VmapMode, DispatchKey::PythonTLSSnapshot, DispatchKey::PreDispatch,
        DispatchKey::PythonDispatcher}) {
    m.fallback(key, c10::KernelFunction::makeFallthrough());
  }
  m.fallback(DispatchKey::Negative,
             c10::KernelFunction::makeFromBoxedFunction(&torch::autograd::negative_fallback));
  for (const DispatchKey key :
       {DispatchKey::AutogradOther, DispatchKey::AutogradCPU, DispatchKey::AutogradCUDA,
        DispatchKey::AutogradXPU, DispatchKey::AutogradMPS, DispatchKey::AutogradMTIA,
        DispatchKey::AutogradPrivateUse1, DispatchKey::AutogradMeta}) {
    m.fallback(key, c10::KernelFunction::makeFromBoxedFunction(&torch::autograd::autograd_fallback));
  }
}

// An operator between a tensor and a number: its kernel wraps the number.
template <class Op, class InPlaceOp, class Formula>
void register_with_scalar(Registrar& m, typename Op::ptr_schema kernel,
                          typename InPlaceOp::ptr_schema in_place) {
  m.def<Op>();
  m.def<InPlaceOp>();
  m.impl<Op>(DispatchKey::CompositeExplicitAutograd, kernel);
  m.impl<InPlaceOp>(DispatchKey::CompositeExplicitAutograd, in_place);
  m.differentiable<Op, Formula>();
  m.in_place_autograd<InPlaceOp, Formula>();
}

inline void register_pointwise(Registrar& m) {
  using namespace gradients;
  m.structured_with_in_place<ops::add_Tensor, ops::add__Tensor, ops::add_out, Add<1>, &native::add>();
  m.structured_with_in_place<ops::sub_Tensor, ops::sub__Tensor, ops::sub_out, Add<-1>, &native::sub>();
  m.structured_with_in_place<ops::mul_Tensor, ops::mul__Tensor, ops::mul_out, Mul, &native::mul>();
  m.structured_with_in_place<ops::div_Tensor, ops::div__Tensor, ops::div_out, Div, &native::div>();
  m.structured_with_in_place<ops::neg, ops::neg_, ops::neg_out, Neg, &native::neg>();
  m.structured_with_in_place<ops::sgn, ops::sgn_, ops::sgn_out, Sgn, &native::sgn>();
  m.structured_with_in_place<ops::sigmoid, ops::sigmoid_, ops::sigmoid_out, Sigmoid, &native::sigmoid>();
  m.structured_with_in_place<ops::exp, ops::exp_, ops::exp_out, Exp, &native::exp>();
  m.structured_with_in_place<ops::clamp, ops::clamp_, ops::clamp_out, Clamp, &native::clamp>();
  register_with_scalar<ops::add_Scalar, ops::add__Scalar, Add<1>>(m, &native::add, &native::add_);
  register_with_scalar<ops::sub_Scalar, ops::sub__Scalar, Add<-1>>(m, &native::sub, &native::sub_);
  register_with_scalar<ops::mul_Scalar, ops::mul__Scalar, Mul>(m, &native::mul, &native::mul_);

  // abs and where.self have no structured form: the functional ones stand on the out= ones.
  using Unary = Structured<ops::abs::schema>;
  m.def<ops::abs>();
  m.def<ops::abs_>();
  m.def<ops::abs_out>();
  m.impl<ops::abs>(DispatchKey::CompositeExplicitAutograd, static_cast<ops::abs::ptr_schema>(&native::abs));
  m.impl<ops::abs_>(DispatchKey::CompositeExplicitAutograd, &native::abs_);
  m.impl<ops::abs_out>(DispatchKey::CPU, &Unary::out<&native::abs, c10::kCPU>);
  m.impl<ops::abs_out>(DispatchKey::Meta, &Unary::out<&native::abs, c10::kMeta>);
  m.differentiable<ops::abs, Abs>();
  m.in_place_autograd<ops::abs_, Abs>();
  m.out_autograd<ops::abs_out>();

  using Ternary = Structured<ops::where_self::schema>;
  m.def<ops::where_self>();
  m.def<ops::where_self_out>();
  m.impl<ops::where_self>(DispatchKey::CPU, &Ternary::functional<&native::where, c10::kCPU>);
  m.impl<ops::where_self>(DispatchKey::Meta, &Ternary::functional<&native::where, c10::kMeta>);
  m.impl<ops::where_self_out>(DispatchKey::CPU, &Ternary::out<&native::where, c10::kCPU>);
  m.impl<ops::where_self_out>(DispatchKey::Meta, &Ternary::out<&native::where, c10::kMeta>);
  m.differentiable<ops::where_self, Where>();
  m.out_autograd<ops::where_self_out>();
}

template <c10::DeviceType device>
std::tuple<Tensor, Tensor> aminmax_on(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return aminmax(fresh(device), fresh(device), self, dim, keepdim);
}
template <c10::DeviceType device>
std::tuple<Tensor&, Tensor&> aminmax_out_on(const Tensor& self, std::optional<int64_t> dim,
                                            bool keepdim, Tensor& min, Tensor& max) {
  aminmax(given(device, min), given(device, max), self, dim, keepdim);
  return std::tuple<Tensor&, Tensor&>(min, max);
}
inline std::tuple<Tensor, Tensor> aminmax_through_out(const Tensor& self, std::optional<int64_t> dim,
                                                      bool keepdim) {
  std::tuple<Tensor, Tensor> result = aminmax_on<c10::kMeta>(self, dim, keepdim);
  ops::aminmax_out::call(self, dim, keepdim, std::get<0>(result), std::get<1>(result));
  return result;
}

inline void register_reductions(Registrar& m) {
  using namespace gradients;
  m.structured<ops::amax, ops::amax_out, Extremum, &native::amax>();
  m.structured<ops::amin, ops::amin_out, Extremum, &native::amin>();
  m.structured<ops::sum_dim_IntList, ops::sum_IntList_out, Sum, &native::sum>();
  m.def<ops::sum>();
  m.impl<ops::sum>(DispatchKey::CompositeExplicitAutograd, static_cast<ops::sum::ptr_schema>(&native::sum));
  m.differentiable<ops::sum, Sum>();

  m.def<ops::aminmax>();
  m.def<ops::aminmax_out>();
  m.impl<ops::aminmax>(DispatchKey::CPU, &aminmax_on<c10::kCPU>);
  m.impl<ops::aminmax>(DispatchKey::Meta, &aminmax_on<c10::kMeta>);
  m.impl<ops::aminmax>(DispatchKey::CompositeExplicitAutogradNonFunctional, &aminmax_through_out);
  m.impl<ops::aminmax_out>(DispatchKey::CPU, &aminmax_out_on<c10::kCPU>);
  m.impl<ops::aminmax_out>(DispatchKey::Meta, &aminmax_out_on<c10::kMeta>);
  m.differentiable<ops::aminmax, Aminmax>();
  m.out_autograd<ops::aminmax_out>();
}

inline void register_linear_algebra(Registrar& m) {
  using namespace gradients;
  m.structured<ops::mm, ops::mm_out, Mm, &native::mm>();
  m.structured_with_in_place<ops::addmm, ops::addmm_, ops::addmm_out, Addmm, &native::addmm>();
  m.def<ops::linear>();
  m.impl<ops::linear>(DispatchKey::CompositeImplicitAutograd, &native::linear);
  m.structured<ops::upsample_nearest1d, ops::upsample_nearest1d_out, UpsampleNearest1d,
               &native::upsample_nearest1d>();
  m.def<ops::upsample_nearest1d_vec>();
  m.impl<ops::upsample_nearest1d_vec>(
      DispatchKey::CompositeImplicitAutograd,
      static_cast<Tensor (*)(const Tensor&, c10::OptionalIntArrayRef,
                             std::optional<c10::ArrayRef<double>>)>(&native::upsample_nearest1d));
}

inline void register_shape(Registrar& m) {
  using namespace gradients;
  m.def<ops::as_strided>();
  for (const DispatchKey key : {DispatchKey::CPU, DispatchKey::Meta, DispatchKey::PrivateUse1}) {
    m.impl<ops::as_strided>(key, &native::as_strided);
  }
  m.view_autograd<ops::as_strided, AsStrided>();
  m.def<ops::t>();
  m.impl<ops::t>(DispatchKey::CompositeExplicitAutograd, &native::t);
  m.view_autograd<ops::t, T>();
  m.def<ops::_neg_view>();
  m.impl<ops::_neg_view>(DispatchKey::CompositeExplicitAutograd, &native::_neg_view);
  m.view_autograd<ops::_neg_view, Neg>();
  m.def<ops::resolve_neg>();
  m.impl<ops::resolve_neg>(DispatchKey::CompositeImplicitAutograd, &native::resolve_neg);
  m.sees_negative<ops::resolve_neg>();
  m.structured<ops::cat, ops::cat_out, Cat, &native::cat>();
}

template <c10::DeviceType device>
Tensor empty_on(c10::IntArrayRef size, std::optional<c10::ScalarType> dtype,
                std::optional<c10::Layout> layout, std::optional<c10::Device> where,
                std::optional<bool> pin_memory, std::optional<c10::MemoryFormat> format) {
  return empty(size, dtype, layout, where.value_or(c10::Device(device)), pin_memory, format);
}
template <c10::DeviceType device>
Tensor empty_strided_on(c10::IntArrayRef size, c10::IntArrayRef stride,
                        std::optional<c10::ScalarType> dtype, std::optional<c10::Layout> layout,
                        std::optional<c10::Device> where, std::optional<bool> pin_memory) {
  return empty_strided(size, stride, dtype, layout, where.value_or(c10::Device(device)), pin_memory);
}
template <c10::DeviceType device>
Tensor& fill_on(Tensor& self, const c10::Scalar& value) {
  fill(in_place(device, self), value);
  return self;
}

// BackendSelect: a factory has no tensor argument, so its options choose the backend.
using MaybeType = std::optional<c10::ScalarType>;
using MaybeLayout = std::optional<c10::Layout>;
using MaybeDevice = std::optional<c10::Device>;
inline c10::DispatchKeySet selected(MaybeType dtype, MaybeLayout layout, MaybeDevice device) {
  return c10::DispatchKeySet(c10::computeDispatchKey(dtype, layout, device));
}
inline Tensor select_empty(c10::SymIntArrayRef size, MaybeType dtype, MaybeLayout layout, MaybeDevice device,
                           std::optional<bool> pin_memory, std::optional<c10::MemoryFormat> format) {
  return ops::empty_memory_format::redispatch(selected(dtype, layout, device), size, dtype, layout, device,
                                              pin_memory, format);
}
inline Tensor select_empty_strided(c10::SymIntArrayRef size, c10::SymIntArrayRef stride, MaybeType dtype,
                                   MaybeLayout layout, MaybeDevice device, std::optional<bool> pin_memory) {
  return ops::empty_strided::redispatch(selected(dtype, layout, device), size, stride, dtype, layout, device,
                                        pin_memory);
}
inline Tensor select_ones(c10::SymIntArrayRef size, MaybeType dtype, MaybeLayout layout, MaybeDevice device,
                          std::optional<bool> pin_memory) {
  return ops::ones::redispatch(selected(dtype, layout, device), size, dtype, layout, device, pin_memory);
}

inline void register_factories(Registrar& m) {
  using namespace gradients;
  m.def<ops::empty_memory_format>();
  m.impl<ops::empty_memory_format>(DispatchKey::CPU, &empty_on<c10::kCPU>);
  m.impl<ops::empty_memory_format>(DispatchKey::Meta, &empty_on<c10::kMeta>);
  m.impl<ops::empty_memory_format>(DispatchKey::BackendSelect, &select_empty);
  m.def<ops::empty_strided>();
  m.impl<ops::empty_strided>(DispatchKey::CPU, &empty_strided_on<c10::kCPU>);
  m.impl<ops::empty_strided>(DispatchKey::Meta, &empty_strided_on<c10::kMeta>);
  m.impl<ops::empty_strided>(DispatchKey::BackendSelect, &select_empty_strided);
  m.def<ops::ones>();
  m.impl<ops::ones>(DispatchKey::CompositeExplicitAutograd, &native::ones);
  m.impl<ops::ones>(DispatchKey::BackendSelect, &select_ones);
  m.def<ops::ones_out>();
  m.impl<ops::ones_out>(DispatchKey::CompositeExplicitAutograd, &native::ones_out);
  m.out_autograd<ops::ones_out>();
  m.def<ops::ones_like>();
  m.impl<ops::ones_like>(DispatchKey::CompositeExplicitAutograd, &native::ones_like);
  m.not_differentiable<ops::ones_like>();
  m.def<ops::fill_Scalar>();
  m.impl<ops::fill_Scalar>(DispatchKey::CompositeExplicitAutograd,
                           static_cast<ops::fill_Scalar::ptr_schema>(&native::fill));
  m.differentiable<ops::fill_Scalar, Fill>();
  m.def<ops::fill__Scalar>();
  m.impl<ops::fill__Scalar>(DispatchKey::CPU, &fill_on<c10::kCPU>);
  m.impl<ops::fill__Scalar>(DispatchKey::Meta, &fill_on<c10::kMeta>);
  m.in_place_autograd<ops::fill__Scalar, Fill>();
  m.def<ops::copy_>();
  m.impl<ops::copy_>(DispatchKey::CompositeExplicitAutograd, static_cast<ops::copy_::ptr_schema>(&native::copy_));
  m.in_place_autograd<ops::copy_, Copy>();
  m.sees_negative<ops::copy_>();
  m.def<ops::clone>();
  m.impl<ops::clone>(DispatchKey::CompositeExplicitAutograd, &native::clone);
  m.differentiable<ops::clone, Clone>();
  m.sees_negative<ops::clone>();
}

} // namespace at::native

namespace c10 {

// Never destroyed: libraries in other translation units may be unregistered later than statics.
inline Dispatcher& Dispatcher::singleton() {
  static Dispatcher* const dispatcher = [] {
    auto* made = new Dispatcher();
    at::native::Registrar registrar(*made);
    at::native::register_fallbacks(registrar);
    at::native::register_pointwise(registrar);
    at::native::register_reductions(registrar);
    at::native::register_linear_algebra(registrar);
    at::native::register_shape(registrar);
    at::native::register_factories(registrar);
    return made;
  }();
  return *dispatcher;
}

} // namespace c10
