// The platform below the runtime: its log is kept, and an abort is an exception.
#pragma once

#include <executorch/runtime/platform/platform.h>
#include <executorch/runtime/platform/runtime.h>

#include <exception>
#include <string>

namespace dispatchless_executorch {

// What the runtime's abort is turned into. Frames of libraries without exceptions are left without
// cleaning up: what they hold is lost, and a lock stays locked.
struct Aborted {};

// Negative codes stand beside those of Error.
constexpr int kAborted = -1;
constexpr int kThrown = -2;

inline std::string log_text;

inline void log_line(char level, const char* file, const char* message, size_t length) {
  // A runtime in a loop of errors must not fill the memory.
  if (log_text.size() < (1u << 20)) {
    log_text += level;
    log_text += ' ';
    log_text += file;
    log_text += ": ";
    log_text.append(message, length);
    log_text += '\n';
  }
}

inline void keep_message(
    et_timestamp_t, et_pal_log_level_t level, const char* file, const char*, size_t,
    const char* message, size_t length) {
  if (level != kDebug && level != kInfo) {
    log_line(static_cast<char>(level), file, message, length);
  }
}

inline void throw_aborted() {
  throw Aborted();
}

// The code of `work`, which gives an Error.
template <class Work>
int guarded(Work work) {
  try {
    return static_cast<int>(work());
  } catch (const Aborted&) {
    return kAborted;
  } catch (const std::exception& error) {
    log_line('E', "exception", error.what(), std::char_traits<char>::length(error.what()));
    return kThrown;
  } catch (...) {
    return kThrown;
  }
}

}  // namespace dispatchless_executorch

extern "C" {

int dispatchless_et_set_up() {
  executorch::runtime::runtime_init();
  return executorch::runtime::register_pal(executorch::runtime::PalImpl::create(
      nullptr, dispatchless_executorch::throw_aborted, nullptr, nullptr,
      dispatchless_executorch::keep_message, nullptr, nullptr, "dispatchless"));
}

// The messages since the last `clear`, each on a line: "E operator_registry.cpp: message".
const char* dispatchless_et_log() {
  return dispatchless_executorch::log_text.c_str();
}

void dispatchless_et_clear_log() {
  dispatchless_executorch::log_text.clear();
}

}  // extern "C"
