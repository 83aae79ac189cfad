// Whether operations on tensors that require grad are recorded.
#pragma once

#include <c10/macros/Macros.h>

namespace c10 {

namespace detail {
inline bool& grad_enabled() {
  static thread_local bool enabled = true;
  return enabled;
}
} // namespace detail

struct GradMode {
  static bool is_enabled() { return detail::grad_enabled(); }
  static void set_enabled(bool enabled) { detail::grad_enabled() = enabled; }
};

struct AutoGradMode {
  explicit AutoGradMode(bool enabled) : previous(GradMode::is_enabled()) {
    GradMode::set_enabled(enabled);
  }
  AutoGradMode(const AutoGradMode&) = delete;
  AutoGradMode& operator=(const AutoGradMode&) = delete;
  ~AutoGradMode() { GradMode::set_enabled(previous); }
  bool previous;
};

struct NoGradGuard : public AutoGradMode {
  NoGradGuard() : AutoGradMode(false) {}
};

} // namespace c10

namespace at {
using c10::AutoGradMode;
using c10::GradMode;
using c10::NoGradGuard;
} // namespace at
