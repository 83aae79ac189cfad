// A scope without autograd, in which new tensors are inference tensors: they carry neither autograd
// nor ADInplaceOrView keys and no version counter.
#pragma once

#include <c10/core/GradMode.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

namespace c10 {

class InferenceMode {
 public:
  explicit InferenceMode(bool enabled = true)
      : saved_keys_(impl::tls_local_dispatch_key_set()), saved_grad_(GradMode::is_enabled()),
        saved_flag_(flag()) {
    const DispatchKeySet view(DispatchKey::ADInplaceOrView);
    const DispatchKeySet included = enabled ? saved_keys_.included_ - view : saved_keys_.included_ | view;
    const DispatchKeySet excluded = enabled ? saved_keys_.excluded_ | autograd_dispatch_keyset
                                            : saved_keys_.excluded_ - autograd_dispatch_keyset;
    impl::_force_tls_local_dispatch_key_set({included, excluded});
    GradMode::set_enabled(!enabled);
    flag() = enabled;
  }
  InferenceMode(const InferenceMode&) = delete;
  InferenceMode& operator=(const InferenceMode&) = delete;
  ~InferenceMode() {
    flag() = saved_flag_;
    GradMode::set_enabled(saved_grad_);
    impl::_force_tls_local_dispatch_key_set(saved_keys_);
  }
  static bool is_enabled() { return flag(); }

 private:
  static bool& flag() {
    static thread_local bool enabled = false;
    return enabled;
  }
  impl::LocalDispatchKeySet saved_keys_;
  bool saved_grad_;
  bool saved_flag_;
};

} // namespace c10
