// The measuring program: reads what to measure from standard input, a line each, and answers with
// lines of its own. Fields are separated by tabs, contenders by `|`.
//
//   program time ROUNDS NANOSECONDS | count | callgrind CALLS
//   in:   subject  device  mode  size  contender|contender|...
//   out:  line  contender  figures        or   line  !  what is wrong
//
// Before it, the header of what is called defines `Setup`, `in_mode(mode, work)`, `Refused` and
// `reason(refused)` for arguments that are not accepted, `check_call()` after a call that may have
// failed without an exception, and `dispatcher_calls(loop)`.
#pragma once

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <exception>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>

#include "run.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_TOGGLE_COLLECT
#endif

namespace dispatchless_bench {

constexpr int64_t CANDIDATES = 10000;
constexpr int64_t WARM = 20;

inline std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

struct Task {
  std::string line;
  const Subject* subject = nullptr;
  Setup setup;
  std::vector<std::string> contenders;
};

// Answers go to a descriptor of their own: what users' code prints to standard output is none of
// them, and goes where errors go.
inline int answers_descriptor = 1;

inline std::ostringstream& answers() {
  static std::ostringstream text;
  return text;
}

inline void send_answers() {
  const std::string text = answers().str();
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = write(answers_descriptor, text.data() + sent, text.size() - sent);
    if (count < 0) _exit(1); // nobody listens
    sent += static_cast<std::size_t>(count);
  }
  answers().str("");
}

// What is being called, for the message of a crash; pointers alone, since the heap is measured.
inline const Task* called_task = nullptr;
inline const std::string* called_contender = nullptr;

extern "C" inline void say_what_crashed(int signal) {
  if (called_task != nullptr && called_contender != nullptr) {
    static char said[512];
    const Setup& setup = called_task->setup;
    const int size = std::snprintf(
        said, sizeof said, "while %.*s was called, %s, %s, %s, %lld element(s)\n",
        static_cast<int>(called_task->subject->name.size()), called_task->subject->name.data(),
        called_contender->c_str(), setup.device.c_str(), setup.mode.c_str(),
        static_cast<long long>(setup.size));
    if (write(2, said, std::min<std::size_t>(static_cast<std::size_t>(size), sizeof said)) < 0) {}
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// Makes fresh arguments and gives the contender's loop to `action`.
inline void visit(Task& task, const std::string& name, std::function<void(const Loop&)> action) {
  called_task = &task;
  called_contender = &name;
  in_mode(task.setup.mode, [&] {
    Run run(task.setup, name, std::move(action));
    task.subject->visit(run);
    if (!run.found()) throw std::runtime_error("there is no contender '" + name + "'");
  });
}

// What is known of a subject's arguments: the candidate that was accepted last, or why none was.
struct Found {
  int64_t candidate = 0;
  std::string refusal;
};

inline Found& found_for(const std::string& what) {
  static std::map<std::string, Found> found;
  return found[what];
}

// Whether the first contender accepts a candidate; else what it said is added, if nothing is yet.
inline bool accepts(Task& task, int64_t candidate, std::string& said) {
  task.setup.candidate = candidate;
  bool called = false;
  try {
    visit(task, task.contenders.front(), [&](const Loop& loop) {
      loop(1);
      check_call();
      called = true;
    });
  } catch (const Refused& error) {
    if (said.empty()) said = reason(error);
  }
  return called;
}

// Finds arguments that the first contender accepts, first those that it accepted before.
inline void find_arguments(Task& task) {
  const std::string name(task.subject->name);
  Found& known = found_for(name);
  Found& here = found_for(name + ' ' + task.setup.device + ' ' + std::to_string(task.setup.size));
  if (here.refusal.empty()) {
    std::string said;
    if (accepts(task, known.candidate, said)) return;
    said.clear();
    for (int64_t candidate = 0; candidate < CANDIDATES; ++candidate) {
      if (accepts(task, candidate, said)) {
        known.candidate = candidate;
        return;
      }
    }
    here.refusal = "found no arguments that it accepts; with the first, it said: " + said;
  }
  throw std::runtime_error(here.refusal);
}

// Of the thread's own time, which is that of the clock where nothing else runs: other programs do not
// count, however many there are.
inline int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return int64_t(time.tv_sec) * 1000000000 + time.tv_nsec;
}

inline int64_t nanoseconds(const Loop& loop, int64_t calls) {
  const int64_t start = now();
  loop(calls);
  return now() - start;
}

// So many calls that a block takes long enough for the clock.
inline int64_t calls_for(Task& task, const std::string& name, int64_t block) {
  int64_t calls = 1;
  visit(task, name, [&](const Loop& loop) {
    loop(WARM);
    for (;;) {
      const int64_t took = nanoseconds(loop, calls);
      if (took >= block || calls >= (int64_t(1) << 24)) return;
      calls = took * 8 < block ? calls * 4 : std::max(calls + 1, calls * block / (took + 1));
    }
  });
  return calls;
}

// The times of a task's contenders, and how many calls a block of each is.
struct Timing {
  Task task;
  std::vector<int64_t> calls;
  std::vector<std::vector<double>> figures;
};

inline Timing prepared(const Task& task, int64_t block) {
  Timing timing{task, {}, std::vector<std::vector<double>>(task.contenders.size())};
  for (const std::string& name : task.contenders) {
    timing.calls.push_back(calls_for(timing.task, name, block));
  }
  return timing;
}

// One block of every contender, in random order.
inline void add_round(Timing& timing, std::mt19937& random) {
  std::vector<std::size_t> order(timing.calls.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  for (const std::size_t i : order) {
    visit(timing.task, timing.task.contenders[i], [&](const Loop& loop) {
      loop(std::min<int64_t>(WARM, timing.calls[i]));
      const double took = static_cast<double>(nanoseconds(loop, timing.calls[i]));
      timing.figures[i].push_back(took / static_cast<double>(timing.calls[i]));
    });
  }
}

// Contenders of a task take turns, and so do the tasks: what disturbs the machine for a second
// disturbs a round of all of them, and not all rounds of one.
inline void time(std::vector<Timing>& timings, int64_t rounds) {
  std::mt19937 random(1);
  for (int64_t round = 0; round < rounds; ++round) {
    for (Timing& timing : timings) add_round(timing, random);
    answers() << "#\t\tround " << round + 1 << " of " << rounds << '\n';
    send_answers();
  }
  for (const Timing& timing : timings) {
    for (std::size_t i = 0; i < timing.figures.size(); ++i) {
      answers() << timing.task.line << '\t' << timing.task.contenders[i] << '\t';
      for (const double figure : timing.figures[i]) answers() << figure << ' ';
      answers() << '\n';
    }
  }
}

// Allocations so far, where the library that counts them is loaded before the others.
inline int64_t allocations() {
  using Count = int64_t (*)();
  static const auto count =
      reinterpret_cast<Count>(dlsym(RTLD_DEFAULT, "dispatchless_bench_allocations"));
  return count == nullptr ? 0 : count();
}

// Dispatcher calls and allocations of one call.
inline void count(Task& task) {
  for (const std::string& name : task.contenders) {
    int64_t dispatched = 0;
    int64_t allocated = 0;
    visit(task, name, [&](const Loop& loop) {
      loop(WARM);
      const int64_t before = allocations();
      loop(1);
      allocated = allocations() - before;
      dispatched = dispatcher_calls(loop);
    });
    answers() << task.line << '\t' << name << '\t' << dispatched << ' ' << allocated << '\n';
  }
}

// Runs `work` in a child with a copy of all that this process has, and waits for it.
template <class Work>
pid_t in_child(Work work) {
  send_answers();
  const pid_t child = fork();
  if (child == 0) {
    int status = 0;
    try {
      work();
    } catch (const std::exception& error) {
      answers() << "!\t!\t" << error.what() << '\n';
      status = 1;
    }
    send_answers();
    _exit(status);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) throw std::runtime_error("a child of the measuring program broke off");
  return child;
}

// A process of its own for each contender, all with the same heap behind them: the state of the heap
// makes some hundred instructions of difference for the same code. Each task starts from the heap of
// the start, too; its process runs all contenders once, so that valgrind has translated them.
inline void callgrind(Task& task, int64_t calls) {
  in_child([&] {
    find_arguments(task);
    for (const std::string& name : task.contenders) {
      visit(task, name, [](const Loop& loop) { loop(WARM); });
    }
    // Nothing is printed in between: the first number that a stream prints is an allocation.
    std::vector<pid_t> children(task.contenders.size());
    for (std::size_t i = 0; i < children.size(); ++i) {
      children[i] = in_child([&] {
        visit(task, task.contenders[i], [&](const Loop& loop) {
          loop(WARM);
          CALLGRIND_TOGGLE_COLLECT;
          loop(calls);
          CALLGRIND_TOGGLE_COLLECT;
        });
      });
    }
    for (std::size_t i = 0; i < children.size(); ++i) {
      answers() << task.line << '\t' << task.contenders[i] << '\t' << children[i] << '\n';
    }
  });
}

inline int run_program(
    int argc, char** argv, const std::vector<Subject>& subjects, void (*prepare)()) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto number = [&](std::size_t at) { return std::stoll(arguments.at(at)); };
  const std::string action = arguments.at(0);
  answers_descriptor = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    std::signal(signal, say_what_crashed);
  }
  prepare();
  if (action == "callgrind") CALLGRIND_START_INSTRUMENTATION;
  std::vector<Timing> timings;
  int64_t line = 0;
  for (std::string text; std::getline(std::cin, text); ++line) {
    try {
      const std::vector<std::string> fields = split(text, '\t');
      Task task;
      task.line = std::to_string(line);
      for (const Subject& subject : subjects) {
        if (subject.name == fields.at(0)) task.subject = &subject;
      }
      if (task.subject == nullptr) throw std::runtime_error("no subject '" + fields[0] + "'");
      task.setup.device = fields.at(1);
      task.setup.mode = fields.at(2);
      task.setup.size = std::stoll(fields.at(3));
      task.contenders = split(fields.at(4), '|');
      // Under callgrind a child does it, so that every task starts from the same heap.
      if (action != "callgrind") find_arguments(task);
      if (action == "time") timings.push_back(prepared(task, number(2)));
      if (action == "count") count(task);
      if (action == "callgrind") callgrind(task, number(1));
    } catch (const std::exception& error) {
      std::string said = error.what();
      std::replace(said.begin(), said.end(), '\n', ' ');
      std::replace(said.begin(), said.end(), '\t', ' ');
      answers() << line << "\t!\t" << said << '\n';
    }
    send_answers();
  }
  if (action == "time") time(timings, number(1));
  // What the kernels' owners would do at the end is not measured, and may not be in order.
  send_answers();
  _exit(0);
}

} // namespace dispatchless_bench
