#pragma once

#include <c10/core/Device.h>

namespace at {

// A signature may name a generator; no operator here is random.
class Generator {
 public:
  bool defined() const { return false; }
};

} // namespace at
