#include "show.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/ops/abs.h>
#include <ATen/ops/add.h>
#include <ATen/ops/add_compositeexplicitautograd_dispatch.h>
#include <ATen/ops/add_cpu_dispatch.h>
#include <ATen/ops/as_strided_cpu_dispatch.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/_neg_view.h>
#include <ATen/ops/resolve_neg.h>

namespace conformance {

inline std::string keys_of(const Tensor& tensor) {
  std::string text;
  for (const c10::DispatchKey key :
       {c10::DispatchKey::CPU, c10::DispatchKey::Meta, c10::DispatchKey::Negative,
        c10::DispatchKey::ADInplaceOrView, c10::DispatchKey::AutogradCPU,
        c10::DispatchKey::AutogradMeta}) {
    text += tensor.key_set().has(key) ? std::string(" ") + toString(key) : "";
  }
  return text;
}
inline std::string pure_cpu(const Tensor& tensor) {
  const auto below = tensor.key_set() & c10::after_ADInplaceOrView_keyset;
  return below.highestPriorityTypeId() == c10::DispatchKey::CPU ? "cpu" : "not cpu";
}

inline std::string versions() {
  Tensor x = counting({2, 3});
  const auto version = [&] { return static_cast<int64_t>(x._version()); };
  check("start", version);
  x.add_(1);
  check("in place", version);
  x.mul_(scalar(2)).neg_();
  check("twice", version);
  at::add_out(x, x, x);
  check("out", version);
  x.fill_(1);
  check("fill", version);
  x.copy_(counting({2, 3}));
  check("copy", version);
  x.t().mul_(2);
  check("through a view", version);
  x.detach().mul_(2);
  check("through detach", version);
  check("view", [&] {
    const Tensor view = x.t();
    return std::to_string(view.is_view()) + std::to_string(view._base().is_same(x)) +
        std::to_string(x.is_view()) + std::to_string(view.t()._base().is_same(x));
  });
  {
    c10::NoGradGuard guard;
    x.mul_(2);
  }
  check("no grad", version);
  at::cpu::add_(x, x);
  check("backend function", version);
  {
    at::AutoDispatchBelowADInplaceOrView guard;
    x.add_(1);
  }
  check("below ADInplaceOrView", version);
  {
    at::AutoDispatchBelowAutograd guard;
    x.add_(1);
  }
  check("below autograd", version);
  at::compositeexplicitautograd::add_(x, 1);
  check("a composite that dispatches", version);
  {
    at::AutoDispatchBelowADInplaceOrView guard;
    at::compositeexplicitautograd::add_(x, 1);
  }
  check("the same below ADInplaceOrView", version);
  x.unsafeGetTensorImpl()->bump_version();
  check("bumped", version);
  check("view by a backend function", [&] {
    const Tensor view = at::cpu::as_strided(x, {2}, {1});
    view.mul_(2);
    return std::to_string(view.is_view()) + " " + std::to_string(view._version()) + " " +
        std::to_string(x._version());
  });

  check("keys", [&] { return keys_of(x); });
  check("keys of meta", [&] { return keys_of(at::empty({2}, at::TensorOptions(at::kMeta))); });
  Tensor made;
  check("keys in inference mode", [&] {
    c10::InferenceMode mode;
    made = at::mul(x, 2);
    return keys_of(made) + std::to_string(made.is_inference());
  });
  check("keys of a view in inference mode", [&] {
    c10::InferenceMode mode;
    return keys_of(x.t()) + std::to_string(x.t().is_inference());
  });
  check("inference tensor in place", [&] { return made.mul_(2); });
  check("inference tensor as out", [&] { return at::add_out(made, x, x); });
  check("inference tensor in place inside", [&] {
    c10::InferenceMode mode;
    return made.mul_(2);
  });
  check("inference tensor's version", [&] { return static_cast<int64_t>(made._version()); });
  check("inference tensor used", [&] { return at::mul(made, 2); });
  check("inference tensor saved", [&] {
    Tensor leaf = counting({2, 3});
    leaf.requires_grad_();
    return at::mul(leaf, made);
  });
  check("normal tensor in place inside", [&] {
    c10::InferenceMode mode;
    x.mul_(2);
    return std::to_string(x._version());
  });

  Tensor base = counting({3});
  Tensor negative = at::_neg_view(base);
  check("neg view", [&] { return values(negative) + keys_of(negative) + " " + pure_cpu(negative); });
  check("neg view is cpu", [&] { return std::to_string(negative.is_cpu()) + std::to_string(negative.is_neg()); });
  check("added", [&] { return at::add(negative, counting({3})); });
  check("its own neg", [&] { return at::neg(negative); });
  check("abs", [&] { return at::abs(negative); });
  check("resolved", [&] { return at::resolve_neg(negative); });
  check("backend function reads the memory", [&] { return at::cpu::add(negative, counting({3})); });
  check("in place", [&] {
    negative.add_(1);
    return values(negative) + values(base) + " " + std::to_string(base._version());
  });
  check("as out", [&] {
    at::add_out(negative, counting({3}), counting({3}));
    return values(negative) + values(base);
  });
  check("twice", [&] { return keys_of(at::_neg_view(negative)); });
  check("cloned", [&] { return show(negative.clone()) + keys_of(negative.clone()); });
  return transcript();
}

} // namespace conformance
