// Records which operators are called inside which: a RecordFunction callback on every dispatcher
// call, with a stack per thread. Loaded with ctypes by measure_inner_dispatches.py.
#include <ATen/record_function.h>

#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::map<std::string, std::set<std::string>> inner;
std::mutex mutex;
thread_local std::vector<std::string> stack;
at::CallbackHandle handle = 0;

struct Pushed : at::ObserverContext {};

std::unique_ptr<at::ObserverContext> enter(const at::RecordFunction& function) {
  const auto name = function.operator_name();
  if (!name) {
    return nullptr;
  }
  const std::string text = c10::toString(*name);
  std::lock_guard<std::mutex> lock(mutex);
  inner[text];
  if (!stack.empty()) {
    inner[stack.back()].insert(text);
  }
  stack.push_back(text);
  return std::make_unique<Pushed>();
}

void leave(const at::RecordFunction&, at::ObserverContext* context) {
  if (context != nullptr) {
    stack.pop_back();
  }
}

}  // namespace

extern "C" void recorder_start() {
  handle = at::addGlobalCallback(
      at::RecordFunctionCallback(enter, leave).scopes({at::RecordScope::FUNCTION}));
}

extern "C" void recorder_stop() { at::removeCallback(handle); }

// One line per operator: its name, then the names of those called inside. The text lives until the
// next call.
extern "C" const char* recorder_text() {
  static std::string text;
  std::ostringstream out;
  for (const auto& [outer, names] : inner) {
    out << outer;
    for (const auto& each : names) {
      out << ' ' << each;
    }
    out << '\n';
  }
  text = out.str();
  return text.c_str();
}
