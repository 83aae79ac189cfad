// The keys that the current thread adds to and takes from every call, and the guards that change
// them for a scope.
#pragma once

#include <c10/core/DispatchKeySet.h>

namespace c10::impl {

struct LocalDispatchKeySet {
  DispatchKeySet included_;
  DispatchKeySet excluded_;
};

namespace detail {
inline LocalDispatchKeySet& local_keys() {
  static thread_local LocalDispatchKeySet keys{default_included_set, default_excluded_set};
  return keys;
}
} // namespace detail

inline LocalDispatchKeySet tls_local_dispatch_key_set() { return detail::local_keys(); }
inline void _force_tls_local_dispatch_key_set(LocalDispatchKeySet keys) {
  detail::local_keys() = keys;
}

class IncludeDispatchKeyGuard {
 public:
  explicit IncludeDispatchKeyGuard(DispatchKeySet keys)
      : added_(keys - detail::local_keys().included_) {
    detail::local_keys().included_ = detail::local_keys().included_ | added_;
  }
  explicit IncludeDispatchKeyGuard(DispatchKey key) : IncludeDispatchKeyGuard(DispatchKeySet(key)) {}
  IncludeDispatchKeyGuard(const IncludeDispatchKeyGuard&) = delete;
  IncludeDispatchKeyGuard& operator=(const IncludeDispatchKeyGuard&) = delete;
  ~IncludeDispatchKeyGuard() {
    detail::local_keys().included_ = detail::local_keys().included_ - added_;
  }

 private:
  DispatchKeySet added_;
};

class ExcludeDispatchKeyGuard {
 public:
  explicit ExcludeDispatchKeyGuard(DispatchKeySet keys)
      : added_(keys - detail::local_keys().excluded_) {
    detail::local_keys().excluded_ = detail::local_keys().excluded_ | added_;
  }
  explicit ExcludeDispatchKeyGuard(DispatchKey key) : ExcludeDispatchKeyGuard(DispatchKeySet(key)) {}
  ExcludeDispatchKeyGuard(const ExcludeDispatchKeyGuard&) = delete;
  ExcludeDispatchKeyGuard& operator=(const ExcludeDispatchKeyGuard&) = delete;
  ~ExcludeDispatchKeyGuard() {
    detail::local_keys().excluded_ = detail::local_keys().excluded_ - added_;
  }

 private:
  DispatchKeySet added_;
};

// Replaces both sets for a scope.
class ForceDispatchKeyGuard {
 public:
  ForceDispatchKeyGuard(DispatchKeySet included, DispatchKeySet excluded)
      : saved_(detail::local_keys()) {
    detail::local_keys() = {included, excluded};
  }
  ForceDispatchKeyGuard(const ForceDispatchKeyGuard&) = delete;
  ForceDispatchKeyGuard& operator=(const ForceDispatchKeyGuard&) = delete;
  ~ForceDispatchKeyGuard() { detail::local_keys() = saved_; }

 private:
  LocalDispatchKeySet saved_;
};

inline bool tls_is_dispatch_key_excluded(DispatchKey key) {
  return detail::local_keys().excluded_.has(key);
}
inline bool tls_is_dispatch_key_included(DispatchKey key) {
  return detail::local_keys().included_.has(key);
}
inline void tls_set_dispatch_key_excluded(DispatchKey key, bool value) {
  auto& keys = detail::local_keys();
  keys.excluded_ = value ? keys.excluded_.add(key) : keys.excluded_.remove(key);
}
inline void tls_set_dispatch_key_included(DispatchKey key, bool value) {
  auto& keys = detail::local_keys();
  keys.included_ = value ? keys.included_.add(key) : keys.included_.remove(key);
}

} // namespace c10::impl
