// Kernels of many kinds on the reference runtime's dispatcher, each tried by a function that returns
// what it saw.
#include <ATen/ATen.h>
#include <ATen/core/List.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/library.h>

#include <memory>
#include <string>
#include <thread>

namespace {

template <class Signature>
auto typed(const char* name, const char* overload = "") {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, overload).typed<Signature>();
}
template <class F>
std::string refusal(F function) {
  try {
    function();
  } catch (const c10::Error& error) {
    return error.what_without_backtrace();
  }
  return "no error";
}

// Static registration.
at::Tensor twice(const at::Tensor& a) { return at::add(a, a); }
at::Tensor sized(const at::Tensor& a, at::IntArrayRef sizes, std::optional<int64_t> more) {
  return at::add(a, static_cast<int64_t>(sizes.size()) * 100 + more.value_or(1));
}
at::Tensor sized_symint(const at::Tensor& a, c10::SymIntArrayRef sizes,
                        std::optional<c10::SymInt> more) {
  return at::add(a, static_cast<int64_t>(sizes.size()) * 10 + (more ? more->expect_int() : 1));
}
std::string words(std::string_view a, std::optional<std::string_view> b) {
  return std::string(a) + (b ? std::string(*b) : "-");
}
at::Tensor first_of(const c10::List<std::optional<at::Tensor>>& list, at::TensorList others) {
  for (const std::optional<at::Tensor>& element : list) {
    if (element.has_value()) {
      return *element;
    }
  }
  return others[0];
}
std::tuple<at::Tensor, int64_t, bool> several(const at::Tensor& a, double factor,
                                              at::ArrayRef<bool> flags) {
  return {at::mul(a, factor), static_cast<int64_t>(flags.size()), flags[1]};
}
std::vector<at::Tensor> pieces(const at::Tensor& a) { return {a, at::neg(a)}; }
void nothing(const at::Tensor&) {}
at::Tensor with_keys(c10::DispatchKeySet keys, const at::Tensor& a) {
  return at::add(a, keys.has(c10::DispatchKey::CPU) ? 10 : 20);
}
at::Tensor& write(at::Tensor& self, const at::Tensor& other) { return self.add_(other); }

} // namespace

TORCH_LIBRARY(kinds, m) {
  m.def("twice(Tensor a) -> Tensor", &twice);
  m.def("sized(Tensor a, SymInt[] sizes, SymInt? more=None) -> Tensor");
  m.def("words(str a, str? b=None) -> str", &words);
  m.def("first_of(Tensor?[] list, Tensor[] others) -> Tensor", &first_of);
  m.def("several(Tensor a, float factor, bool[] flags) -> (Tensor, int, bool)", &several);
  m.def("pieces(Tensor a) -> Tensor[]", &pieces);
  m.def("nothing(Tensor a) -> ()", &nothing);
  m.def("with_keys(Tensor a) -> Tensor", torch::dispatch(c10::DispatchKey::CPU, &with_keys));
  m.def("write(Tensor(a!) self, Tensor other) -> Tensor(a!)", {at::Tag::core});
}
TORCH_LIBRARY_FRAGMENT(kinds, m) {
  m.def("more.overload(Tensor a) -> Tensor");
  m.impl("more.overload", [](const at::Tensor& a) { return at::neg(a); });
}
TORCH_LIBRARY_IMPL(kinds, CPU, m) {
  m.impl("sized", &sized);
  m.impl("write", TORCH_FN(write));
}

// SymInt schemas take both kinds of kernels, and typed calls with SymInt reach both.
std::string symint_kernels() {
  const std::vector<c10::SymInt> sizes{1, 2};
  const at::Tensor a = at::ones({});
  const auto op = typed<at::Tensor(const at::Tensor&, c10::SymIntArrayRef, std::optional<c10::SymInt>)>("kinds::sized");
  std::string seen = std::to_string(op.call(a, sizes, c10::SymInt(7)).item<int>());
  torch::Library library(torch::Library::IMPL, "kinds", c10::DispatchKey::CPU, "here", 1);
  library.impl("sized", &sized_symint);
  seen += " " + std::to_string(op.call(a, sizes, std::nullopt).item<int>());
  library.reset();
  return seen + " " + std::to_string(op.call(a, sizes, std::nullopt).item<int>());
}

std::string key_set_argument() {
  const auto op = typed<at::Tensor(const at::Tensor&)>("kinds::with_keys");
  return std::to_string(op.call(at::ones({})).item<int>()) + " " +
      std::to_string(op.redispatch(c10::DispatchKeySet(c10::DispatchKey::CPU), at::ones({})).item<int>());
}

std::string identity_of_results() {
  at::Tensor self = at::ones({2});
  at::Tensor& result =
      typed<at::Tensor&(at::Tensor&, const at::Tensor&)>("kinds::write").call(self, self);
  return std::to_string(&result == &self) + std::to_string(self.data_ptr<float>()[1] == 2);
}

std::string wrong_signatures() {
  std::string seen = refusal([] { typed<at::Tensor(const at::Tensor&, const at::Tensor&)>("kinds::twice"); }).substr(0, 60);
  seen += "|" + refusal([] {
    torch::Library library(torch::Library::IMPL, "kinds", c10::DispatchKey::CPU, "here", 2);
    library.impl("twice", [](at::Tensor a) { return a; });
  }).substr(0, 40);
  seen += "|" + refusal([] {
    torch::Library library(torch::Library::FRAGMENT, "kinds", std::nullopt, "here", 3);
    library.def("arity(Tensor a, Tensor b) -> Tensor", &twice);
  }).substr(0, 45);
  return seen;
}

std::string malformed_schemas() {
  std::string seen;
  for (const char* schema : {"op", "op(Tensor a)", "op(Tensor) -> Tensor", "op(Tensor a -> Tensor",
                             "op.(Tensor a) -> Tensor", "op(int[ a) -> Tensor"}) {
    seen += refusal([&] {
      torch::Library library(torch::Library::FRAGMENT, "kinds", std::nullopt, "here", 4);
      library.def(schema);
    }) == "no error" ? "accepted " : "refused ";
  }
  return seen;
}

// An outer failure leaves nothing registered.
std::string failed_library() {
  refusal([] {
    torch::Library library(torch::Library::FRAGMENT, "kinds", std::nullopt, "here", 5);
    library.def("kept(Tensor a) -> Tensor");
    library.def("malformed");
  });
  return std::to_string(c10::Dispatcher::singleton().findSchema({"kinds::kept", ""}).has_value());
}

std::string threads_have_their_own_keys() {
  c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::AutogradCPU);
  c10::NoGradGuard no_grad;
  bool excluded = true;
  bool grad = false;
  std::thread([&] {
    excluded = c10::impl::tls_is_dispatch_key_excluded(c10::DispatchKey::AutogradCPU);
    grad = c10::GradMode::is_enabled();
  }).join();
  return std::to_string(excluded) + std::to_string(grad) +
      std::to_string(c10::impl::tls_is_dispatch_key_excluded(c10::DispatchKey::AutogradCPU));
}

std::string guards_nest() {
  using c10::DispatchKey;
  std::string seen;
  const auto look = [&] {
    seen += c10::impl::tls_is_dispatch_key_excluded(DispatchKey::ADInplaceOrView) ? "v" : "-";
    seen += c10::impl::tls_is_dispatch_key_excluded(DispatchKey::AutogradMeta) ? "a" : "-";
  };
  look();
  {
    at::AutoDispatchBelowAutograd outer;
    look();
    {
      at::AutoDispatchBelowADInplaceOrView inner;
      look();
    }
    look();
  }
  look();
  return seen;
}

void count_calls(const c10::OperatorHandle& op, c10::DispatchKeySet keys, c10::Stack* stack) {
  static int calls = 0;
  ++calls;
  op.redispatchBoxed(keys.remove(c10::DispatchKey::Tracer), stack);
  if (stack->back().isTensor()) {
    stack->back() = at::native::add(at::native::fresh(c10::kCPU), stack->back().tensor(),
                                    at::native::wrapped_scalar_tensor(1000), 1);
  }
}
std::string boxed_fallback() {
  torch::Library library(torch::Library::IMPL, "_", c10::DispatchKey::Tracer, "here", 6);
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&count_calls>());
  std::string seen;
  {
    c10::impl::IncludeDispatchKeyGuard guard(c10::DispatchKey::Tracer);
    at::Tensor result;
    {
      const auto op = typed<at::Tensor(const at::Tensor&)>("aten::neg");
      const at::Tensor one = at::native::make_contiguous({}, at::kFloat, at::kCPU);
      result = op.call(one);
    }
    c10::impl::ExcludeDispatchKeyGuard off(c10::DispatchKey::Tracer);
    seen = std::to_string(result.item<int>());
  }
  library.reset();
  c10::impl::IncludeDispatchKeyGuard guard(c10::DispatchKey::Tracer);
  return seen + " " + std::to_string(at::neg(at::ones({})).item<int>());
}

std::string two_libraries_of_a_namespace() {
  return refusal([] { torch::Library library(torch::Library::DEF, "kinds", std::nullopt, "there", 7); });
}
