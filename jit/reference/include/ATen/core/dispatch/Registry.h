// c10::Dispatcher: the registry of operators, and the calls that go through it.
#pragma once

#include <ATen/core/dispatch/OperatorEntry.h>
#include <ATen/record_function.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

namespace c10 {

namespace impl {

// The keys of a call: those of its tensors (also in lists), changed by the thread's own sets.
inline DispatchKeySet keys_of(const IValue& value) {
  DispatchKeySet keys;
  if (value.isTensor()) {
    keys = value.tensor().key_set();
  } else if (value.isList()) {
    for (const IValue& element : value.elements()) {
      keys = keys | keys_of(element);
    }
  }
  return keys;
}
inline DispatchKeySet keys_for_call(const OperatorEntry& entry, const Stack& stack) {
  const std::size_t count = entry.schema().arguments.size();
  TORCH_CHECK(stack.size() >= count, toString(entry.operator_name()), " takes ", count,
              " arguments but got ", stack.size());
  DispatchKeySet keys;
  for (std::size_t i = stack.size() - count; i < stack.size(); ++i) {
    keys = keys | keys_of(stack[i]);
  }
  const LocalDispatchKeySet local = tls_local_dispatch_key_set();
  return entry.without_fallthrough((keys | local.included_) - local.excluded_);
}

} // namespace impl

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

  // The handle for calls with C++ arguments; a signature that the kernels do not have is refused.
  template <class Signature>
  TypedOperatorHandle<Signature> typed() const {
    entry_->assertSignatureIsCorrect(DISPATCHLESS_SIGNATURE(Signature));
    return TypedOperatorHandle<Signature>(*this);
  }

  // Replaces the arguments on top of the stack by the results.
  void callBoxed(Stack* stack) const {
    const DispatchKeySet keys = impl::keys_for_call(*entry_, *stack);
    const KernelPtr kernel = entry_->lookup(keys);
    if (C10_UNLIKELY(at::hasCallbacks())) {
      const at::detail::ObservedCall observed(operator_name());
      kernel->kernel.callBoxed(*this, keys, stack);
    } else {
      kernel->kernel.callBoxed(*this, keys, stack);
    }
  }
  void callBoxed(Stack& stack) const { callBoxed(&stack); }
  void redispatchBoxed(DispatchKeySet keys, Stack* stack) const {
    entry_->lookup(keys)->kernel.callBoxed(*this, keys, stack);
  }

 protected:
  impl::OperatorEntry* entry_;
};

namespace impl {

// A call with C++ arguments, through the keys of the arguments or, for a redispatch, those given.
template <class R, class... Args>
R typed_call(const OperatorHandle& op, const DispatchKeySet* keys,
             std::remove_reference_t<Args>&... args) {
  Stack stack;
  stack.reserve(sizeof...(Args));
  (stack.push_back(boxing::box(args)), ...);
  if (keys == nullptr) {
    op.callBoxed(&stack);
  } else {
    op.redispatchBoxed(*keys, &stack);
  }
  at::Tensor* written[sizeof...(Args) + 1];
  [[maybe_unused]] std::size_t count = 0;
  ((written[count] = boxing::mutable_tensor(args), count += written[count] ? 1 : 0), ...);
  return boxing::Result<R>::take(stack, written);
}

} // namespace impl

template <class R, class... Args>
class TypedOperatorHandle<R(Args...)> : public OperatorHandle {
 public:
  explicit TypedOperatorHandle(const OperatorHandle& op) : OperatorHandle(op) {}

  R call(Args... args) const { return impl::typed_call<R, Args...>(*this, nullptr, args...); }
  R redispatch(DispatchKeySet keys, Args... args) const {
    return impl::typed_call<R, Args...>(*this, &keys, args...);
  }
};

// Undoes one registration when it goes out of scope.
class RegistrationHandleRAII {
 public:
  RegistrationHandleRAII() = default;
  RegistrationHandleRAII(impl::OperatorEntry* entry, KernelPtr kernel, std::string library)
      : entry_(entry), kernel_(std::move(kernel)), library_(std::move(library)), active_(true) {}
  RegistrationHandleRAII(RegistrationHandleRAII&& other) noexcept
      : entry_(other.entry_), kernel_(std::move(other.kernel_)), library_(std::move(other.library_)),
        active_(other.active_) {
    other.active_ = false;
  }
  RegistrationHandleRAII& operator=(RegistrationHandleRAII&& other) noexcept {
    undo();
    entry_ = other.entry_;
    kernel_ = std::move(other.kernel_);
    library_ = std::move(other.library_);
    active_ = other.active_;
    other.active_ = false;
    return *this;
  }
  RegistrationHandleRAII(const RegistrationHandleRAII&) = delete;
  ~RegistrationHandleRAII() { undo(); }

 private:
  void undo(); // below

  impl::OperatorEntry* entry_ = nullptr; // null: a fallback or a library
  KernelPtr kernel_;                     // null: a schema or a library
  std::string library_;
  bool active_ = false;
};

class Dispatcher {
 public:
  // Holds ATen's own operators from the first use on. (In ATen/native/RegisterOperators.h.)
  static Dispatcher& singleton();

  std::optional<OperatorHandle> findOp(const OperatorName& name) const {
    impl::OperatorEntry* entry = find(name);
    return entry == nullptr ? std::nullopt : std::optional<OperatorHandle>(OperatorHandle(entry));
  }
  std::optional<OperatorHandle> findSchema(const OperatorName& name) const {
    impl::OperatorEntry* entry = find(name);
    return entry == nullptr || !entry->hasSchema() ? std::nullopt
                                                   : std::optional<OperatorHandle>(OperatorHandle(entry));
  }
  OperatorHandle findSchemaOrThrow(const char* name, const char* overload_name) const {
    impl::OperatorEntry* entry = find({name, overload_name});
    TORCH_CHECK(entry != nullptr && entry->hasSchema(), "Could not find schema for ", name, ".",
                overload_name);
    return OperatorHandle(entry);
  }
  Sequence<OperatorName> getAllOpNames() const {
    Sequence<OperatorName> names;
    for (const impl::OperatorEntry* entry : operators_) {
      names.push_back(entry->operator_name());
    }
    return names;
  }

  // The C++ signature is known of ATen's operators; of others it is learnt from the first kernel.
  RegistrationHandleRAII registerDef(FunctionSchema schema, std::string debug,
                                     const CppSignature& signature = {}) {
    impl::OperatorEntry* entry = find_or_make(schema.operator_name);
    TORCH_CHECK(!entry->hasSchema(), "Tried to register an operator (", schema.text,
                ") with the same name and overload name multiple times.",
                " Each overload's schema should only be registered with a single call to def().",
                " Duplicate registration: ", debug, ". Original registration: ", entry->schema_debug());
    entry->registerSchema(std::move(schema), std::move(debug));
    if (signature.type != nullptr) {
      entry->setSignature(signature);
    }
    return RegistrationHandleRAII(entry, nullptr, "");
  }
  RegistrationHandleRAII registerImpl(const OperatorName& name, DispatchKey key,
                                      const KernelFunction& kernel, std::string debug) {
    impl::OperatorEntry* entry = find_or_make(name);
    const KernelPtr registered = make_intrusive<RegisteredKernel>(key, kernel, std::move(debug));
    entry->registerKernel(registered, fallbacks_);
    return RegistrationHandleRAII(entry, registered, "");
  }
  RegistrationHandleRAII registerFallback(DispatchKey key, const KernelFunction& kernel,
                                          std::string debug) {
    const KernelPtr registered = make_intrusive<RegisteredKernel>(key, kernel, std::move(debug));
    fallbacks_.add(registered);
    update_tables();
    return RegistrationHandleRAII(nullptr, registered, "");
  }
  // A namespace has one TORCH_LIBRARY; fragments are not counted.
  RegistrationHandleRAII registerLibrary(const std::string& ns, const std::string& debug) {
    for (const RegisteredLibrary& library : libraries_) {
      TORCH_CHECK(library.ns != ns, "Only a single TORCH_LIBRARY can be used to register the namespace ", ns,
                  "; please put all of your definitions in a single TORCH_LIBRARY block.  If you were "
                  "trying to specify implementations, consider using TORCH_LIBRARY_IMPL (which can be "
                  "duplicated).  If you really intended to define operators for a single namespace in "
                  "a distributed way, you can use TORCH_LIBRARY_FRAGMENT to explicitly indicate this.  "
                  "Previous registration of TORCH_LIBRARY was ", library.debug,
                  "; latest registration was ", debug);
    }
    libraries_.push_back({ns, debug});
    return RegistrationHandleRAII(nullptr, nullptr, ns);
  }
  const KernelList& fallbacks() const { return fallbacks_; }

 private:
  friend class RegistrationHandleRAII;

  impl::OperatorEntry* find(const OperatorName& name) const {
    for (impl::OperatorEntry* entry : operators_) {
      if (entry->operator_name() == name) {
        return entry;
      }
    }
    return nullptr;
  }
  impl::OperatorEntry* find_or_make(const OperatorName& name) {
    impl::OperatorEntry* entry = find(name);
    if (entry == nullptr) {
      entry = new impl::OperatorEntry(name);
      entry->updateTable(fallbacks_);
      operators_.push_back(entry);
    }
    return entry;
  }
  void update_tables() {
    for (impl::OperatorEntry* entry : operators_) {
      entry->updateTable(fallbacks_);
    }
  }
  void forget_library(const std::string& ns) {
    for (std::size_t i = 0; i < libraries_.size(); ++i) {
      if (libraries_[i].ns == ns) {
        libraries_.erase(i);
        return;
      }
    }
  }

  // Entries are never removed, so that a handle outlives the library that made it.
  Sequence<impl::OperatorEntry*> operators_;
  KernelList fallbacks_;
  struct RegisteredLibrary {
    std::string ns;
    std::string debug;
  };
  Sequence<RegisteredLibrary> libraries_;
};

inline void RegistrationHandleRAII::undo() {
  if (!active_) {
    return;
  }
  active_ = false;
  Dispatcher& dispatcher = Dispatcher::singleton();
  if (entry_ != nullptr && kernel_ != nullptr) {
    entry_->deregisterKernel(kernel_.get(), dispatcher.fallbacks());
  } else if (entry_ != nullptr) {
    entry_->deregisterSchema();
  } else if (kernel_ != nullptr) {
    dispatcher.fallbacks_.remove(kernel_.get());
    dispatcher.update_tables();
  } else {
    dispatcher.forget_library(library_);
  }
}

inline std::string OperatorHandle::dumpComputedTable() const {
  return entry_->dumpComputedTable(Dispatcher::singleton().fallbacks());
}

} // namespace c10
