// The operators that the dispatcher calls, in order and with their nesting, while somebody listens.
#pragma once

#include <Python.h>

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <ATen/record_function.h>

namespace dispatchless_support {

class DispatchLog {
 public:
  static DispatchLog& instance() {
    static DispatchLog log;
    return log;
  }

  // Start listening; the result marks the place in the log.
  std::size_t start() {
    if (listeners_++ == 0) {
      calls_.clear();
      depth() = 0;
      handle_ = at::addGlobalCallback(
          at::RecordFunctionCallback(&DispatchLog::enter, &DispatchLog::leave)
              .scopes({at::RecordScope::FUNCTION}));
    }
    return calls_.size();
  }

  // Stop listening; the result is a new list of (name, depth) of the calls logged since `mark`.
  PyObject* stop(std::size_t mark) {
    if (--listeners_ == 0) at::removeCallback(handle_);
    PyObject* list = PyList_New(0);
    for (std::size_t i = mark; list != nullptr && i < calls_.size(); ++i) {
      PyObject* call = Py_BuildValue("(si)", calls_[i].first.c_str(), calls_[i].second);
      PyList_Append(list, call);
      Py_DECREF(call);
    }
    return list;
  }

 private:
  static std::unique_ptr<at::ObserverContext> enter(const at::RecordFunction& function) {
    const int level = depth()++;
    if (const auto name = function.operator_name()) {
      DispatchLog& log = instance();
      const std::lock_guard<std::mutex> lock(log.mutex_);
      log.calls_.emplace_back(c10::toString(*name), level);
    }
    return nullptr;
  }

  static void leave(const at::RecordFunction&, at::ObserverContext*) { --depth(); }

  // How many dispatcher calls this thread is inside of.
  static int& depth() {
    static thread_local int level = 0;
    return level;
  }

  std::mutex mutex_;
  std::vector<std::pair<std::string, int>> calls_;
  at::CallbackHandle handle_ = 0;
  int listeners_ = 0;
};

std::size_t start_counting() { return DispatchLog::instance().start(); }
PyObject* stop_counting(std::size_t mark) { return DispatchLog::instance().stop(mark); }

}  // namespace dispatchless_support
