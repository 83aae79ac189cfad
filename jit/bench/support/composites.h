// The measuring program of operators that ATen's dispatcher knows.
#pragma once

#include <ATen/record_function.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <c10/util/Exception.h>

#include "values.h"

#include "run.h"

namespace dispatchless_bench {

template <class Work>
void in_mode(const std::string& mode, Work work) {
  if (mode == "inference") {
    c10::InferenceMode guard;
    work();
  } else if (mode == "no_grad") {
    c10::AutoGradMode guard(false);
    work();
  } else {
    work();
  }
}

using Refused = c10::Error;

inline std::string reason(const Refused& error) { return error.what_without_backtrace(); }

inline void check_call() {}

inline int64_t& observed_calls() {
  static int64_t calls = 0;
  return calls;
}

// Of one call.
inline int64_t dispatcher_calls(const Loop& loop) {
  observed_calls() = 0;
  const auto handle = at::addGlobalCallback(at::RecordFunctionCallback(
      [](const at::RecordFunction& function) -> std::unique_ptr<at::ObserverContext> {
        if (function.operator_name().has_value()) ++observed_calls();
        return nullptr;
      }));
  loop(1);
  at::removeCallback(handle);
  return observed_calls();
}

} // namespace dispatchless_bench

#include "main.h"
