// Transcripts of small programs that run on libtorch and on the reference runtime: only what both
// declare is used.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/record_function.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/function.h>

#include <sstream>
#include <string>
#include <vector>

#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>
#include <ATen/ops/ones.h>

namespace conformance {

using at::Tensor;

inline std::string& transcript() {
  static std::string text;
  return text;
}
inline void line(const std::string& text) { transcript() += text + "\n"; }

inline std::string values(const Tensor& tensor) {
  std::ostringstream out;
  c10::NoGradGuard guard;
  Tensor plain = at::empty(tensor.sizes(), at::TensorOptions(at::kDouble));
  plain.copy_(tensor.detach());
  out.precision(9);
  out << '{';
  for (int64_t i = 0; i < plain.numel(); ++i) {
    out << (i == 0 ? "" : " ") << plain.data_ptr<double>()[i];
  }
  out << '}';
  return out.str();
}

inline std::string show(const Tensor& tensor) {
  if (!tensor.defined()) {
    return "undefined";
  }
  std::ostringstream out;
  out << toString(tensor.scalar_type()) << tensor.sizes() << " strides " << tensor.strides() << " on "
      << tensor.device();
  if (!tensor.is_meta()) {
    out << ' ' << values(tensor);
  }
  if (tensor.requires_grad()) {
    out << " requires grad";
  }
  if (!tensor.is_leaf()) {
    out << " from " << tensor.grad_fn()->name();
  }
  return out.str();
}
inline std::string show(const std::tuple<Tensor, Tensor>& pair) {
  return show(std::get<0>(pair)) + " | " + show(std::get<1>(pair));
}
inline std::string show(const std::string& text) { return text; }
inline std::string show(int64_t number) { return std::to_string(number); }

// Only the first line: what follows depends on the build.
inline std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Appends what the function returns, or what it throws.
template <class F>
void check(const std::string& name, F function) {
  std::string result;
  try {
    result = show(function());
  } catch (const c10::NotImplementedError& error) {
    result = "NotImplementedError: " + first_line(error.what_without_backtrace());
  } catch (const c10::IndexError& error) {
    result = "IndexError: " + first_line(error.what_without_backtrace());
  } catch (const c10::ValueError& error) {
    result = "ValueError: " + first_line(error.what_without_backtrace());
  } catch (const c10::Error& error) {
    result = "Error: " + first_line(error.what_without_backtrace());
  } catch (const std::exception& error) {
    result = "std::exception: " + first_line(error.what());
  }
  line(name + ": " + result);
}

// 1, 2, 3, ... in the shape, row-major.
inline Tensor counting(at::IntArrayRef sizes, at::ScalarType dtype = at::kFloat) {
  Tensor made = at::empty(sizes, at::TensorOptions(at::kDouble));
  for (int64_t i = 0; i < made.numel(); ++i) {
    made.data_ptr<double>()[i] = static_cast<double>(i + 1);
  }
  Tensor result = at::empty(sizes, at::TensorOptions(dtype));
  result.copy_(made);
  return result;
}
inline Tensor scalar(double value, at::ScalarType dtype = at::kFloat) {
  Tensor result = at::empty({}, at::TensorOptions(dtype));
  result.fill_(value);
  return result;
}

// The dispatcher calls that a function makes, those inside of others in brackets.
inline std::string& calls() {
  static std::string log;
  return log;
}
template <class F>
std::string dispatches(F function) {
  calls().clear();
  const auto handle = at::addGlobalCallback(at::RecordFunctionCallback(
      [](const at::RecordFunction& record) -> std::unique_ptr<at::ObserverContext> {
        calls() += " " + c10::toString(*record.operator_name()) + "(";
        return nullptr;
      },
      [](const at::RecordFunction&, at::ObserverContext*) { calls() += ")"; }));
  function();
  at::removeCallback(handle);
  return calls();
}

} // namespace conformance
