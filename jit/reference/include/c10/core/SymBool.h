// c10::SymBool: a truth value that may be symbolic in torch. Here it always holds a value.
#pragma once

#include <c10/macros/Macros.h>

#include <cstdint>
#include <optional>

namespace c10 {

class SymBool {
 public:
  SymBool() = default;
  SymBool(bool value) : value_(value) {}
  bool expect_bool() const { return value_; }
  bool guard_bool(const char*, int64_t) const { return value_; }
  std::optional<bool> maybe_as_bool() const { return value_; }

 private:
  bool value_ = false;
};

} // namespace c10
