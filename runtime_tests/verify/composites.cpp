// Composites registered by hand in the pattern that dispatchless emits, and the same composites with one
// fault each.  Namespaces: `good` holds the right ones, `fault_<what>` the planted faults, and beside
// each namespace `<namespace>__dispatcher` holds the ordinary composites that verify compares with.
#include <ATen/ExpandUtils.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/native/UpSample.h>
#include <ATen/ops/add.h>
#include <ATen/ops/add_cpu_dispatch.h>
#include <ATen/ops/add_meta_dispatch.h>
#include <ATen/ops/as_strided.h>
#include <ATen/ops/as_strided_cpu_dispatch.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/cat_cpu_dispatch.h>
#include <ATen/ops/max.h>
#include <ATen/ops/max_cpu_dispatch.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/mm_cpu_dispatch.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/mul_cpu_dispatch.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/neg_cpu_dispatch.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/ones_compositeexplicitautograd_dispatch.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/sigmoid_cpu_dispatch.h>
#include <ATen/ops/upsample_nearest1d.h>
#include <ATen/ops/upsample_nearest1d_cpu_dispatch.h>
#include <ATen/record_function.h>
#include <torch/library.h>

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace {

using at::Scalar;
using at::Tensor;
using c10::DispatchKey;
using c10::DispatchKeySet;

// ---- inner operators ------------------------------------------------------------------------------

struct Cpu {
  static Tensor add(const Tensor& a, const Tensor& b, const Scalar& s = 1) { return at::cpu::add(a, b, s); }
  static Tensor& add_(Tensor& a, const Tensor& b, const Scalar& s = 1) { return at::cpu::add_(a, b, s); }
  static Tensor& add_out(Tensor& o, const Tensor& a, const Tensor& b, const Scalar& s = 1) {
    return at::cpu::add_out(o, a, b, s);
  }
  static Tensor mul(const Tensor& a, const Tensor& b) { return at::cpu::mul(a, b); }
  static Tensor sigmoid(const Tensor& a) { return at::cpu::sigmoid(a); }
  static Tensor neg(const Tensor& a) { return at::cpu::neg(a); }
  static Tensor mm(const Tensor& a, const Tensor& b) { return at::cpu::mm(a, b); }
  static Tensor as_strided(const Tensor& a, at::IntArrayRef s, at::IntArrayRef t) { return at::cpu::as_strided(a, s, t); }
  static Tensor cat(const at::ITensorListRef& l, int64_t d) { return at::cpu::cat(l, d); }
  static std::tuple<Tensor, Tensor> max(const Tensor& a, int64_t d, bool k) { return at::cpu::max(a, d, k); }
  static Tensor ones(at::IntArrayRef s, at::TensorOptions o) { return at::compositeexplicitautograd::ones(s, o); }
  static Tensor upsample_nearest1d(const Tensor& i, at::IntArrayRef s, std::optional<double> w) {
    return at::cpu::upsample_nearest1d(i, s, w);
  }
};

struct Meta {
  static Tensor add(const Tensor& a, const Tensor& b, const Scalar& s = 1) { return at::meta::add(a, b, s); }
};

struct Gen {
  static Tensor add(const Tensor& a, const Tensor& b, const Scalar& s = 1) { return at::add(a, b, s); }
  static Tensor& add_(Tensor& a, const Tensor& b, const Scalar& s = 1) { return a.add_(b, s); }
  static Tensor& add_out(Tensor& o, const Tensor& a, const Tensor& b, const Scalar& s = 1) {
    return at::add_out(o, a, b, s);
  }
  static Tensor mul(const Tensor& a, const Tensor& b) { return at::mul(a, b); }
  static Tensor sigmoid(const Tensor& a) { return at::sigmoid(a); }
  static Tensor neg(const Tensor& a) { return at::neg(a); }
  static Tensor mm(const Tensor& a, const Tensor& b) { return at::mm(a, b); }
  static Tensor as_strided(const Tensor& a, at::IntArrayRef s, at::IntArrayRef t) { return at::as_strided(a, s, t); }
  static Tensor cat(at::TensorList l, int64_t d) { return at::cat(l, d); }
  static std::tuple<Tensor, Tensor> max(const Tensor& a, int64_t d, bool k) { return at::max(a, d, k); }
  static Tensor ones(at::IntArrayRef s, at::TensorOptions o) { return at::ones(s, o); }
  static Tensor upsample_nearest1d(const Tensor& i, at::IntArrayRef s, std::optional<double> w) {
    return at::upsample_nearest1d(i, s, w);
  }
};

// ---- composites -----------------------------------------------------------------------------------

template <class O> Tensor sub(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return O::add(self, other, -alpha);
}
template <class O> Tensor& sub_(Tensor& self, const Tensor& other, const Scalar& alpha) {
  return O::add_(self, other, -alpha);
}
template <class O> Tensor& sub_out(const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  return O::add_out(out, self, other, -alpha);
}
template <class O> Tensor gate(const Tensor& self, const Tensor& other) {
  return O::sigmoid(O::mul(O::add(self, other), other));
}
template <class O> std::tuple<Tensor, Tensor> neg_max(const Tensor& self, int64_t dim, bool keepdim) {
  auto [values, indices] = O::max(O::neg(self), dim, keepdim);
  return {std::move(values), std::move(indices)};
}
template <class O> Tensor shift(const Tensor& self, const std::optional<Tensor>& bias, bool negate) {
  Tensor r = bias.has_value() && bias->defined() ? O::add(self, *bias) : O::mul(self, self);
  return negate ? O::neg(r) : r;
}
template <class O> Tensor mm3(const Tensor& self, const Tensor& other) {
  return O::mm(O::mm(self, other), other);
}
template <class O> Tensor neg_cat(at::TensorList tensors, int64_t dim) {
  return O::neg(O::cat(tensors, dim));
}
template <class O> Tensor add_one(const Tensor& self) {
  return O::add(self, O::ones(self.sizes(), self.options()));
}
template <class O> Tensor upsample(const Tensor& input, at::OptionalIntArrayRef size,
                                   std::optional<at::ArrayRef<double>> factors) {
  auto osize = at::native::upsample::compute_output_size(input.sizes(), size, factors);
  return O::upsample_nearest1d(input, osize, at::native::upsample::get_scale_value(factors, 0));
}

template <class O> Tensor flip(const Tensor& self) {
  TORCH_CHECK(self.dim() == 2, "flip needs a matrix");
  return O::as_strided(self, {self.size(1), self.size(0)}, {self.stride(1), self.stride(0)});
}

// A composite that calls another one of its own library.
Tensor twice_cpu(const Tensor& self, const Tensor& other) {
  return sub<Cpu>(sub<Cpu>(self, other, 1), other, 1);
}
template <bool SHADOW> Tensor twice(const Tensor& self, const Tensor& other) {
  static const auto sub = c10::Dispatcher::singleton()
      .findSchemaOrThrow(SHADOW ? "good__dispatcher::sub" : "good::sub", "Tensor")
      .typed<Tensor(const Tensor&, const Tensor&, const Scalar&)>();
  return sub.call(sub.call(self, other, 1), other, 1);
}

// ---- faulty instances -----------------------------------------------------------------------------

Tensor wrong_sign(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return at::cpu::add(self, other, alpha);
}
Tensor wrong_strides(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  Tensor r = at::cpu::add(self, other, -alpha);
  return r.dim() < 2 ? r : r.transpose(0, 1).contiguous().transpose(0, 1);
}
Tensor wrong_message(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  TORCH_CHECK(at::are_expandable(self.sizes(), other.sizes()), "the sizes do not match");
  return at::cpu::add(self, other, -alpha);
}
Tensor crashes(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  if (self.scalar_type() == at::kDouble) *reinterpret_cast<volatile int*>(std::uintptr_t(8)) = 1;
  return at::cpu::add(self, other, -alpha);
}
template <class O> Tensor undefined(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  O::add(self, other, -alpha);
  return Tensor();
}
template <class O> Tensor calls_at(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return O::add(self, at::neg(other), alpha);
}
Tensor& no_resize(const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  Tensor r = at::cpu::add(self, other, -alpha);
  if (!out.sizes().equals(r.sizes())) return out;
  return at::cpu::add_out(out, self, other, -alpha);
}
Tensor& other_result(Tensor& self, const Tensor& other, const Scalar& alpha) {
  static thread_local Tensor copy;
  at::cpu::add_(self, other, -alpha);
  copy = self.detach();
  return copy;
}

// ---- registration ---------------------------------------------------------------------------------

enum Fault : unsigned {
  NONE = 0, NO_AUTOGRAD = 1, NO_BUMP = 2, TWO_BUMPS = 4, ALWAYS_GENERIC = 8, IS_CPU = 16, NO_FORWARD_AD = 32,
  NO_INPLACE_KEY = 64, NO_AUTOCAST = 128, NO_BATCHED = 256, NO_PYTHON = 512, NO_FUNCTIONALIZE = 1024,
  NO_IMPLICIT = 2048,
};

template <unsigned F, class T> bool need(const T&) { return false; }
template <unsigned F> bool need(const Tensor& t) {
  if (!t.defined()) return false;
  return (c10::GradMode::is_enabled() && t.requires_grad()) || (!(F & NO_FORWARD_AD) && t._fw_grad(0).defined());
}
template <unsigned F> bool need(const std::optional<Tensor>& t) { return t.has_value() && need<F>(*t); }
template <unsigned F> bool need(const at::TensorList& l) {
  for (const Tensor& t : l) if (need<F>(t)) return true;
  return false;
}

template <class T> bool on_cpu(const T&) { return true; }
bool on_cpu(const Tensor& t) { return t.device().is_cpu(); }

bool pure(DispatchKeySet ks, DispatchKey key) {
  return (ks & c10::after_ADInplaceOrView_keyset).highestPriorityTypeId() == key;
}

template <unsigned F> Tensor& bumped(Tensor& t) {
  if (!(F & NO_BUMP)) t.unsafeGetTensorImpl()->bump_version();
  if (F & TWO_BUMPS) t.unsafeGetTensorImpl()->bump_version();
  return t;
}
template <unsigned F, class T> T bumped(T&& t) { return std::forward<T>(t); }

template <unsigned F, DispatchKey K, auto Fast, auto Generic> struct Aware;
template <unsigned F, DispatchKey K, class R, class... A, R (*Fast)(A...), R (*Generic)(A...)>
struct Aware<F, K, Fast, Generic> {
  static bool direct(DispatchKeySet ks, const std::decay_t<A>&... a) {
    if (F & ALWAYS_GENERIC) return false;
    return (F & IS_CPU) ? (on_cpu(a) && ...) : pure(ks, K);
  }
  static R below(A... a) {
    at::AutoDispatchBelowADInplaceOrView guard;
    return Fast(a...);
  }
  static R autograd(DispatchKeySet ks, A... a) {
    if (!(need<F>(a) || ...) && direct(ks, a...)) {
      if constexpr (std::is_same_v<R, Tensor&>) return bumped<F>(below(a...));
      else return below(a...);
    }
    return Generic(a...);
  }
  static R inplace_or_view(DispatchKeySet ks, A... a) {
    if (direct(ks, a...)) {
      if constexpr (std::is_same_v<R, Tensor&>) return bumped<F>(below(a...));
      else return below(a...);
    }
    return Generic(a...);
  }
};

std::vector<std::unique_ptr<torch::Library>>& libraries() {
  static std::vector<std::unique_ptr<torch::Library>> all;
  return all;
}
torch::Library& library(torch::Library::Kind kind, const std::string& ns, std::optional<DispatchKey> key) {
  libraries().push_back(std::make_unique<torch::Library>(kind, ns, key, __FILE__, __LINE__));
  return *libraries().back();
}
torch::Library& at_key(const std::string& ns, DispatchKey key) { return library(torch::Library::IMPL, ns, key); }

template <unsigned F, DispatchKey K, DispatchKey AUTOGRAD, auto Fast, auto Generic, bool Mutates>
void backend(const std::string& ns, const std::string& op) {
  using Kernel = Aware<F, K, Fast, Generic>;
  if (F & ALWAYS_GENERIC) at_key(ns, K).impl(op.c_str(), Generic);
  else at_key(ns, K).impl(op.c_str(), Fast);
  if (!(F & NO_AUTOGRAD)) at_key(ns, AUTOGRAD).impl(op.c_str(), &Kernel::autograd);
  if constexpr (Mutates)
    if (!(F & NO_INPLACE_KEY)) at_key(ns, DispatchKey::ADInplaceOrView).impl(op.c_str(), &Kernel::inplace_or_view);
}

template <auto Generic> void generic(const std::string& ns, const std::string& op, unsigned F) {
  const std::pair<unsigned, DispatchKey> keys[] = {
      {NO_IMPLICIT, DispatchKey::CompositeImplicitAutograd},
      {NO_BATCHED, DispatchKey::FuncTorchBatchedDecomposition},
      {NO_PYTHON, DispatchKey::Python},
      {NO_FUNCTIONALIZE, DispatchKey::Functionalize},
      {NO_AUTOCAST, DispatchKey::AutocastCPU},
  };
  for (const auto& [fault, key] : keys)
    if (!(F & fault)) at_key(ns, key).impl(op.c_str(), Generic);
}

std::string name_of(const std::string& schema) { return schema.substr(0, schema.find('(')); }

template <unsigned F, auto Fast, auto Generic, bool Mutates = false, auto Shadow = Generic>
void define(const std::string& ns, const std::string& schema) {
  library(torch::Library::FRAGMENT, ns, std::nullopt).def(schema.c_str());
  const std::string op = name_of(schema);
  backend<F, DispatchKey::CPU, DispatchKey::AutogradCPU, Fast, Generic, Mutates>(ns, op);
  generic<Generic>(ns, op, F);
  library(torch::Library::FRAGMENT, ns + "__dispatcher", std::nullopt).def(schema.c_str());
  at_key(ns + "__dispatcher", DispatchKey::CompositeImplicitAutograd).impl(op.c_str(), Shadow);
}

template <auto Fast, auto Generic, bool Mutates = false> void define_good(const std::string& schema) {
  define<NONE, Fast, Generic, Mutates>("good", schema);
}

const std::string SUB = "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor";
const std::string SUB_ = "sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)";
const std::string SUB_OUT =
    "sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)";
const std::string MM3 = "mm3(Tensor self, Tensor other) -> Tensor";

template <unsigned F> void define_faulty(const std::string& what) {
  const std::string ns = "fault_" + what;
  define<F, &sub<Cpu>, &sub<Gen>>(ns, SUB);
  define<F, &sub_<Cpu>, &sub_<Gen>, true>(ns, SUB_);
  define<F, &sub_out<Cpu>, &sub_out<Gen>, true>(ns, SUB_OUT);
  define<F, &mm3<Cpu>, &mm3<Gen>>(ns, MM3);
}

const bool registered = [] {
  define_good<&sub<Cpu>, &sub<Gen>>(SUB);
  define_good<&sub_<Cpu>, &sub_<Gen>, true>(SUB_);
  define_good<&sub_out<Cpu>, &sub_out<Gen>, true>(SUB_OUT);
  define_good<&gate<Cpu>, &gate<Gen>>("gate(Tensor self, Tensor other) -> Tensor");
  define_good<&neg_max<Cpu>, &neg_max<Gen>>(
      "neg_max(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)");
  define_good<&shift<Cpu>, &shift<Gen>>("shift(Tensor self, Tensor? bias=None, bool negate=False) -> Tensor");
  define_good<&mm3<Cpu>, &mm3<Gen>>(MM3);
  define_good<&neg_cat<Cpu>, &neg_cat<Gen>>("neg_cat(Tensor[] tensors, int dim=0) -> Tensor");
  define_good<&add_one<Cpu>, &add_one<Gen>>("add_one(Tensor self) -> Tensor");
  define_good<&upsample<Cpu>, &upsample<Gen>>(
      "upsample_nearest1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor");
  define<NONE, &twice_cpu, &twice<false>, false, &twice<true>>(
      "good", "twice(Tensor self, Tensor other) -> Tensor");
  // A view takes the generic instance everywhere; its dispatch-free kernel would be wrong.
  const std::string FLIP = "flip(Tensor(a) self) -> Tensor(a)";
  define<ALWAYS_GENERIC, &flip<Cpu>, &flip<Gen>>("good", FLIP);
  define<NONE, &flip<Cpu>, &flip<Gen>>("fault_direct_view", FLIP);
  // The same subtraction with a dispatch-free kernel for Meta as well.
  define<NONE, &sub<Cpu>, &sub<Gen>>("with_meta", SUB);
  backend<NONE, DispatchKey::Meta, DispatchKey::AutogradMeta, &sub<Meta>, &sub<Gen>, false>("with_meta", "sub.Tensor");

  define_faulty<NO_AUTOGRAD>("no_autograd");
  define_faulty<NO_BUMP>("no_bump");
  define_faulty<TWO_BUMPS>("two_bumps");
  define_faulty<ALWAYS_GENERIC>("always_generic");
  define_faulty<IS_CPU>("is_cpu");
  define_faulty<NO_FORWARD_AD>("no_forward_ad");
  define_faulty<NO_INPLACE_KEY>("no_inplace_key");
  define_faulty<NO_AUTOCAST>("no_autocast");
  define_faulty<NO_BATCHED>("no_batched");
  define_faulty<NO_PYTHON>("no_python");
  define_faulty<NO_FUNCTIONALIZE>("no_functionalize");
  define<NONE, &wrong_sign, &sub<Gen>>("fault_wrong_sign", SUB);
  define<NONE, &wrong_strides, &sub<Gen>>("fault_wrong_strides", SUB);
  define<NONE, &wrong_message, &sub<Gen>>("fault_wrong_message", SUB);
  define<NONE, &crashes, &sub<Gen>>("fault_crash", SUB);
  define<NONE, &undefined<Cpu>, &undefined<Gen>>("fault_undefined", SUB);
  define<NONE, &calls_at<Cpu>, &calls_at<Gen>>("fault_calls_at", SUB);
  define<NONE, &no_resize, &sub_out<Gen>, true>("fault_no_resize", SUB_OUT);
  define<NONE, &other_result, &sub_<Gen>, true>("fault_other_result", SUB_);
  return true;
}();

// ---- counting dispatches --------------------------------------------------------------------------

thread_local std::string recorded;
thread_local int depth = 0;

std::unique_ptr<at::ObserverContext> enter(const at::RecordFunction& f) {
  const auto& name = f.operator_name();
  recorded += std::to_string(depth++) + " " + (name ? c10::toString(*name) : f.name()) + "\n";
  return nullptr;
}
void leave(const at::RecordFunction&, at::ObserverContext*) { --depth; }

}  // namespace

// A user's override of the inner operator, as TORCH_LIBRARY_IMPL(aten, CPU, m) makes it.
static std::unique_ptr<torch::Library> user_override;

extern "C" void override_add() {
  user_override = std::make_unique<torch::Library>(
      torch::Library::IMPL, "aten", DispatchKey::CPU, __FILE__, __LINE__);
  user_override->impl("add.Tensor", [](const Tensor& a, const Tensor& b, const Scalar& s) {
    return at::cpu::add(a, b, s);
  });
}
extern "C" void restore_add() { user_override.reset(); }

extern "C" std::uint64_t start_recording() {
  recorded.clear();
  depth = 0;
  return at::addThreadLocalCallback(
      at::RecordFunctionCallback(&enter, &leave).scopes({at::RecordScope::FUNCTION}));
}
extern "C" const char* stop_recording(std::uint64_t handle) {
  at::removeCallback(handle);
  return recorded.c_str();
}
