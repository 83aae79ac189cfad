// Every operator of this runtime with its kernels, registered when the dispatcher is first used.
#pragma once

#include <ATen/MethodOperators.h>
#include <ATen/native/LinearAlgebra.h>
#include <ATen/native/ReduceOps.h>
#include <ATen/native/Registrar.h>
#include <torch/csrc/autograd/formulas.h>

namespace at::native {

inline void register_schemas(Registrar& m) {
#define DISPATCHLESS_DEF(op) \
  m.def(at::_ops::op::schema_str, DISPATCHLESS_SIGNATURE(at::_ops::op::schema));
  DISPATCHLESS_DEF(abs) DISPATCHLESS_DEF(abs_) DISPATCHLESS_DEF(abs_out)
  DISPATCHLESS_DEF(add_Tensor) DISPATCHLESS_DEF(add__Tensor) DISPATCHLESS_DEF(add_out)
  DISPATCHLESS_DEF(add_Scalar) DISPATCHLESS_DEF(add__Scalar) DISPATCHLESS_DEF(sub_out)
  DISPATCHLESS_DEF(sub_Tensor) DISPATCHLESS_DEF(sub__Tensor) DISPATCHLESS_DEF(sub_Scalar)
  DISPATCHLESS_DEF(sub__Scalar) DISPATCHLESS_DEF(mul_Tensor) DISPATCHLESS_DEF(mul__Tensor)
  DISPATCHLESS_DEF(mul_out) DISPATCHLESS_DEF(mul_Scalar) DISPATCHLESS_DEF(mul__Scalar)
  DISPATCHLESS_DEF(div_Tensor) DISPATCHLESS_DEF(div__Tensor) DISPATCHLESS_DEF(div_out)
  DISPATCHLESS_DEF(neg) DISPATCHLESS_DEF(neg_) DISPATCHLESS_DEF(neg_out) DISPATCHLESS_DEF(sgn)
  DISPATCHLESS_DEF(sgn_) DISPATCHLESS_DEF(sgn_out) DISPATCHLESS_DEF(sigmoid)
  DISPATCHLESS_DEF(sigmoid_) DISPATCHLESS_DEF(sigmoid_out) DISPATCHLESS_DEF(exp)
  DISPATCHLESS_DEF(exp_) DISPATCHLESS_DEF(exp_out) DISPATCHLESS_DEF(clamp) DISPATCHLESS_DEF(clamp_)
  DISPATCHLESS_DEF(clamp_out) DISPATCHLESS_DEF(where_self) DISPATCHLESS_DEF(where_self_out)
  DISPATCHLESS_DEF(amax) DISPATCHLESS_DEF(amax_out) DISPATCHLESS_DEF(amin)
  DISPATCHLESS_DEF(amin_out) DISPATCHLESS_DEF(aminmax) DISPATCHLESS_DEF(aminmax_out)
  DISPATCHLESS_DEF(sum) DISPATCHLESS_DEF(sum_dim_IntList) DISPATCHLESS_DEF(sum_IntList_out)
  DISPATCHLESS_DEF(mm) DISPATCHLESS_DEF(mm_out) DISPATCHLESS_DEF(addmm_out) DISPATCHLESS_DEF(addmm)
  DISPATCHLESS_DEF(addmm_) DISPATCHLESS_DEF(linear) DISPATCHLESS_DEF(upsample_nearest1d_vec)
  DISPATCHLESS_DEF(upsample_nearest1d_out) DISPATCHLESS_DEF(upsample_nearest1d)
  DISPATCHLESS_DEF(as_strided) DISPATCHLESS_DEF(t) DISPATCHLESS_DEF(_neg_view)
  DISPATCHLESS_DEF(resolve_neg) DISPATCHLESS_DEF(cat) DISPATCHLESS_DEF(cat_out)
  DISPATCHLESS_DEF(empty_memory_format) DISPATCHLESS_DEF(empty_strided) DISPATCHLESS_DEF(ones)
  DISPATCHLESS_DEF(ones_out) DISPATCHLESS_DEF(ones_like) DISPATCHLESS_DEF(fill_Scalar)
  DISPATCHLESS_DEF(fill__Scalar) DISPATCHLESS_DEF(copy_) DISPATCHLESS_DEF(clone)
#undef DISPATCHLESS_DEF
}

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

// Adapters from boxed arguments; a kernel's results go onto `r`.
#define DISPATCHLESS_KERNEL(...)                                                          \
  [](const Output* o, [[maybe_unused]] const IValue* a, Stack& r) { r.push_back(__VA_ARGS__); }

// An argument as the C++ type of the kernel's parameter.
template <class T>
T unboxed(const IValue& value) {
  return c10::boxing::Unboxed<T>(value).get();
}

struct Structured {
  StructuredKernel kernel;
  Formula formula;
};

inline void register_structured(Registrar& m) {
  namespace gradients = torch::autograd::formulas;
  using OptionalScalar = std::optional<c10::Scalar>;
  static const Structured operators[] = {
      {{"add.Tensor", "add_.Tensor", "add.out",
        DISPATCHLESS_KERNEL(add(*o, a[0].tensor(), a[1].tensor(), a[2].toScalar()))},
       {"AddBackward0", "---", false, &gradients::add}},
      {{"sub.Tensor", "sub_.Tensor", "sub.out",
        DISPATCHLESS_KERNEL(sub(*o, a[0].tensor(), a[1].tensor(), a[2].toScalar()))},
       {"SubBackward0", "---", false, &gradients::sub}},
      {{"mul.Tensor", "mul_.Tensor", "mul.out",
        DISPATCHLESS_KERNEL(mul(*o, a[0].tensor(), a[1].tensor()))},
       {"MulBackward0", "10", false, &gradients::mul}},
      {{"div.Tensor", "div_.Tensor", "div.out",
        DISPATCHLESS_KERNEL(div(*o, a[0].tensor(), a[1].tensor()))},
       {"DivBackward0", "1*", false, &gradients::div}},
      {{"neg", "neg_", "neg.out", DISPATCHLESS_KERNEL(neg(*o, a[0].tensor()))},
       {"NegBackward0", "-", false, &gradients::negative}},
      {{"sgn", "sgn_", "sgn.out", DISPATCHLESS_KERNEL(sgn(*o, a[0].tensor()))},
       {"SgnBackward0", "-", false, &gradients::zeros}},
      {{"sigmoid", "sigmoid_", "sigmoid.out", DISPATCHLESS_KERNEL(sigmoid(*o, a[0].tensor()))},
       {"SigmoidBackward0", "-", true, &gradients::sigmoid}},
      {{"exp", "exp_", "exp.out", DISPATCHLESS_KERNEL(exp(*o, a[0].tensor()))},
       {"ExpBackward0", "-", true, &gradients::exp}},
      {{"clamp", "clamp_", "clamp.out",
        DISPATCHLESS_KERNEL(clamp(*o, a[0].tensor(), unboxed<OptionalScalar>(a[1]),
                                  unboxed<OptionalScalar>(a[2])))},
       {"ClampBackward1", "*", false, &gradients::clamp}},
      {{"amax", nullptr, "amax.out",
        DISPATCHLESS_KERNEL(amax(*o, a[0].tensor(), c10::boxing::Unboxed<c10::IntArrayRef>(a[1]).get(),
                                 a[2].toBool()))},
       {"AmaxBackward0", "*", true, &gradients::extremum}},
      {{"amin", nullptr, "amin.out",
        DISPATCHLESS_KERNEL(amin(*o, a[0].tensor(), c10::boxing::Unboxed<c10::IntArrayRef>(a[1]).get(),
                                 a[2].toBool()))},
       {"AminBackward0", "*", true, &gradients::extremum}},
      {{"aminmax", nullptr, "aminmax.out",
        [](const Output* o, const IValue* a, Stack& r) {
          c10::boxing::push_result(r, aminmax(o[0], o[1], a[0].tensor(),
                                              unboxed<std::optional<int64_t>>(a[1]), a[2].toBool()));
        }},
       {"AminmaxBackward0", "*", false, &gradients::aminmax}},
      {{"sum.dim_IntList", nullptr, "sum.IntList_out",
        DISPATCHLESS_KERNEL(sum(*o, a[0].tensor(),
                                c10::boxing::Unboxed<c10::OptionalIntArrayRef>(a[1]).get(),
                                a[2].toBool(), unboxed<std::optional<c10::ScalarType>>(a[3])))},
       {"SumBackward1", "-", false, &gradients::sum_dims}},
      {{"mm", nullptr, "mm.out", DISPATCHLESS_KERNEL(mm(*o, a[0].tensor(), a[1].tensor()))},
       {"MmBackward0", "10", false, &gradients::mm}},
      {{"addmm", "addmm_", "addmm.out",
        DISPATCHLESS_KERNEL(addmm(*o, a[0].tensor(), a[1].tensor(), a[2].tensor(), a[3].toScalar(),
                                  a[4].toScalar()))},
       {"AddmmBackward0", "-21", false, &gradients::addmm}},
      {{"upsample_nearest1d", nullptr, "upsample_nearest1d.out",
        DISPATCHLESS_KERNEL(upsample_nearest1d(
            *o, a[0].tensor(), c10::boxing::Unboxed<c10::IntArrayRef>(a[1]).get(),
            unboxed<std::optional<double>>(a[2])))},
       {"UpsampleNearest1DBackward0", "-", false, &gradients::upsample_nearest1d}},
      {{"cat", nullptr, "cat.out",
        DISPATCHLESS_KERNEL(cat(*o, c10::boxing::Unboxed<ITensorListRef>(a[0]).get(), a[1].toInt()))},
       {"CatBackward0", "-", false, &gradients::cat}},
  };
  for (const Structured& op : operators) {
    m.structured(op.kernel, op.formula);
  }

  // Without a functional kernel of their own for a backend, or without the through-out one.
  static const Structured abs_forms = {
      {nullptr, nullptr, "abs.out", DISPATCHLESS_KERNEL(abs(*o, a[0].tensor()))},
      {"AbsBackward0", "*", false, &gradients::abs}};
  static const Structured where_forms = {
      {"where.self", nullptr, "where.self_out",
       DISPATCHLESS_KERNEL(where(*o, a[0].tensor(), a[1].tensor(), a[2].tensor()))},
      {"WhereBackward0", "*--", false, &gradients::where}};
  m.structured(abs_forms.kernel, abs_forms.formula);
  m.structured(where_forms.kernel, where_forms.formula);
  m.differentiable("abs", abs_forms.formula);
  m.in_place("abs_", abs_forms.formula);
}
#undef DISPATCHLESS_KERNEL

} // namespace at::native
