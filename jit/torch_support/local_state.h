// The function that thread_local.h makes c10 use, defined once in a process.
#pragma once

#include "thread_local.h"

namespace c10::impl {

// The constructor of the guard is in libtorch and stores the address of the thread's key sets in
// the guard's first member; including no key changes nothing.
LocalDispatchKeySet tls_local_dispatch_key_set() {
  IncludeDispatchKeyGuard guard{DispatchKeySet()};
  return LocalDispatchKeySet(**reinterpret_cast<PODLocalDispatchKeySet**>(&guard));
}

}  // namespace c10::impl
