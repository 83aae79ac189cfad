// Guards that a kernel holds while it calls what lies below autograd.
#pragma once

#include <c10/core/impl/LocalDispatchKeySet.h>

namespace at {

// Skips the autograd keys. In-place and view bookkeeping (ADInplaceOrView) still happens.
struct AutoDispatchBelowAutograd {
  AutoDispatchBelowAutograd() : guard_(c10::autograd_dispatch_keyset) {}
  c10::impl::ExcludeDispatchKeyGuard guard_;
};

// Skips the autograd keys and ADInplaceOrView.
struct AutoDispatchBelowADInplaceOrView {
  AutoDispatchBelowADInplaceOrView() : guard_(c10::autograd_dispatch_keyset_with_ADInplaceOrView) {}
  c10::impl::ExcludeDispatchKeyGuard guard_;
};

} // namespace at
