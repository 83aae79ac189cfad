// One operator's registrations and the table that is computed from them.
#pragma once

#include <ATen/core/boxing/KernelFunction.h>
#include <ATen/core/function_schema.h>

#include <array>
#include <list>
#include <map>

namespace c10 {

// A kernel and where it was registered.
struct AnnotatedKernel {
  KernelFunction kernel;
  std::string debug;
};
// Addresses stay valid while kernels come and go; the newest is in front and is the active one.
using KernelList = std::list<AnnotatedKernel>;
using FallbackTable = std::array<KernelList, num_runtime_keys>;

namespace impl {

class OperatorEntry {
 public:
  explicit OperatorEntry(OperatorName name) : name_(std::move(name)) {}

  const OperatorName& operator_name() const { return name_; }
  bool hasSchema() const { return schema_.has_value(); }
  const FunctionSchema& schema() const {
    TORCH_INTERNAL_ASSERT(schema_.has_value(), "Tried to access the schema for ", name_,
                          " which doesn't have a schema registered yet");
    return *schema_;
  }
  const std::string& schema_debug() const { return schema_debug_; }
  void registerSchema(FunctionSchema schema, std::string debug) {
    schema_ = std::move(schema);
    schema_debug_ = std::move(debug);
  }
  void deregisterSchema() { schema_.reset(); }

  KernelList::iterator registerKernel(DispatchKey key, KernelFunction kernel, std::string debug,
                                      const FallbackTable& fallbacks) {
    check_signature(kernel, debug);
    KernelList& list = kernels_[key];
    list.push_front({std::move(kernel), std::move(debug)});
    updateTable(fallbacks);
    return list.begin();
  }
  void deregisterKernel(DispatchKey key, KernelList::iterator kernel,
                        const FallbackTable& fallbacks) {
    KernelList& list = kernels_.at(key);
    list.erase(kernel);
    if (list.empty()) {
      kernels_.erase(key);
    }
    updateTable(fallbacks);
  }
  bool hasKernelForDispatchKey(DispatchKey key) const { return kernels_.count(key) != 0; }
  bool hasKernelForAnyDispatchKey(DispatchKeySet keys) const {
    for (const auto& [key, list] : kernels_) {
      if (keys.has(key)) {
        return true;
      }
    }
    return false;
  }

  // Recomputes every entry; registrations are rare and the table is small.
  void updateTable(const FallbackTable& fallbacks) {
    fallthrough_ = DispatchKeySet();
    for (unsigned i = 0; i < num_runtime_keys; ++i) {
      const auto key = static_cast<DispatchKey>(i);
      table_[i] = compute(key, fallbacks).first;
      if (table_[i] != nullptr && table_[i]->kernel.isFallthrough()) {
        fallthrough_ = fallthrough_.add(key);
      }
    }
  }

  DispatchKeySet without_fallthrough(DispatchKeySet keys) const { return keys - fallthrough_; }

  const KernelFunction& lookup(DispatchKeySet keys) const {
    const DispatchKey key = keys.highestPriorityTypeId();
    const AnnotatedKernel* entry = table_[static_cast<unsigned>(key)];
    if (C10_UNLIKELY(entry == nullptr || !entry->kernel.isValid())) {
      report_missing(key);
    }
    return entry->kernel;
  }

  // Refuses a typed call, or a kernel, whose C++ type is not that of the kernels seen before.
  void assertSignatureIsCorrect(const std::type_info& type, bool symint, std::size_t arity) const {
    const std::type_info* expected = symint ? symint_type_ : type_;
    TORCH_CHECK(expected == nullptr || *expected == type,
                "\nTried to access or call an operator with a wrong signature.\n  operator: ",
                hasSchema() ? schema_->text : toString(name_), "\n    ", schema_debug_,
                "\n  correct signature:  ", expected ? expected->name() : "",
                "\n  accessed/called as: ", type.name());
    TORCH_CHECK(!hasSchema() || schema_->arguments.size() == arity,
                "\nTried to access or call an operator with a wrong signature.\n  operator: ",
                hasSchema() ? schema_->text : "", "\n  the schema has ",
                hasSchema() ? schema_->arguments.size() : 0, " arguments, the C++ type ", arity);
  }

  // Which registration answers for a key, one line per key: "CPU: registered at f.cpp:3 [kernel]".
  std::string dumpComputedTable(const FallbackTable& fallbacks) const {
    std::string text;
    for (unsigned i = 0; i < num_runtime_keys; ++i) {
      const auto key = static_cast<DispatchKey>(i);
      const auto [entry, source] = compute(key, fallbacks);
      if (entry != nullptr) {
        text += str(key, entry->kernel.isFallthrough() ? ": fallthrough " : ": ", entry->debug, " [",
                    source, "]\n");
      }
    }
    return text;
  }
  // Every registration, inactive ones marked.
  std::string dumpState() const {
    std::string text = str("name: ", name_, "\n");
    text += hasSchema() ? str("schema: ", schema_->text, "\ndebug: ", schema_debug_, "\n")
                        : std::string("schema: (none)\n");
    for (const auto& [key, list] : kernels_) {
      const char* state = "";
      for (const AnnotatedKernel& entry : list) {
        text += str(key, isAliasDispatchKey(key) ? "[alias]" : "", state, ": ", entry.debug, "\n");
        state = " (inactive)";
      }
    }
    return text;
  }

 private:
  using Computed = std::pair<const AnnotatedKernel*, const char*>;

  const AnnotatedKernel* registered(DispatchKey key) const {
    const auto found = kernels_.find(key);
    return found == kernels_.end() ? nullptr : &found->second.front();
  }

  // The rules of precedence between direct, alias and fallback kernels. A backend kernel (or
  // CompositeExplicitAutograd) hides CompositeImplicitAutograd at that backend's autograd key, which
  // then falls to the autograd fallback: that is how gradients get lost.
  Computed compute(DispatchKey key, const FallbackTable& fallbacks) const {
    if (const auto* entry = registered(key)) {
      return {entry, "kernel"};
    }
    const bool undefined = key == DispatchKey::Undefined;
    for (const DispatchKey alias : {DispatchKey::CompositeExplicitAutogradNonFunctional,
                                    DispatchKey::CompositeExplicitAutograd}) {
      const auto* entry = registered(alias);
      if (entry && (undefined || isIncludedInAlias(key, alias))) {
        return {entry, toString(alias)};
      }
    }
    const DispatchKeySet backends = getBackendKeySetFromAutograd(key);
    const bool has_backend_kernel = hasKernelForAnyDispatchKey(backends) ||
        (!backends.empty() && (registered(DispatchKey::CompositeExplicitAutograd) ||
                               registered(DispatchKey::CompositeExplicitAutogradNonFunctional)));
    for (const DispatchKey alias : {DispatchKey::CompositeImplicitAutogradNestedTensor,
                                    DispatchKey::CompositeImplicitAutograd}) {
      const auto* entry = registered(alias);
      const bool implicit = alias == DispatchKey::CompositeImplicitAutograd;
      if (entry && ((undefined && implicit) || isIncludedInAlias(key, alias)) && !has_backend_kernel) {
        return {entry, toString(alias)};
      }
    }
    for (const DispatchKey alias :
         {DispatchKey::Autograd, DispatchKey::FuncTorchBatchedDecomposition}) {
      const auto* entry = registered(alias);
      if (entry && isIncludedInAlias(key, alias)) {
        return {entry, toString(alias)};
      }
    }
    const KernelList& fallback = fallbacks[static_cast<unsigned>(key)];
    return {fallback.empty() ? nullptr : &fallback.front(), "backend fallback"};
  }

  void check_signature(const KernelFunction& kernel, const std::string& debug) {
    if (kernel.type() == nullptr) {
      return;
    }
    const std::type_info*& known = kernel.has_symint() ? symint_type_ : type_;
    TORCH_CHECK(known == nullptr || *known == *kernel.type(),
                "\nMismatch in kernel C++ signatures\n  operator: ",
                hasSchema() ? schema_->text : toString(name_), "\n    ", schema_debug_,
                "\n  kernel 1: ", known ? known->name() : "", "\n  kernel 2: ",
                kernel.type()->name(), "\n    ", debug);
    TORCH_CHECK(!hasSchema() || schema_->arguments.size() == kernel.arity(),
                "Expected a kernel of ", hasSchema() ? schema_->arguments.size() : 0,
                " arguments for ", name_, " but got one of ", kernel.arity(), ". ", debug);
    known = kernel.type();
  }

  [[noreturn]] void report_missing(DispatchKey key) const {
    std::string available;
    for (unsigned i = 0; i < num_runtime_keys; ++i) {
      if (table_[i] != nullptr && !table_[i]->kernel.isFallthrough()) {
        available += str(available.empty() ? "" : ", ", static_cast<DispatchKey>(i));
      }
    }
    TORCH_CHECK_NOT_IMPLEMENTED(
        key != DispatchKey::Undefined,
        "There were no tensor arguments to this function (e.g., you passed an empty list of "
        "Tensors), but no fallback function is registered for schema ", name_,
        ".  This usually means that this function requires a non-empty list of Tensors, or that you "
        "(the operator writer) forgot to register a fallback function.  Available functions are [",
        available, "].");
    c10::detail::raise<NotImplementedError>(
        str("Could not run '", name_, "' with arguments from the '", key,
            "' backend: no kernel is registered for it. '", name_,
            "' is only available for these backends: [", available, "]."));
  }

  OperatorName name_;
  std::optional<FunctionSchema> schema_;
  std::string schema_debug_;
  std::map<DispatchKey, KernelList> kernels_;
  std::array<const AnnotatedKernel*, num_runtime_keys> table_{};
  DispatchKeySet fallthrough_;
  const std::type_info* type_ = nullptr;
  const std::type_info* symint_type_ = nullptr;
};

} // namespace impl
} // namespace c10
