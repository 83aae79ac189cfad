// The keys of a call: those of its tensor arguments, changed by the thread's own sets.
#pragma once

#include <ATen/core/dispatch/OperatorEntry.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

namespace c10::impl {

template <class T>
void add_keys(DispatchKeySet&, const T&) {}
inline void add_keys(DispatchKeySet& keys, const at::Tensor& tensor) {
  keys = keys | tensor.key_set();
}
inline void add_keys(DispatchKeySet& keys, const std::optional<at::Tensor>& tensor) {
  if (tensor.has_value()) {
    keys = keys | tensor->key_set();
  }
}
template <class List>
void add_keys_of_each(DispatchKeySet& keys, const List& list) {
  for (const auto& element : list) {
    add_keys(keys, element);
  }
}
inline void add_keys(DispatchKeySet& keys, const at::TensorList& list) {
  add_keys_of_each(keys, list);
}
inline void add_keys(DispatchKeySet& keys, const at::ITensorListRef& list) {
  add_keys_of_each(keys, list);
}
inline void add_keys(DispatchKeySet& keys, const ArrayRef<std::optional<at::Tensor>>& list) {
  add_keys_of_each(keys, list);
}
inline void add_keys(DispatchKeySet& keys, const List<at::Tensor>& list) {
  add_keys_of_each(keys, list);
}
inline void add_keys(DispatchKeySet& keys, const List<std::optional<at::Tensor>>& list) {
  add_keys_of_each(keys, list);
}
inline void add_keys(DispatchKeySet& keys, const std::optional<at::TensorList>& list) {
  if (list.has_value()) {
    add_keys_of_each(keys, *list);
  }
}

template <class... Args>
DispatchKeySet keys_of(const Args&... args) {
  DispatchKeySet keys;
  (add_keys(keys, args), ...);
  return keys;
}

inline void add_keys(DispatchKeySet& keys, const IValue& value) {
  if (value.isTensor()) {
    add_keys(keys, value.tensor);
  }
  for (const IValue& element : value.list) {
    add_keys(keys, element);
  }
}
// The keys of the last `count` values.
inline DispatchKeySet keys_on(const Stack& stack, std::size_t count) {
  TORCH_CHECK(stack.size() >= count, "expected ", count, " arguments but got ", stack.size());
  DispatchKeySet keys;
  for (std::size_t i = stack.size() - count; i < stack.size(); ++i) {
    add_keys(keys, stack[i]);
  }
  return keys;
}

inline DispatchKeySet keys_for_call(const OperatorEntry& entry, DispatchKeySet argument_keys) {
  const LocalDispatchKeySet local = tls_local_dispatch_key_set();
  return entry.without_fallthrough((argument_keys | local.included_) - local.excluded_);
}

} // namespace c10::impl
