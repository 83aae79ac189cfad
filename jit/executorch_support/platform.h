// The platform below the runtime: its log is kept, and an abort is an exception.
#pragma once

#include <executorch/runtime/platform/platform.h>
#include <executorch/runtime/platform/runtime.h>

#include <mutex>
#include <stdexcept>
#include <string>

namespace dispatchless_executorch {

// What the runtime's abort is turned into. Frames of libraries without exceptions are left without
// cleaning up: what they hold is lost, and a lock stays locked.
struct Aborted : std::runtime_error {
  Aborted() : std::runtime_error("the runtime aborts") {}
};

inline std::mutex log_lock;
inline std::string log_text;

// The messages since the last call, each on a line: "E operator_registry.cpp: message".
inline std::string take_log() {
  const std::lock_guard<std::mutex> guard(log_lock);
  std::string taken;
  taken.swap(log_text);
  return taken;
}

inline void keep_message(
    et_timestamp_t, et_pal_log_level_t level, const char* file, const char*, size_t,
    const char* message, size_t length) {
  if (level == kDebug || level == kInfo) {
    return;
  }
  const std::lock_guard<std::mutex> guard(log_lock);
  // A runtime in a loop of errors must not fill the memory.
  if (log_text.size() < (1u << 20)) {
    log_text += static_cast<char>(level);
    log_text += ' ';
    log_text += file;
    log_text += ": ";
    log_text.append(message, length);
    log_text += '\n';
  }
}

inline void throw_aborted() {
  throw Aborted();
}

inline bool set_up_platform() {
  executorch::runtime::runtime_init();
  return executorch::runtime::register_pal(executorch::runtime::PalImpl::create(
      nullptr, throw_aborted, nullptr, nullptr, keep_message, nullptr, nullptr, "dispatchless"));
}

}  // namespace dispatchless_executorch
