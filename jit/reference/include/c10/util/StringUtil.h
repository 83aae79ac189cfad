// c10::str: the printed forms of its arguments, joined without a separator.
#pragma once

#include <c10/macros/Macros.h>

#include <sstream>
#include <string>

namespace c10 {

inline std::string str() { return {}; }
inline std::string str(const std::string& text) { return text; }
inline std::string str(const char* text) { return text; }

template <class... Args>
std::string str(const Args&... args) {
  std::ostringstream out;
  (out << ... << args);
  return out.str();
}

} // namespace c10
