// c10::Dispatcher: the registry of operators, and the calls that go through it.
#pragma once

#include <ATen/core/dispatch/KeyExtraction.h>
#include <ATen/core/dispatch/OperatorEntry.h>
#include <ATen/record_function.h>

namespace c10 {

class Dispatcher;

template <class Signature>
class TypedOperatorHandle;

class OperatorHandle {
 public:
  explicit OperatorHandle(impl::OperatorEntry* entry) : entry_(entry) {}

  const OperatorName& operator_name() const { return entry_->operator_name(); }
  bool hasSchema() const { return entry_->hasSchema(); }
  const FunctionSchema& schema() const { return entry_->schema(); }
  const std::string& debug() const { return entry_->schema_debug(); }
  bool hasKernelForDispatchKey(DispatchKey key) const {
    return entry_->hasKernelForDispatchKey(key);
  }
  std::string dumpState() const { return entry_->dumpState(); }
  std::string dumpComputedTable() const;
  bool operator==(const OperatorHandle& other) const { return entry_ == other.entry_; }

  // The handle for calls with C++ arguments; a signature that no kernel has is refused.
  template <class Signature>
  TypedOperatorHandle<Signature> typed() const;

  void callBoxed(Stack* stack) const {
    const DispatchKeySet keys = impl::keys_for_call(*entry_, impl::keys_on(*stack, arity()));
    const KernelFunction& kernel = entry_->lookup(keys);
    if (at::hasCallbacks()) {
      at::detail::ObservedCall observed(operator_name());
      kernel.callBoxed(*this, keys, stack);
    } else {
      kernel.callBoxed(*this, keys, stack);
    }
  }
  void callBoxed(Stack& stack) const { callBoxed(&stack); }
  void redispatchBoxed(DispatchKeySet keys, Stack* stack) const {
    entry_->lookup(keys).callBoxed(*this, keys, stack);
  }

 protected:
  std::size_t arity() const { return schema().arguments.size(); }
  impl::OperatorEntry* entry_;
};

template <class R, class... Args>
class TypedOperatorHandle<R(Args...)> : public OperatorHandle {
 public:
  explicit TypedOperatorHandle(const OperatorHandle& op) : OperatorHandle(op) {}

  R call(Args... args) const {
    const DispatchKeySet keys = impl::keys_for_call(*entry_, impl::keys_of(args...));
    const KernelFunction& kernel = entry_->lookup(keys);
    if (C10_UNLIKELY(at::hasCallbacks())) {
      at::detail::ObservedCall observed(operator_name());
      return kernel.template call<R, Args...>(*this, keys, std::forward<Args>(args)...);
    }
    return kernel.template call<R, Args...>(*this, keys, std::forward<Args>(args)...);
  }
  R redispatch(DispatchKeySet keys, Args... args) const {
    return entry_->lookup(keys).template call<R, Args...>(*this, keys, std::forward<Args>(args)...);
  }
};

template <class R, class... Args>
std::size_t arity_of(R (*)(Args...)) {
  return sizeof...(Args);
}
template <class R, class... Args>
constexpr bool has_symint_arguments(R (*)(Args...)) {
  return symint::any_v<Args...>;
}

template <class Signature>
TypedOperatorHandle<Signature> OperatorHandle::typed() const {
  entry_->assertSignatureIsCorrect(typeid(Signature),
                                   has_symint_arguments(static_cast<Signature*>(nullptr)),
                                   arity_of(static_cast<Signature*>(nullptr)));
  return TypedOperatorHandle<Signature>(*this);
}

// Undoes one registration when it goes out of scope.
class RegistrationHandleRAII {
 public:
  using Undo = std::shared_ptr<void>;
  template <class F>
  explicit RegistrationHandleRAII(F undo)
      : undo_(nullptr, [undo](void*) { undo(); }) {}
  RegistrationHandleRAII(RegistrationHandleRAII&&) = default;
  RegistrationHandleRAII& operator=(RegistrationHandleRAII&&) = default;

 private:
  Undo undo_;
};

class Dispatcher {
 public:
  // Holds ATen's own operators from the first use on.
  static Dispatcher& singleton();

  std::optional<OperatorHandle> findOp(const OperatorName& name) const {
    const auto found = operators_.find(name);
    return found == operators_.end() ? std::nullopt
                                     : std::optional<OperatorHandle>(OperatorHandle(found->second.get()));
  }
  std::optional<OperatorHandle> findSchema(const OperatorName& name) const {
    const auto op = findOp(name);
    return op && op->hasSchema() ? op : std::nullopt;
  }
  OperatorHandle findSchemaOrThrow(const char* name, const char* overload_name) const {
    const auto op = findSchema({name, overload_name});
    TORCH_CHECK(op.has_value(), "Could not find schema for ", OperatorName{name, overload_name});
    return *op;
  }
  std::vector<OperatorName> getAllOpNames() const {
    std::vector<OperatorName> names;
    for (const auto& [name, entry] : operators_) {
      names.push_back(name);
    }
    return names;
  }

  RegistrationHandleRAII registerDef(FunctionSchema schema, std::string debug) {
    impl::OperatorEntry& entry = find_or_make(schema.operator_name);
    TORCH_CHECK(!entry.hasSchema(), "Tried to register an operator (", schema,
                ") with the same name and overload name multiple times.",
                " Each overload's schema should only be registered with a single call to def().",
                " Duplicate registration: ", debug, ". Original registration: ", entry.schema_debug());
    entry.registerSchema(std::move(schema), std::move(debug));
    return RegistrationHandleRAII([&entry] { entry.deregisterSchema(); });
  }
  RegistrationHandleRAII registerImpl(const OperatorName& name, DispatchKey key,
                                      KernelFunction kernel, std::string debug) {
    impl::OperatorEntry& entry = find_or_make(name);
    const auto position = entry.registerKernel(key, std::move(kernel), std::move(debug), fallbacks_);
    return RegistrationHandleRAII(
        [this, &entry, key, position] { entry.deregisterKernel(key, position, fallbacks_); });
  }
  RegistrationHandleRAII registerFallback(DispatchKey key, KernelFunction kernel, std::string debug) {
    KernelList& list = fallbacks_.at(static_cast<unsigned>(key));
    list.push_front({std::move(kernel), std::move(debug)});
    update_tables();
    return RegistrationHandleRAII([this, &list, position = list.begin()] {
      list.erase(position);
      update_tables();
    });
  }
  // A namespace has one TORCH_LIBRARY; fragments are not counted.
  RegistrationHandleRAII registerLibrary(const std::string& ns, const std::string& debug) {
    const auto [position, is_new] = libraries_.emplace(ns, debug);
    TORCH_CHECK(is_new, "Only a single TORCH_LIBRARY can be used to register the namespace ", ns,
                "; please put all of your definitions in a single TORCH_LIBRARY block.  If you were "
                "trying to specify implementations, consider using TORCH_LIBRARY_IMPL (which can be "
                "duplicated).  If you really intended to define operators for a single namespace in "
                "a distributed way, you can use TORCH_LIBRARY_FRAGMENT to explicitly indicate this.  "
                "Previous registration of TORCH_LIBRARY was ", position->second,
                "; latest registration was ", debug);
    return RegistrationHandleRAII([this, ns] { libraries_.erase(ns); });
  }
  const FallbackTable& fallbacks() const { return fallbacks_; }

 private:
  impl::OperatorEntry& find_or_make(const OperatorName& name) {
    std::unique_ptr<impl::OperatorEntry>& entry = operators_[name];
    if (entry == nullptr) {
      entry = std::make_unique<impl::OperatorEntry>(name);
      entry->updateTable(fallbacks_);
    }
    return *entry;
  }
  void update_tables() {
    for (auto& [name, entry] : operators_) {
      entry->updateTable(fallbacks_);
    }
  }

  // Entries are never removed, so that a handle outlives the library that made it.
  std::map<OperatorName, std::unique_ptr<impl::OperatorEntry>> operators_;
  FallbackTable fallbacks_;
  std::map<std::string, std::string> libraries_;
};

inline std::string OperatorHandle::dumpComputedTable() const {
  return entry_->dumpComputedTable(Dispatcher::singleton().fallbacks());
}

} // namespace c10

// The operators themselves; Dispatcher::singleton() is defined there.
#include <ATen/core/Tensor.h>
