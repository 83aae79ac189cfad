// What is done with one way of making a call: tried, timed, counted, or run under callgrind. `Setup`
// is defined before, by the header of what is called.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace dispatchless_bench {

// A call, to be repeated.
using Loop = std::function<void(int64_t)>;

// One visit of a subject: makes its arguments and hands the wanted contender's loop to `action`.
class Run {
 public:
  Run(Setup& setup, std::string_view wanted, std::function<void(const Loop&)> action)
      : setup(setup), wanted_(wanted), action_(std::move(action)) {
    setup.begin();
  }

  // `device` is where the contender works; empty where it works on every device.
  template <class Call>
  void contender(std::string_view device, std::string_view name, Call call) {
    if (name != wanted_ || !(device.empty() || device == setup.device)) return;
    found_ = true;
    // All arguments are made by now.
    if (setup.beyond()) return;
    action_([&call](int64_t times) {
      for (int64_t i = 0; i < times; ++i) call();
    });
  }

  bool found() const { return found_; }

  Setup& setup;

 private:
  // A view, since a copy of a long name is an allocation more than one of a short name.
  std::string_view wanted_;
  std::function<void(const Loop&)> action_;
  bool found_ = false;
};

struct Subject {
  std::string_view name;
  void (*visit)(Run&);
};

} // namespace dispatchless_bench
