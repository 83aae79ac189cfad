// Observers of outer dispatcher calls. As in torch, one callback sees every call of an operator
// through the dispatcher and no redispatch.
#pragma once

#include <ATen/core/operator_name.h>

#include <memory>
#include <optional>

namespace at {

struct ObserverContext {
  virtual ~ObserverContext() = default;
};

class RecordFunction {
 public:
  explicit RecordFunction(const c10::OperatorName& op) : op_(op) {}
  std::optional<c10::OperatorName> operator_name() const { return op_; }
  const char* name() const { return op_.name.c_str(); }

 private:
  const c10::OperatorName& op_;
};

class RecordFunctionCallback {
 public:
  using StartCallback = std::unique_ptr<ObserverContext> (*)(const RecordFunction&);
  using EndCallback = void (*)(const RecordFunction&, ObserverContext*);
  explicit RecordFunctionCallback(StartCallback start, EndCallback end = nullptr)
      : start_(start), end_(end) {}
  RecordFunctionCallback& needsInputs(bool) { return *this; }
  RecordFunctionCallback& needsIds(bool) { return *this; }
  StartCallback start() const { return start_; }
  EndCallback end() const { return end_; }

 private:
  StartCallback start_;
  EndCallback end_;
};

using CallbackHandle = uint64_t;

namespace detail {
struct RegisteredCallback {
  CallbackHandle handle = 0;
  RecordFunctionCallback callback{nullptr};
};
inline c10::Sequence<RegisteredCallback>& record_callbacks() {
  static c10::Sequence<RegisteredCallback> callbacks;
  return callbacks;
}

// Runs the callbacks around one dispatcher call.
class ObservedCall {
 public:
  explicit ObservedCall(const c10::OperatorName& op) : record_(op), callbacks_(record_callbacks()) {
    for (const RegisteredCallback& entry : callbacks_) {
      const auto start = entry.callback.start();
      contexts_.push_back(start == nullptr ? nullptr : start(record_).release());
    }
  }
  ObservedCall(const ObservedCall&) = delete;
  ObservedCall& operator=(const ObservedCall&) = delete;
  ~ObservedCall() {
    for (std::size_t i = callbacks_.size(); i-- > 0;) {
      if (callbacks_[i].callback.end() != nullptr) {
        callbacks_[i].callback.end()(record_, contexts_[i]);
      }
      delete contexts_[i];
    }
  }

 private:
  RecordFunction record_;
  c10::Sequence<RegisteredCallback> callbacks_;
  c10::Sequence<ObserverContext*> contexts_;
};
} // namespace detail

inline CallbackHandle addGlobalCallback(RecordFunctionCallback callback) {
  static CallbackHandle next = 0;
  detail::record_callbacks().push_back({++next, callback});
  return next;
}
inline void removeCallback(CallbackHandle handle) {
  auto& callbacks = detail::record_callbacks();
  for (std::size_t i = 0; i < callbacks.size(); ++i) {
    if (callbacks[i].handle == handle) {
      callbacks.erase(i);
      return;
    }
  }
}
inline void clearCallbacks() { detail::record_callbacks().clear(); }
inline bool hasCallbacks() { return !detail::record_callbacks().empty(); }

} // namespace at
