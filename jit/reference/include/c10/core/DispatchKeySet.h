// c10::DispatchKeySet: one bit per runtime key, the highest bit is dispatched to first.
#pragma once

#include <c10/core/DispatchKey.h>

#include <initializer_list>

namespace c10 {

class DispatchKeySet {
 public:
  enum Full { FULL };
  enum FullAfter { FULL_AFTER };
  enum Raw { RAW };

  constexpr DispatchKeySet() = default;
  constexpr DispatchKeySet(Full) : bits_(~uint64_t(0) >> (64 - (num_runtime_keys - 1))) {}
  // Every key of lower priority than `key`.
  constexpr DispatchKeySet(FullAfter, DispatchKey key) : bits_(bit(key) - 1) {}
  constexpr DispatchKeySet(Raw, uint64_t bits) : bits_(bits) {}
  constexpr explicit DispatchKeySet(DispatchKey key) : bits_(bit(key)) {}
  constexpr DispatchKeySet(std::initializer_list<DispatchKey> keys) {
    for (const DispatchKey key : keys) {
      bits_ |= bit(key);
    }
  }

  constexpr bool has(DispatchKey key) const { return (bits_ & bit(key)) != 0; }
  constexpr bool has_any(DispatchKeySet other) const { return (bits_ & other.bits_) != 0; }
  constexpr bool has_all(DispatchKeySet other) const {
    return (bits_ & other.bits_) == other.bits_;
  }
  constexpr bool isSupersetOf(DispatchKeySet other) const { return has_all(other); }
  constexpr DispatchKeySet operator|(DispatchKeySet other) const { return {RAW, bits_ | other.bits_}; }
  constexpr DispatchKeySet operator&(DispatchKeySet other) const { return {RAW, bits_ & other.bits_}; }
  constexpr DispatchKeySet operator-(DispatchKeySet other) const {
    return {RAW, bits_ & ~other.bits_};
  }
  constexpr DispatchKeySet operator^(DispatchKeySet other) const { return {RAW, bits_ ^ other.bits_}; }
  constexpr bool operator==(DispatchKeySet other) const { return bits_ == other.bits_; }
  constexpr bool operator!=(DispatchKeySet other) const { return bits_ != other.bits_; }
  [[nodiscard]] constexpr DispatchKeySet add(DispatchKey key) const { return {RAW, bits_ | bit(key)}; }
  [[nodiscard]] constexpr DispatchKeySet remove(DispatchKey key) const {
    return {RAW, bits_ & ~bit(key)};
  }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr uint64_t raw_repr() const { return bits_; }
  DispatchKey highestPriorityTypeId() const {
    return static_cast<DispatchKey>(bits_ == 0 ? 0 : 64 - __builtin_clzll(bits_));
  }

 private:
  static constexpr uint64_t bit(DispatchKey key) {
    return key == DispatchKey::Undefined ? 0 : uint64_t(1) << (static_cast<unsigned>(key) - 1);
  }
  uint64_t bits_ = 0;
};

inline std::ostream& operator<<(std::ostream& out, DispatchKeySet keys) {
  out << "DispatchKeySet(";
  const char* separator = "";
  while (!keys.empty()) {
    const DispatchKey key = keys.highestPriorityTypeId();
    out << separator << key;
    separator = ", ";
    keys = keys.remove(key);
  }
  return out << ')';
}

constexpr DispatchKeySet autograd_dispatch_keyset = DispatchKeySet({
    DispatchKey::AutogradOther, DispatchKey::AutogradCPU, DispatchKey::AutogradCUDA,
    DispatchKey::AutogradXPU, DispatchKey::AutogradMPS, DispatchKey::AutogradMTIA,
    DispatchKey::AutogradPrivateUse1, DispatchKey::AutogradMeta,
    DispatchKey::AutogradNestedTensor});
constexpr DispatchKeySet autograd_dispatch_keyset_with_ADInplaceOrView =
    autograd_dispatch_keyset | DispatchKeySet(DispatchKey::ADInplaceOrView);
constexpr DispatchKeySet autocast_dispatch_keyset = DispatchKeySet({
    DispatchKey::AutocastCPU, DispatchKey::AutocastXPU, DispatchKey::AutocastMPS,
    DispatchKey::AutocastMTIA, DispatchKey::AutocastCUDA, DispatchKey::AutocastPrivateUse1});
constexpr DispatchKeySet backend_dispatch_keyset =
    DispatchKeySet(DispatchKeySet::FULL_AFTER, DispatchKey::BackendSelect);

// What a thread adds to, and takes from, the keys of the arguments before anybody says otherwise.
constexpr DispatchKeySet default_included_set =
    DispatchKeySet({DispatchKey::BackendSelect, DispatchKey::ADInplaceOrView});
constexpr DispatchKeySet default_excluded_set = autocast_dispatch_keyset;

constexpr DispatchKeySet after_autograd_keyset =
    DispatchKeySet(DispatchKeySet::FULL_AFTER, DispatchKey::AutogradOther);
constexpr DispatchKeySet after_ADInplaceOrView_keyset =
    DispatchKeySet(DispatchKeySet::FULL_AFTER, DispatchKey::ADInplaceOrView);
constexpr DispatchKeySet after_func_keyset =
    DispatchKeySet(DispatchKeySet::FULL_AFTER, DispatchKey::Functionalize);

// The runtime keys that an alias key stands for.
constexpr DispatchKeySet getRuntimeDispatchKeySet(DispatchKey key) {
  switch (key) {
    case DispatchKey::Autograd:
      return autograd_dispatch_keyset;
    case DispatchKey::CompositeImplicitAutograd:
      return (backend_dispatch_keyset - DispatchKeySet({DispatchKey::NestedTensorCPU,
                                                        DispatchKey::NestedTensorCUDA})) |
          autograd_dispatch_keyset;
    case DispatchKey::CompositeImplicitAutogradNestedTensor:
      return DispatchKeySet({DispatchKey::NestedTensorCPU, DispatchKey::NestedTensorCUDA,
                             DispatchKey::AutogradNestedTensor});
    case DispatchKey::CompositeExplicitAutograd:
      return backend_dispatch_keyset;
    case DispatchKey::CompositeExplicitAutogradNonFunctional:
      return backend_dispatch_keyset -
          DispatchKeySet({DispatchKey::SparseCPU, DispatchKey::SparseCUDA, DispatchKey::SparseMeta,
                          DispatchKey::SparseCsrCPU, DispatchKey::SparseCsrCUDA,
                          DispatchKey::SparseCsrMeta, DispatchKey::MkldnnCPU});
    case DispatchKey::FuncTorchBatchedDecomposition:
      return DispatchKeySet(DispatchKey::FuncTorchBatched);
    default:
      return DispatchKeySet(key);
  }
}
inline bool isIncludedInAlias(DispatchKey key, DispatchKey alias) {
  return key != DispatchKey::Undefined && getRuntimeDispatchKeySet(alias).has(key);
}

// The backends below an autograd key; empty for any other key.
inline DispatchKeySet getBackendKeySetFromAutograd(DispatchKey key) {
  if (key == DispatchKey::AutogradOther) {
    return backend_dispatch_keyset -
        DispatchKeySet({DispatchKey::CPU, DispatchKey::CUDA, DispatchKey::XPU, DispatchKey::MPS,
                        DispatchKey::MTIA, DispatchKey::PrivateUse1, DispatchKey::Meta,
                        DispatchKey::NestedTensorCPU, DispatchKey::NestedTensorCUDA});
  }
  for (const DispatchKey backend :
       {DispatchKey::CPU, DispatchKey::CUDA, DispatchKey::XPU, DispatchKey::MPS, DispatchKey::MTIA,
        DispatchKey::PrivateUse1, DispatchKey::Meta}) {
    if (autogradKeyOf(backend) == key) {
      return DispatchKeySet(backend);
    }
  }
  return {};
}

} // namespace c10

namespace at {
using c10::DispatchKeySet;
}
