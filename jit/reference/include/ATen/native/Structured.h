// Kernels that come in a functional, an in-place and an out= form, from one implementation that
// takes an Output first.
#pragma once

#include <ATen/native/Composites.h>

namespace at::native {

using c10::DispatchKeySet;
using c10::OperatorHandle;
using c10::Stack;

struct StructuredKernel {
  // Overloads without "aten::"; null: the operator has no such form.
  const char* functional;
  const char* in_place;
  const char* out;
  // One Output per result; the arguments are those of the functional form.
  void (*kernel)(const Output* outputs, const IValue* arguments, Stack& results);
};

// The forms as boxed kernels; `data` is the StructuredKernel.
template <c10::DeviceType device>
void structured_functional(const void* data, const OperatorHandle& op, DispatchKeySet, Stack* stack) {
  const std::size_t first = stack->size() - op.schema().arguments.size();
  const Output outputs[2] = {fresh(device), fresh(device)};
  Stack results;
  static_cast<const StructuredKernel*>(data)->kernel(outputs, stack->data() + first, results);
  stack->resize(first);
  stack->append(results.data(), results.size());
}
template <c10::DeviceType device>
void structured_in_place(const void* data, const OperatorHandle& op, DispatchKeySet, Stack* stack) {
  const std::size_t first = stack->size() - op.schema().arguments.size();
  const Output output = in_place(device, (*stack)[first].tensor());
  Stack results;
  static_cast<const StructuredKernel*>(data)->kernel(&output, stack->data() + first, results);
  stack->resize(first + 1);
}
template <c10::DeviceType device>
void structured_out(const void* data, const OperatorHandle& op, DispatchKeySet, Stack* stack) {
  const std::size_t first = stack->size() - op.schema().arguments.size();
  const std::size_t count = op.schema().returns.size();
  const Stack written(stack->end() - count, count);
  const Output outputs[2] = {given(device, written[0].tensor()),
                             given(device, written.back().tensor())};
  Stack results;
  static_cast<const StructuredKernel*>(data)->kernel(outputs, stack->data() + first, results);
  stack->resize(first);
  stack->append(written.data(), written.size());
}

// For any backend that has only the out= form: shape first, then the values by the dispatcher.
inline void structured_through_out(const void* data, const OperatorHandle& op, DispatchKeySet,
                                   Stack* stack) {
  const auto* structured = static_cast<const StructuredKernel*>(data);
  const std::size_t first = stack->size() - op.schema().arguments.size();
  const bool writes_self = op.schema().arguments[0].is_write();
  const Output outputs[2] = {
      writes_self ? in_place(c10::kMeta, (*stack)[first].tensor()) : fresh(c10::kMeta),
      fresh(c10::kMeta)};
  Stack results;
  structured->kernel(outputs, stack->data() + first, results);
  stack->append(results.data(), results.size());
  c10::Dispatcher::singleton().findSchema(aten_name(structured->out))->callBoxed(stack);
}

} // namespace at::native
