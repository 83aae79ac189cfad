// Calls of the embedded runtime's dispatcher with values that come from Python one by one, and
// tensors as plain numbers.
#pragma once

#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/native/Elements.h>
#include <ATen/record_function.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dispatchless_support {

inline at::Tensor make_tensor(const std::vector<double>& values, const std::vector<int64_t>& sizes,
                              int dtype, bool meta) {
  const auto options = at::TensorOptions()
                           .dtype(static_cast<c10::ScalarType>(dtype))
                           .device(meta ? c10::Device(c10::kMeta) : c10::Device(c10::kCPU));
  at::Tensor tensor = at::empty(sizes, options);
  for (std::size_t i = 0; !meta && i < values.size(); ++i) {
    at::native::store_element<double>(tensor.mutable_data_ptr(), static_cast<int64_t>(i),
                                      tensor.scalar_type(), values[i]);
  }
  return tensor;
}

// The elements in logical order, whatever the strides.
inline std::vector<double> elements(const at::Tensor& tensor) {
  std::vector<double> values;
  if (tensor.device().is_meta()) return values;
  const at::Tensor plain = tensor.detach().contiguous();
  for (int64_t i = 0; i < plain.numel(); ++i) {
    const auto value =
        at::native::load_element<double>(plain.const_data_ptr(), i, plain.scalar_type());
    values.push_back(tensor.is_neg() ? -value : value);
  }
  return values;
}

inline std::vector<int64_t> sizes_of(const at::Tensor& tensor) { return tensor.sizes().vec(); }
inline std::vector<int64_t> strides_of(const at::Tensor& tensor) { return tensor.strides().vec(); }
inline std::string kind_of(const at::Tensor& tensor) { return tensor.toString(); }
inline int dtype_of(const at::Tensor& tensor) { return static_cast<int>(tensor.scalar_type()); }
inline int64_t version_of(const at::Tensor& tensor) { return tensor._version(); }
inline bool same_tensor(const at::Tensor& one, const at::Tensor& other) {
  return one.is_same(other);
}
inline void require_grad(at::Tensor& tensor) { tensor.requires_grad_(true); }
inline bool requires_grad(const at::Tensor& tensor) { return tensor.requires_grad(); }
inline void backward(const at::Tensor& tensor) { at::sum(tensor).backward(); }
inline at::Tensor gradient(const at::Tensor& tensor) { return tensor.grad(); }
inline at::Tensor transposed(const at::Tensor& tensor) { return tensor.t(); }
inline at::Tensor neg_view(const at::Tensor& tensor) { return tensor._neg_view(); }

// One boxed call of an operator.
class BoxedCall {
 public:
  void push_none() { stack_.push_back(c10::IValue()); }
  void push_tensor(const at::Tensor& tensor) { stack_.push_back(c10::IValue(tensor)); }
  void push_float(double value) { stack_.push_back(c10::IValue(value)); }
  void push_int(int64_t value) { stack_.push_back(c10::IValue(value)); }
  void push_bool(bool value) { stack_.push_back(c10::IValue(value)); }
  void push_string(const std::string& value) { stack_.push_back(c10::IValue(value)); }
  // Makes one list of the last `count` values.
  void gather(std::size_t count) {
    c10::IValue list = c10::IValue::list();
    for (std::size_t i = stack_.size() - count; i < stack_.size(); ++i) {
      list.elements().push_back(stack_[i]);
    }
    for (std::size_t i = 0; i < count; ++i) stack_.pop_back();
    stack_.push_back(list);
  }

  // Calls the operator in the given mode: 0 grad mode, 1 no_grad, 2 inference mode. The result is
  // the message of what it raised, empty if nothing.
  std::string run(const std::string& name, const std::string& overload, int mode) {
    try {
      const auto op =
          c10::Dispatcher::singleton().findSchemaOrThrow(name.c_str(), overload.c_str());
      std::optional<c10::InferenceMode> inference;
      std::optional<c10::NoGradGuard> no_grad;
      if (mode == 1) no_grad.emplace();
      if (mode == 2) inference.emplace();
      op.callBoxed(&stack_);
      return "";
    } catch (const c10::Error& error) {
      return error.what_without_backtrace();
    } catch (const std::exception& error) {
      return error.what();
    }
  }

  std::size_t size() const { return stack_.size(); }
  at::Tensor result(std::size_t index) const { return stack_[index].toTensor(); }

 private:
  c10::Stack stack_;
};

// The dispatcher calls made since start(), as "depth name" lines.
class DispatchLog {
 public:
  static void start() {
    lines() = "";
    depth() = 0;
    handle() = at::addGlobalCallback(at::RecordFunctionCallback(&enter, &leave));
  }
  static std::string stop() {
    at::removeCallback(handle());
    return lines();
  }

 private:
  static std::unique_ptr<at::ObserverContext> enter(const at::RecordFunction& function) {
    lines() += std::to_string(depth()++) + " " + c10::toString(*function.operator_name()) + "\n";
    return nullptr;
  }
  static void leave(const at::RecordFunction&, at::ObserverContext*) { --depth(); }
  static std::string& lines() {
    static std::string text;
    return text;
  }
  static int& depth() {
    static int level = 0;
    return level;
  }
  static at::CallbackHandle& handle() {
    static at::CallbackHandle value = 0;
    return value;
  }
};

}  // namespace dispatchless_support
