#include "show.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/add.h>
#include <ATen/ops/add_cpu_dispatch.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/sum.h>
#include <torch/library.h>

namespace conformance {

using Binary = Tensor(const Tensor&, const Tensor&);

inline std::string& trace() {
  static std::string text;
  return text;
}
template <int name>
Tensor traced(const Tensor& a, const Tensor& b) {
  trace() += std::string(" ") + static_cast<char>(name);
  return at::add(a, b);
}
// As a backend's kernel does it: without the dispatcher.
Tensor direct(const Tensor& a, const Tensor& b) {
  trace() += " c";
  return at::cpu::add(a, b);
}
template <int name, bool below>
Tensor passing(c10::DispatchKeySet keys, const Tensor& a, const Tensor& b) {
  trace() += std::string(" ") + static_cast<char>(name);
  const auto op = c10::Dispatcher::singleton().findSchemaOrThrow("conformance::op", "").typed<Binary>();
  if (below) {
    at::AutoDispatchBelowAutograd guard;
    return op.redispatch(keys & c10::after_autograd_keyset, a, b);
  }
  return op.redispatch(keys & c10::after_ADInplaceOrView_keyset, a, b);
}

inline std::unique_ptr<torch::Library> definition() {
  auto library = std::make_unique<torch::Library>(torch::Library::DEF, "conformance", std::nullopt, "here", 1);
  library->def("op(Tensor a, Tensor b) -> Tensor");
  return library;
}
template <class F>
std::unique_ptr<torch::Library> kernel(c10::DispatchKey key, F* function) {
  auto library = std::make_unique<torch::Library>(torch::Library::IMPL, "conformance", key, "here", 2);
  library->impl("op", function);
  return library;
}

// Calls the operator on cpu, on meta and with a gradient, and tells which kernels ran.
inline void call_everywhere(const std::string& name) {
  const auto op = c10::Dispatcher::singleton().findSchemaOrThrow("conformance::op", "").typed<Binary>();
  const auto on = [&](const std::string& where, const Tensor& a) {
    check(name + " " + where, [&] {
      trace().clear();
      Tensor result;
      try {
        result = op.call(a, a);
      } catch (const c10::NotImplementedError&) {
        return trace() + " not implemented"; // the text names what the build has
      }
      return trace() + (result.requires_grad() ? " requires grad " : "") +
          (result.is_leaf() ? "" : result.grad_fn()->name());
    });
  };
  Tensor leaf = counting({2});
  leaf.requires_grad_();
  on("cpu", counting({2}));
  on("meta", at::empty({2}, at::TensorOptions(at::kMeta)));
  on("grad", leaf);
  {
    c10::NoGradGuard guard;
    on("no grad", leaf);
  }
  {
    c10::InferenceMode mode;
    on("inference", leaf);
  }
}

inline void precedence() {
  using c10::DispatchKey;
  const auto schema = definition();
  call_everywhere("no kernel");
  const auto implicit = [] { return kernel(DispatchKey::CompositeImplicitAutograd, &traced<'i'>); };
  const auto cpu = [] { return kernel(DispatchKey::CPU, &direct); };
  const auto autograd = [] { return kernel(DispatchKey::Autograd, &traced<'a'>); };
  {
    const auto i = implicit();
    call_everywhere("implicit");
    const auto c = cpu();
    call_everywhere("implicit and cpu");
    const auto m = kernel(DispatchKey::Meta, &traced<'m'>);
    call_everywhere("implicit, cpu and meta");
    const auto a = kernel(DispatchKey::AutogradCPU, &passing<'A', true>);
    call_everywhere("implicit, cpu, meta and AutogradCPU");
    const auto v = kernel(DispatchKey::ADInplaceOrView, &passing<'v', false>);
    call_everywhere("implicit, cpu, meta, AutogradCPU and ADInplaceOrView");
  }
  {
    const auto i = implicit();
    const auto a = autograd();
    call_everywhere("implicit and autograd");
    const auto c = cpu();
    call_everywhere("implicit, autograd and cpu");
  }
  {
    const auto e = kernel(DispatchKey::CompositeExplicitAutograd, &traced<'e'>);
    call_everywhere("explicit");
    const auto i = implicit();
    call_everywhere("explicit and implicit");
    const auto n = kernel(DispatchKey::CompositeExplicitAutogradNonFunctional, &traced<'n'>);
    call_everywhere("explicit, implicit and non-functional");
    const auto c = cpu();
    call_everywhere("explicit, implicit, non-functional and cpu");
  }
  {
    const auto c = cpu();
    const auto d = kernel(DispatchKey::CPU, &traced<'d'>);
    call_everywhere("cpu twice");
  }
  call_everywhere("none again");
}

inline void lost_gradients() {
  const auto schema = definition();
  const auto cpu = kernel(c10::DispatchKey::CPU, &direct);
  const auto implicit = kernel(c10::DispatchKey::CompositeImplicitAutograd, &traced<'i'>);
  const auto op = c10::Dispatcher::singleton().findSchemaOrThrow("conformance::op", "").typed<Binary>();
  const auto gradient = [&] {
    Tensor leaf = counting({2});
    leaf.requires_grad_();
    at::sum(op.call(leaf, leaf)).backward();
    return leaf.grad();
  };
  check("gradient without autograd kernel", gradient);
  const auto autograd = kernel(c10::DispatchKey::Autograd, &traced<'a'>);
  check("gradient with autograd kernel", gradient);
}

inline void messages() {
  check("kernel of another backend", [&]() -> std::string {
    const auto schema = definition();
    const auto meta = kernel(c10::DispatchKey::Meta, &traced<'m'>);
    try {
      c10::Dispatcher::singleton().findSchemaOrThrow("conformance::op", "").typed<Binary>().call(counting({2}), counting({2}));
    } catch (const c10::NotImplementedError& error) {
      const std::string text = error.what_without_backtrace();
      return text.substr(0, text.find('.'));
    }
    return "no error";
  });
  check("no tensors", [&]() -> std::string {
    torch::Library fragment(torch::Library::FRAGMENT, "conformance", std::nullopt, "there", 6);
    fragment.def("size(int a) -> int");
    torch::Library cpu(torch::Library::IMPL, "conformance", c10::DispatchKey::CPU, "there", 7);
    cpu.impl("size", static_cast<int64_t (*)(int64_t)>([](int64_t a) { return a; }));
    try {
      c10::Dispatcher::singleton().findSchemaOrThrow("conformance::size", "").typed<int64_t(int64_t)>().call(1);
    } catch (const c10::NotImplementedError& error) {
      const std::string text = error.what_without_backtrace();
      return text.substr(0, text.find('.'));
    }
    return "no error";
  });
}

inline void registration() {
  check("defined twice", [&] {
    const auto one = definition();
    const auto two = definition();
    return std::string("no error");
  });
  check("one schema twice", [&] {
    const auto one = definition();
    torch::Library fragment(torch::Library::FRAGMENT, "conformance", std::nullopt, "there", 3);
    fragment.def("op(Tensor a, Tensor b) -> Tensor");
    return std::string("no error");
  });
  check("defined in IMPL", [&] {
    torch::Library library(torch::Library::IMPL, "conformance", c10::DispatchKey::CPU, "there", 4);
    library.def("op(Tensor a, Tensor b) -> Tensor");
    return std::string("no error");
  });
  check("of another namespace", [&] {
    torch::Library library(torch::Library::FRAGMENT, "conformance", std::nullopt, "there", 5);
    library.def("other::op(Tensor a, Tensor b) -> Tensor");
    return std::string("no error");
  });
  check("unknown operator", [&] {
    return c10::Dispatcher::singleton().findSchema({"conformance::op", ""}).has_value() ? std::string("there")
                                                                                       : std::string("gone");
  });
  check("kernel without schema", [&] {
    const auto k = kernel(c10::DispatchKey::CPU, &traced<'k'>);
    return std::to_string(c10::Dispatcher::singleton().findSchema({"conformance::op", ""}).has_value());
  });
  check("wrong C++ signature of a call", [&] {
    const auto schema = definition();
    const auto k = kernel(c10::DispatchKey::CPU, &traced<'k'>);
    try {
      c10::Dispatcher::singleton().findSchemaOrThrow("conformance::op", "").typed<Tensor(const Tensor&)>();
    } catch (const c10::Error&) {
      return std::string("refused");
    }
    return std::string("no error");
  });
}

inline void counts() {
  Tensor leaf = counting({2, 3});
  leaf.requires_grad_();
  const Tensor x = counting({2, 3});
  line("add:" + dispatches([&] { at::add(x, x); }));
  line("sub with grad:" + dispatches([&] { at::sub(leaf, x); }));
  line("in place:" + dispatches([&] { x.mul_(x); }));
  line("backend function:" + dispatches([&] { at::cpu::add(x, x); }));
  line("ones:" + dispatches([&] { at::ones({2}); }));
  line("two:" + dispatches([&] { at::neg(at::mul(x, x)); }));
  const auto schema = definition();
  const auto implicit = kernel(c10::DispatchKey::CompositeImplicitAutograd, &traced<'i'>);
  const auto autograd = kernel(c10::DispatchKey::AutogradCPU, &passing<'A', true>);
  const auto op = c10::Dispatcher::singleton().findSchemaOrThrow("conformance::op", "").typed<Binary>();
  line("own:" + dispatches([&] { op.call(x, x); }));
}

inline std::string dispatching() {
  precedence();
  lost_gradients();
  messages();
  registration();
  counts();
  return transcript();
}

} // namespace conformance
