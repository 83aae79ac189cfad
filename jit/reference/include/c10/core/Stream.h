#pragma once

#include <c10/core/Device.h>

namespace c10 {

// A signature may name a stream; no device here has one.
class Stream {
 public:
  explicit Stream(Device device) : device_(device) {}
  Device device() const { return device_; }

 private:
  Device device_;
};

} // namespace c10
