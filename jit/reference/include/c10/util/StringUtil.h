// c10::str: the printed forms of its arguments, joined without a separator.
//
// This runtime is compiled anew in every process that uses it, so its code is kept small: messages
// are put together by one function from type-erased pieces, not by a template per message.
#pragma once

#include <c10/macros/Macros.h>

#include <initializer_list>
#include <sstream>
#include <string>

namespace c10 {

namespace detail {

template <class T>
C10_NOINLINE void append_value(std::string& out, const void* value) {
  std::ostringstream stream;
  stream << *static_cast<const T*>(value);
  out += stream.str();
}
inline void append_chars(std::string& out, const void* text) { out += static_cast<const char*>(text); }
template <>
inline void append_value<std::string>(std::string& out, const void* value) {
  out += *static_cast<const std::string*>(value);
}

// One argument of a message; it borrows, so it lives no longer than the expression it is in.
struct Piece {
  Piece(const char* text) : object(text), append(&append_chars) {}
  template <class T>
  Piece(const T& value) : object(&value), append(&append_value<T>) {}
  const void* object;
  void (*append)(std::string&, const void*);
};

inline std::string format(std::initializer_list<Piece> pieces) {
  std::string text;
  for (const Piece& piece : pieces) {
    piece.append(text, piece.object);
  }
  return text;
}

} // namespace detail

template <class... Args>
std::string str(const Args&... args) {
  return detail::format({detail::Piece(args)...});
}

} // namespace c10
