// One operator's registrations and the table that is computed from them.
#pragma once

#include <ATen/core/boxing/KernelFunction.h>
#include <ATen/core/function_schema.h>

namespace c10 {

// A kernel, the key that it was registered for, and where that was.
struct RegisteredKernel : intrusive_ptr_target {
  RegisteredKernel(DispatchKey k, const KernelFunction& f, std::string d)
      : key(k), kernel(f), debug(std::move(d)) {}
  DispatchKey key;
  KernelFunction kernel;
  std::string debug;
};
using KernelPtr = intrusive_ptr<RegisteredKernel>;

// Registrations in order of time: the last one for a key is the active one.
class KernelList {
 public:
  void add(const KernelPtr& kernel) { kernels_.push_back(kernel); }
  void remove(const RegisteredKernel* kernel) {
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
      if (kernels_[i].get() == kernel) {
        kernels_.erase(i);
        return;
      }
    }
  }
  const RegisteredKernel* active(DispatchKey key) const {
    for (std::size_t i = kernels_.size(); i-- > 0;) {
      if (kernels_[i]->key == key) {
        return kernels_[i].get();
      }
    }
    return nullptr;
  }
  DispatchKeySet keys() const {
    DispatchKeySet result;
    for (const KernelPtr& kernel : kernels_) {
      result = isAliasDispatchKey(kernel->key) ? result : result.add(kernel->key);
    }
    return result;
  }
  const Sequence<KernelPtr>& all() const { return kernels_; }

 private:
  Sequence<KernelPtr> kernels_;
};

namespace impl {

class OperatorEntry {
 public:
  explicit OperatorEntry(OperatorName name) : name_(std::move(name)) {}

  const OperatorName& operator_name() const { return name_; }
  bool hasSchema() const { return has_schema_; }
  const FunctionSchema& schema() const {
    TORCH_INTERNAL_ASSERT(has_schema_, "Tried to access the schema for ", toString(name_),
                          " which doesn't have a schema registered yet");
    return schema_;
  }
  const std::string& schema_debug() const { return schema_debug_; }
  void registerSchema(FunctionSchema schema, std::string debug) {
    schema_ = std::move(schema);
    schema_debug_ = std::move(debug);
    has_schema_ = true;
    for (const KernelPtr& kernel : kernels_.all()) {
      check_arity(kernel->kernel, kernel->debug);
    }
  }
  void deregisterSchema() { has_schema_ = false; }

  void registerKernel(const KernelPtr& kernel, const KernelList& fallbacks) {
    check_signature(*kernel);
    kernels_.add(kernel);
    updateTable(fallbacks);
  }
  void deregisterKernel(const RegisteredKernel* kernel, const KernelList& fallbacks) {
    kernels_.remove(kernel);
    updateTable(fallbacks);
  }
  bool hasKernelForDispatchKey(DispatchKey key) const { return kernels_.active(key) != nullptr; }

  void updateTable(const KernelList& fallbacks) {
    fallthrough_ = DispatchKeySet();
    for (unsigned i = 0; i < num_runtime_keys; ++i) {
      const auto key = static_cast<DispatchKey>(i);
      const char* source = nullptr;
      table_[i] = compute(key, fallbacks, source);
      if (table_[i] != nullptr && table_[i]->kernel.isFallthrough()) {
        fallthrough_ = fallthrough_.add(key);
      }
    }
  }

  DispatchKeySet without_fallthrough(DispatchKeySet keys) const { return keys - fallthrough_; }

  // The active kernel, kept alive: it may take itself out of the dispatcher.
  KernelPtr lookup(DispatchKeySet keys) const {
    const DispatchKey key = keys.highestPriorityTypeId();
    RegisteredKernel* entry = table_[static_cast<unsigned>(key)];
    if (C10_UNLIKELY(entry == nullptr || entry->kernel.isFallthrough())) {
      report_missing(key);
    }
    return KernelPtr(entry);
  }

  // Refuses a typed call whose C++ type is not that of the kernels.
  void assertSignatureIsCorrect(const CppSignature& called) const {
    const CppSignature& known = called.symint ? symint_signature_ : signature_;
    TORCH_CHECK((known.type == nullptr || *known.type == *called.type) &&
                    (!has_schema_ || schema_.arguments.size() == called.arity),
                "\nTried to access or call an operator with a wrong signature.\n  operator: ",
                has_schema_ ? schema_.text : toString(name_), "\n    ", schema_debug_,
                "\n  correct signature:  ", known.type ? known.type->name() : "unknown",
                "\n  accessed/called as: ", called.type->name());
  }
  void setSignature(const CppSignature& signature) {
    (signature.symint ? symint_signature_ : signature_) = signature;
  }

  // Which registration answers for a key, one line per key: "CPU: registered at f.cpp:3 [kernel]".
  std::string dumpComputedTable(const KernelList& fallbacks) const {
    std::string text;
    for (unsigned i = 0; i < num_runtime_keys; ++i) {
      const auto key = static_cast<DispatchKey>(i);
      const char* source = nullptr;
      const RegisteredKernel* entry = compute(key, fallbacks, source);
      if (entry != nullptr) {
        text += c10::detail::format({toString(key), entry->kernel.isFallthrough() ? ": fallthrough " : ": ",
                                entry->debug, " [", source, "]\n"});
      }
    }
    return text;
  }
  // Every registration, the overridden ones marked.
  std::string dumpState() const {
    std::string text = "name: " + toString(name_) + "\n";
    text += has_schema_ ? "schema: " + schema_.text + "\ndebug: " + schema_debug_ + "\n"
                        : std::string("schema: (none)\n");
    const auto& all = kernels_.all();
    for (std::size_t i = all.size(); i-- > 0;) {
      const RegisteredKernel& entry = *all[i];
      text += c10::detail::format({toString(entry.key), isAliasDispatchKey(entry.key) ? "[alias]" : "",
                              kernels_.active(entry.key) == &entry ? "" : " (inactive)", ": ",
                              entry.debug, "\n"});
    }
    return text;
  }

 private:
  // The rules of precedence between direct, alias and fallback kernels. A backend kernel (or
  // CompositeExplicitAutograd) hides CompositeImplicitAutograd at that backend's autograd key, which
  // then falls to the autograd fallback: that is how gradients get lost.
  RegisteredKernel* compute(DispatchKey key, const KernelList& fallbacks, const char*& source) const {
    if (const RegisteredKernel* direct = kernels_.active(key)) {
      source = "kernel";
      return const_cast<RegisteredKernel*>(direct);
    }
    const bool undefined = key == DispatchKey::Undefined;
    const DispatchKeySet backends = getBackendKeySetFromAutograd(key);
    const bool has_backend_kernel = kernels_.keys().has_any(backends) ||
        (!backends.empty() &&
         (hasKernelForDispatchKey(DispatchKey::CompositeExplicitAutograd) ||
          hasKernelForDispatchKey(DispatchKey::CompositeExplicitAutogradNonFunctional)));
    for (const DispatchKey alias :
         {DispatchKey::CompositeExplicitAutogradNonFunctional,
          DispatchKey::CompositeExplicitAutograd, DispatchKey::CompositeImplicitAutogradNestedTensor,
          DispatchKey::CompositeImplicitAutograd, DispatchKey::Autograd,
          DispatchKey::FuncTorchBatchedDecomposition}) {
      const RegisteredKernel* entry = kernels_.active(alias);
      const bool is_explicit = alias == DispatchKey::CompositeExplicitAutograd ||
          alias == DispatchKey::CompositeExplicitAutogradNonFunctional;
      const bool implicit = alias == DispatchKey::CompositeImplicitAutograd ||
          alias == DispatchKey::CompositeImplicitAutogradNestedTensor;
      const bool covers = isIncludedInAlias(key, alias) ||
          (undefined && (is_explicit || alias == DispatchKey::CompositeImplicitAutograd));
      if (entry != nullptr && covers && !(implicit && has_backend_kernel)) {
        source = toString(alias);
        return const_cast<RegisteredKernel*>(entry);
      }
    }
    source = "backend fallback";
    return const_cast<RegisteredKernel*>(fallbacks.active(key));
  }

  void check_arity(const KernelFunction& kernel, const std::string& debug) const {
    TORCH_CHECK(!has_schema_ || kernel.signature().type == nullptr ||
                    schema_.arguments.size() == kernel.signature().arity,
                "Expected a kernel of ", schema_.arguments.size(), " arguments for ", toString(name_),
                " but got one of ", kernel.signature().arity, ". ", debug);
  }
  void check_signature(const RegisteredKernel& registered) {
    const CppSignature& given = registered.kernel.signature();
    if (given.type == nullptr) {
      return;
    }
    CppSignature& known = given.symint ? symint_signature_ : signature_;
    TORCH_CHECK(known.type == nullptr || *known.type == *given.type,
                "\nMismatch in kernel C++ signatures\n  operator: ",
                has_schema_ ? schema_.text : toString(name_), "\n    ", schema_debug_,
                "\n  kernel 1: ", known.type ? known.type->name() : "", "\n  kernel 2: ",
                given.type->name(), "\n    ", registered.debug);
    check_arity(registered.kernel, registered.debug);
    known = given;
  }

  [[noreturn]] C10_NOINLINE void report_missing(DispatchKey key) const {
    std::string available;
    for (unsigned i = 0; i < num_runtime_keys; ++i) {
      if (table_[i] != nullptr && !table_[i]->kernel.isFallthrough()) {
        available += std::string(available.empty() ? "" : ", ") + toString(static_cast<DispatchKey>(i));
      }
    }
    TORCH_CHECK_NOT_IMPLEMENTED(
        key != DispatchKey::Undefined,
        "There were no tensor arguments to this function (e.g., you passed an empty list of "
        "Tensors), but no fallback function is registered for schema ", toString(name_),
        ".  This usually means that this function requires a non-empty list of Tensors, or that you "
        "(the operator writer) forgot to register a fallback function.  Available functions are [",
        available, "].");
    c10::detail::raise<NotImplementedError>(
        {"Could not run '", toString(name_), "' with arguments from the '", toString(key),
         "' backend. This could be because the operator doesn't exist for this backend, or was "
         "omitted during the selective/custom build process (if using custom build). '",
         toString(name_), "' is only available for these backends: [", available, "]."});
  }

  OperatorName name_;
  bool has_schema_ = false;
  FunctionSchema schema_;
  std::string schema_debug_;
  KernelList kernels_;
  RegisteredKernel* table_[num_runtime_keys] = {};
  DispatchKeySet fallthrough_;
  CppSignature signature_;
  CppSignature symint_signature_;
};

} // namespace impl
} // namespace c10
