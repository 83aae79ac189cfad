// torch::Library: schemas and kernels that live as long as the object. Destroying it takes them out
// of the dispatcher again.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/enum_tag.h>

namespace torch {

class CppFunction {
 public:
  template <class R, class... Args>
  explicit CppFunction(R (*function)(Args...))
      : kernel_(c10::KernelFunction::makeFromFunction(function)) {}
  // A lambda without captures.
  template <class F, class = decltype(+std::declval<F&>())>
  explicit CppFunction(F&& function)
      : kernel_(c10::KernelFunction::makeFromFunction(+std::forward<F>(function))) {}
  explicit CppFunction(c10::KernelFunction kernel) : kernel_(std::move(kernel)) {}

  static CppFunction makeFallthrough() {
    return CppFunction(c10::KernelFunction::makeFallthrough());
  }
  template <c10::KernelFunction::BoxedKernelFunction* function>
  static CppFunction makeFromBoxedFunction() {
    return CppFunction(c10::KernelFunction::makeFromBoxedFunction(function));
  }

  std::optional<c10::DispatchKey> dispatch_key() const { return key_; }
  void set_dispatch_key(c10::DispatchKey key) { key_ = key; }
  const c10::KernelFunction& kernel() const { return kernel_; }

 private:
  c10::KernelFunction kernel_;
  std::optional<c10::DispatchKey> key_;
};

// dispatch(key, f): f for that key, in a Library that was made without one.
template <class F>
CppFunction dispatch(c10::DispatchKey key, F&& function) {
  CppFunction result(std::forward<F>(function));
  result.set_dispatch_key(key);
  return result;
}

class Library {
 public:
  enum Kind { DEF, IMPL, FRAGMENT };

  Library(Kind kind, std::string ns, std::optional<c10::DispatchKey> key, const char* file,
          uint32_t line)
      : kind_(kind), ns_(std::move(ns)), key_(key), file_(file), line_(line) {
    TORCH_CHECK(kind != DEF || ns_ != "_", "Cannot define schemas in the namespace _");
    if (kind == DEF) {
      handles_.push_back(c10::Dispatcher::singleton().registerLibrary(ns_, debug()));
    }
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  Library(Library&&) = default;
  // The newest registration is undone first.
  ~Library() { reset(); }
  void reset() {
    while (!handles_.empty()) {
      handles_.pop_back();
    }
  }

  Library& def(const char* schema, const std::vector<at::Tag>& = {}) & {
    define(schema);
    return *this;
  }
  template <class F, class = decltype(CppFunction(std::declval<F>()))>
  Library& def(const char* schema, F&& function) & {
    implement(define(schema), CppFunction(std::forward<F>(function)));
    return *this;
  }
  Library& def(const char* schema, CppFunction function) & {
    implement(define(schema), std::move(function));
    return *this;
  }
  template <class F>
  Library& impl(const char* name, F&& function) & {
    return impl(name, CppFunction(std::forward<F>(function)));
  }
  Library& impl(const char* name, CppFunction function) & {
    const std::string text(name);
    const std::size_t dot = text.find('.');
    c10::OperatorName op{text.substr(0, dot), dot == std::string::npos ? "" : text.substr(dot + 1)};
    qualify(op);
    implement(op, std::move(function));
    return *this;
  }
  Library& fallback(CppFunction function) & {
    TORCH_CHECK(kind_ == IMPL && ns_ == "_" && key_.has_value(),
                "fallback(...): only possible in TORCH_LIBRARY_IMPL(_, key, m)");
    handles_.push_back(
        c10::Dispatcher::singleton().registerFallback(*key_, function.kernel(), debug()));
    return *this;
  }

 private:
  c10::OperatorName define(const char* text) {
    c10::FunctionSchema schema = c10::parse_schema(text);
    TORCH_CHECK(kind_ != IMPL, "def(\"", c10::toString(schema.operator_name),
                "\"): Cannot define an operator inside of a TORCH_LIBRARY_IMPL block.  All def()s ",
                "should be placed in the (unique) TORCH_LIBRARY block for their namespace.  ",
                error_place());
    qualify(schema.operator_name);
    const std::size_t paren = schema.text.find('(');
    schema.text = c10::toString(schema.operator_name) + schema.text.substr(paren);
    const c10::OperatorName name = schema.operator_name;
    handles_.push_back(c10::Dispatcher::singleton().registerDef(std::move(schema), debug()));
    return name;
  }
  void implement(const c10::OperatorName& op, CppFunction function) {
    const std::optional<c10::DispatchKey> key = function.dispatch_key() ? function.dispatch_key() : key_;
    TORCH_CHECK(!key_ || !function.dispatch_key() || *key_ == *function.dispatch_key(),
                "impl(\"", c10::toString(op), "\", ...): Explicitly provided dispatch key does not match the "
                "dispatch key of the enclosing TORCH_LIBRARY_IMPL block");
    // Without any key the function serves every backend and is differentiated through.
    handles_.push_back(c10::Dispatcher::singleton().registerImpl(
        op, key.value_or(c10::DispatchKey::CompositeImplicitAutograd), function.kernel(), debug()));
  }
  void qualify(c10::OperatorName& op) const {
    const std::string given = op.getNamespace();
    TORCH_CHECK(given.empty() || given == ns_, "Explicitly provided namespace (", given,
                ") in schema string does not match namespace of enclosing ", kind_name(), " block (",
                ns_, ").  Move this definition to the (unique) TORCH_LIBRARY block corresponding to "
                "this namespace (and consider deleting the namespace from your schema string.)  ",
                error_place());
    if (given.empty()) {
      op.name = ns_ + "::" + op.name;
    }
  }
  const char* kind_name() const {
    static const char* const names[] = {"TORCH_LIBRARY", "TORCH_LIBRARY_IMPL",
                                        "TORCH_LIBRARY_FRAGMENT"};
    return names[kind_];
  }
  std::string error_place() const {
    return c10::detail::format({"(Error occurred while processing ", kind_name(), " block at ", file_,
                                ":", line_, ")"});
  }
  std::string debug() const { return "registered at " + file_ + ":" + std::to_string(line_); }

  Kind kind_;
  std::string ns_;
  std::optional<c10::DispatchKey> key_;
  std::string file_;
  uint32_t line_;
  c10::Sequence<c10::RegistrationHandleRAII> handles_;
};

namespace detail {
// Runs the body of a TORCH_LIBRARY block when it is loaded.
class TorchLibraryInit {
 public:
  TorchLibraryInit(Library::Kind kind, void (*body)(Library&), const char* ns,
                   std::optional<c10::DispatchKey> key, const char* file, uint32_t line)
      : library_(kind, ns, key, file, line) {
    body(library_);
  }

 private:
  Library library_;
};
} // namespace detail

} // namespace torch

#define TORCH_FN(function) (function)

#define DISPATCHLESS_LIBRARY_BLOCK(kind, ns, key, init, object, m)                             \
  static void init(torch::Library&);                                                           \
  static const torch::detail::TorchLibraryInit object(torch::Library::kind, &init, #ns, key,   \
                                                      __FILE__, __LINE__);                     \
  static void init(torch::Library& m)

#define TORCH_LIBRARY(ns, m)                                                              \
  DISPATCHLESS_LIBRARY_BLOCK(DEF, ns, std::nullopt,                                       \
                             C10_CONCATENATE(TORCH_LIBRARY_init_, ns),                    \
                             C10_CONCATENATE(TORCH_LIBRARY_static_init_, ns), m)

#define TORCH_LIBRARY_FRAGMENT(ns, m) DISPATCHLESS_LIBRARY_FRAGMENT(ns, m, C10_UID)
#define DISPATCHLESS_LIBRARY_FRAGMENT(ns, m, uid)                                                  \
  DISPATCHLESS_LIBRARY_BLOCK(                                                                      \
      FRAGMENT, ns, std::nullopt,                                                                  \
      C10_CONCATENATE(TORCH_LIBRARY_FRAGMENT_init_, C10_CONCATENATE(ns, C10_CONCATENATE(_, uid))), \
      C10_CONCATENATE(TORCH_LIBRARY_FRAGMENT_static_init_,                                         \
                      C10_CONCATENATE(ns, C10_CONCATENATE(_, uid))),                               \
      m)

#define TORCH_LIBRARY_IMPL(ns, key, m) DISPATCHLESS_LIBRARY_IMPL(ns, key, m, C10_UID)
#define DISPATCHLESS_LIBRARY_IMPL(ns, key, m, uid)                                                 \
  DISPATCHLESS_LIBRARY_BLOCK(                                                                      \
      IMPL, ns, std::make_optional(c10::DispatchKey::key),                                         \
      C10_CONCATENATE(TORCH_LIBRARY_IMPL_init_,                                                    \
                      C10_CONCATENATE(ns, C10_CONCATENATE(_, C10_CONCATENATE(key, uid)))),         \
      C10_CONCATENATE(TORCH_LIBRARY_IMPL_static_init_,                                             \
                      C10_CONCATENATE(ns, C10_CONCATENATE(_, C10_CONCATENATE(key, uid)))),         \
      m)
