// Errors and warnings. The classes and the macros mean what they mean in torch; a message carries
// no backtrace here, so what() and what_without_backtrace() agree.
#pragma once

#include <c10/util/Sequence.h>
#include <c10/util/StringUtil.h>

#include <cstdio>
#include <exception>
#include <string>
#include <utility>

namespace c10 {

class Error : public std::exception {
 public:
  explicit Error(std::string message) : message_(std::move(message)) {}
  const std::string& msg() const { return message_; }
  const char* what() const noexcept override { return message_.c_str(); }
  const char* what_without_backtrace() const noexcept { return message_.c_str(); }

 private:
  std::string message_;
};

class IndexError : public Error {
  using Error::Error;
};
class ValueError : public Error {
  using Error::Error;
};
class TypeError : public Error {
  using Error::Error;
};
class NotImplementedError : public Error {
  using Error::Error;
};

namespace detail {

// [[noreturn]] and out of line, so that a check costs its caller one call. Without a message the
// condition is told.
template <class E>
[[noreturn]] C10_NOINLINE void raise(std::initializer_list<Piece> message,
                                     const char* condition = "") {
  if (message.size() == 0) {
    throw E(format({"Expected ", condition, " to be true, but got false.  (Could this error message ",
                    "be improved?  If so, please report an enhancement request to PyTorch.)"}));
  }
  throw E(format(message));
}

} // namespace detail

// Every warning raised so far, oldest first; tests read and clear it.
inline Sequence<std::string>& warnings_raised() {
  static Sequence<std::string> log;
  return log;
}

inline void warn(const std::string& message) {
  warnings_raised().push_back(message);
  std::fprintf(stderr, "Warning: %s\n", message.c_str());
}

} // namespace c10

#define DISPATCHLESS_CHECK_AS(error, condition, ...)          \
  do {                                                        \
    if (C10_UNLIKELY(!(condition))) {                         \
      ::c10::detail::raise<error>({__VA_ARGS__}, #condition); \
    }                                                         \
  } while (false)

#define TORCH_CHECK(condition, ...) DISPATCHLESS_CHECK_AS(::c10::Error, condition, __VA_ARGS__)
#define TORCH_CHECK_INDEX(condition, ...) \
  DISPATCHLESS_CHECK_AS(::c10::IndexError, condition, __VA_ARGS__)
#define TORCH_CHECK_VALUE(condition, ...) \
  DISPATCHLESS_CHECK_AS(::c10::ValueError, condition, __VA_ARGS__)
#define TORCH_CHECK_TYPE(condition, ...) \
  DISPATCHLESS_CHECK_AS(::c10::TypeError, condition, __VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(condition, ...) \
  DISPATCHLESS_CHECK_AS(::c10::NotImplementedError, condition, __VA_ARGS__)
#define TORCH_INTERNAL_ASSERT(condition, ...)                                                \
  DISPATCHLESS_CHECK_AS(::c10::Error, condition, #condition " INTERNAL ASSERT FAILED at ",    \
                        __FILE__, ":", __LINE__, ". " __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...) static_cast<void>(0)
#define TORCH_WARN(...) ::c10::warn(::c10::detail::format({__VA_ARGS__}))
