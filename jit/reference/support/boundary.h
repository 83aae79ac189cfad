// Tensors, boxed calls and dispatch counts for the Python side, in types that cppyy converts.
#pragma once

#ifdef __CLING__
#pragma cling optimize(0)
#endif

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/record_function.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/library.h>

#include <string>
#include <vector>

namespace dispatchless_reference {

inline c10::Device device_named(const std::string& name) {
  for (const c10::DeviceType type : {c10::kCPU, c10::kMeta, c10::kPrivateUse1}) {
    if (c10::DeviceTypeName(type) == name) {
      return c10::Device(type);
    }
  }
  TORCH_CHECK_VALUE(false, "the reference runtime has no device named ", name);
}

inline at::Tensor new_tensor(int dtype, const std::vector<int64_t>& sizes,
                             const std::vector<int64_t>& strides, const std::string& device) {
  return at::native::make_strided(sizes, strides, static_cast<c10::ScalarType>(dtype),
                                  device_named(device));
}
inline std::vector<int64_t> row_major(const std::vector<int64_t>& sizes) {
  const c10::Dims strides = c10::contiguous_strides(sizes);
  return std::vector<int64_t>(strides.begin(), strides.end());
}
// The elements in the order of their indices, the last index fastest.
inline void write_reals(const at::Tensor& tensor, const std::vector<double>& values) {
  std::size_t next = 0;
  for (at::native::ElementLoop loop(tensor.sizes(), {tensor}); loop.next();) {
    loop.store<double>(0, values.at(next++));
  }
}
inline void write_integers(const at::Tensor& tensor, const std::vector<int64_t>& values) {
  std::size_t next = 0;
  for (at::native::ElementLoop loop(tensor.sizes(), {tensor}); loop.next();) {
    loop.store<int64_t>(0, values.at(next++));
  }
}
template <class C>
std::vector<C> read(const at::Tensor& tensor) {
  TORCH_CHECK(!tensor.is_meta(), "a meta tensor has no values");
  std::vector<C> values;
  const C sign = tensor.is_neg() ? -1 : 1;
  for (at::native::ElementLoop loop(tensor.sizes(), {tensor}); loop.next();) {
    values.push_back(sign * loop.load<C>(0));
  }
  return values;
}
inline std::vector<double> read_reals(const at::Tensor& tensor) { return read<double>(tensor); }
inline std::vector<int64_t> read_integers(const at::Tensor& tensor) { return read<int64_t>(tensor); }

inline std::vector<int64_t> sizes_of(const at::Tensor& tensor) { return tensor.sizes().vec(); }
inline std::vector<int64_t> strides_of(const at::Tensor& tensor) { return tensor.strides().vec(); }
inline int dtype_of(const at::Tensor& tensor) { return static_cast<int>(tensor.scalar_type()); }
inline std::string device_of(const at::Tensor& tensor) { return tensor.device().str(); }
inline std::string grad_fn_of(const at::Tensor& tensor) {
  return tensor.grad_fn() != nullptr ? tensor.grad_fn()->name() : "";
}
inline void require_grad(const at::Tensor& tensor) { tensor.set_requires_grad(true); }
inline void backward(const at::Tensor& tensor, const at::Tensor& gradient) {
  tensor.backward(gradient);
}
inline at::Tensor neg_view(const at::Tensor& tensor) { return tensor._neg_view(); }

// The arguments of a boxed call, one after the other; lists are opened and closed.
class Arguments {
 public:
  void tensor(const at::Tensor& value) { add(value); }
  void none() { add(c10::IValue()); }
  void integer(int64_t value) { add(value); }
  void real(double value) { add(value); }
  void boolean(bool value) { add(value); }
  void text(const std::string& value) { add(value); }
  void device(const std::string& name) { add(device_named(name)); }
  void open_list() { open_.push_back(c10::IValue::list()); }
  void close_list() {
    const c10::IValue list = open_.back();
    open_.pop_back();
    add(list);
  }
  // Calls through the dispatcher; the results replace the arguments.
  void call(const std::string& name, const std::string& overload) {
    c10::Dispatcher::singleton().findSchemaOrThrow(name.c_str(), overload.c_str()).callBoxed(&stack_);
  }
  // Results are read from the front; a list gives way to its elements between its brackets.
  std::size_t size() const { return stack_.size(); }
  int tag(std::size_t i) const { return static_cast<int>(stack_[i].tag()); }
  const at::Tensor& tensor_at(std::size_t i) const { return stack_[i].tensor(); }
  int64_t integer_at(std::size_t i) const { return stack_[i].isBool() ? stack_[i].toBool() : stack_[i].toInt(); }
  double real_at(std::size_t i) const { return stack_[i].toDouble(); }
  std::string text_at(std::size_t i) const { return stack_[i].toStringRef(); }
  Arguments list_at(std::size_t i) const {
    Arguments elements;
    elements.stack_ = stack_[i].elements();
    return elements;
  }

 private:
  void add(const c10::IValue& value) {
    (open_.empty() ? stack_ : open_.back().elements()).push_back(value);
  }
  c10::Stack stack_;
  c10::Sequence<c10::IValue> open_;
};

inline std::string schema_of(const std::string& name, const std::string& overload) {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name.c_str(), overload.c_str()).schema().text;
}
inline std::string dispatch_table_of(const std::string& name, const std::string& overload) {
  return c10::Dispatcher::singleton()
      .findSchemaOrThrow(name.c_str(), overload.c_str())
      .dumpComputedTable();
}
inline std::string registrations_of(const std::string& name, const std::string& overload) {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name.c_str(), overload.c_str()).dumpState();
}

// Dispatcher calls with their nesting, while somebody listens.
struct DispatchLog {
  std::vector<std::string> names;
  std::vector<int> depths;
  int depth = 0;
  int listeners = 0;
  at::CallbackHandle handle = 0;
};
inline DispatchLog& dispatch_log() {
  static DispatchLog log;
  return log;
}
inline std::size_t start_counting() {
  DispatchLog& log = dispatch_log();
  if (log.listeners++ == 0) {
    log = DispatchLog();
    log.listeners = 1;
    log.handle = at::addGlobalCallback(at::RecordFunctionCallback(
        [](const at::RecordFunction& record) -> std::unique_ptr<at::ObserverContext> {
          dispatch_log().names.push_back(c10::toString(*record.operator_name()));
          dispatch_log().depths.push_back(dispatch_log().depth++);
          return nullptr;
        },
        [](const at::RecordFunction&, at::ObserverContext*) { --dispatch_log().depth; }));
  }
  return log.names.size();
}
inline void stop_counting() {
  if (--dispatch_log().listeners == 0) {
    at::removeCallback(dispatch_log().handle);
  }
}

// Modes entered from Python and left in the opposite order.
inline c10::Sequence<c10::InferenceMode*>& inference_modes() {
  static c10::Sequence<c10::InferenceMode*> modes;
  return modes;
}
inline void enter_inference_mode() { inference_modes().push_back(new c10::InferenceMode(true)); }
inline void leave_inference_mode() {
  delete inference_modes().back();
  inference_modes().pop_back();
}
inline bool set_grad_mode(bool enabled) {
  const bool before = c10::GradMode::is_enabled();
  c10::GradMode::set_enabled(enabled);
  return before;
}
inline std::vector<std::string> take_warnings() {
  const auto& raised = c10::warnings_raised();
  std::vector<std::string> messages(raised.begin(), raised.end());
  c10::warnings_raised().clear();
  return messages;
}


#ifdef __CLING__
// Taking the addresses has all of it compiled in this unit; see ATen/core/Tensor.h.
inline Arguments boxed_call(const at::Tensor& tensor) {
  Arguments arguments;
  arguments.open_list();
  arguments.tensor(tensor);
  arguments.integer(1);
  arguments.real(1);
  arguments.boolean(true);
  arguments.text("");
  arguments.device("cpu");
  arguments.none();
  arguments.close_list();
  const Arguments list = arguments.list_at(0);
  TORCH_INTERNAL_ASSERT(list.size() == 7 && list.tag(0) != list.tag(1) && list.real_at(2) == 1 &&
                        list.integer_at(3) == 1 && list.text_at(4).empty());
  Arguments result;
  result.tensor(tensor);
  result.call("aten::neg", "");
  TORCH_INTERNAL_ASSERT(!result.tensor_at(0).is_same(tensor) && result.tensor_at(0)._version() == 0);
  return result;
}
static void (*const compiled[])() = {
    reinterpret_cast<void (*)()>(&device_named),
    reinterpret_cast<void (*)()>(&new_tensor),
    reinterpret_cast<void (*)()>(&row_major),
    reinterpret_cast<void (*)()>(&write_reals),
    reinterpret_cast<void (*)()>(&write_integers),
    reinterpret_cast<void (*)()>(&read_reals),
    reinterpret_cast<void (*)()>(&read_integers),
    reinterpret_cast<void (*)()>(&sizes_of),
    reinterpret_cast<void (*)()>(&strides_of),
    reinterpret_cast<void (*)()>(&dtype_of),
    reinterpret_cast<void (*)()>(&device_of),
    reinterpret_cast<void (*)()>(&grad_fn_of),
    reinterpret_cast<void (*)()>(&require_grad),
    reinterpret_cast<void (*)()>(&backward),
    reinterpret_cast<void (*)()>(&neg_view),
    reinterpret_cast<void (*)()>(&schema_of),
    reinterpret_cast<void (*)()>(&dispatch_table_of),
    reinterpret_cast<void (*)()>(&registrations_of),
    reinterpret_cast<void (*)()>(&dispatch_log),
    reinterpret_cast<void (*)()>(&start_counting),
    reinterpret_cast<void (*)()>(&stop_counting),
    reinterpret_cast<void (*)()>(&inference_modes),
    reinterpret_cast<void (*)()>(&enter_inference_mode),
    reinterpret_cast<void (*)()>(&leave_inference_mode),
    reinterpret_cast<void (*)()>(&set_grad_mode),
    reinterpret_cast<void (*)()>(&take_warnings),
    reinterpret_cast<void (*)()>(&boxed_call)};
static const Arguments tried = boxed_call(new_tensor(6, {1}, row_major({1}), "cpu"));
#endif

} // namespace dispatchless_reference
