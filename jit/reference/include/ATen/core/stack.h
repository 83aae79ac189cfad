#pragma once

#include <ATen/core/ivalue.h>

namespace torch::jit {

inline IValue pop(Stack& stack) {
  IValue value = std::move(stack.back());
  stack.pop_back();
  return value;
}
inline void drop(Stack& stack, std::size_t count) { stack.resize(stack.size() - count); }
template <class T>
void push(Stack& stack, T&& value) {
  stack.push_back(std::forward<T>(value));
}

} // namespace torch::jit
