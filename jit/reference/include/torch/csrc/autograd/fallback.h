// What answers at a key where an operator has no kernel of its own.
#pragma once

#include <ATen/native/Composites.h>
#include <torch/csrc/autograd/VariableTypeUtils.h>

namespace torch::autograd {

// The node of an output whose operator has no autograd kernel: the backward pass stops there.
struct NotImplementedNode : Node {
  explicit NotImplementedNode(std::string op) : op_(std::move(op)) {}
  variable_list apply(const variable_list&) override {
    TORCH_WARN(op_, ": an autograd kernel was not registered to the Autograd key(s) but we are trying "
               "to backprop through it. This may lead to silently incorrect behavior. This behavior "
               "is deprecated and will be removed in a future version of PyTorch. If your operator is "
               "differentiable, please ensure you have registered an autograd kernel to the correct "
               "Autograd key (e.g. DispatchKey::Autograd, DispatchKey::CompositeImplicitAutograd). If "
               "your operator is not differentiable, or to squash this warning and use the previous "
               "behavior, please register torch::CppFunction::makeFallthrough() to "
               "DispatchKey::Autograd.");
    return variable_list(next_edges_.size());
  }
  std::string name() const override { return "WarnNotImplemented"; }
  std::string op_;
};

template <class F>
void for_each_tensor(const c10::IValue& value, F visit) {
  if (value.isTensor() && value.tensor.defined()) {
    visit(value.tensor);
  }
  for (const c10::IValue& element : value.list) {
    for_each_tensor(element, visit);
  }
}

// Autograd keys: runs the operator below autograd. Its outputs then claim to need a gradient, so
// that a backward pass warns instead of passing them by silently.
inline void autograd_fallback(const c10::OperatorHandle& op, c10::DispatchKeySet keys, c10::Stack* stack) {
  const std::size_t arguments = op.schema().arguments.size();
  variable_list inputs;
  for (std::size_t i = stack->size() - arguments; i < stack->size(); ++i) {
    for_each_tensor((*stack)[i], [&](const at::Tensor& tensor) {
      if (compute_requires_grad(tensor)) {
        inputs.push_back(tensor);
      }
    });
  }
  op.redispatchBoxed(keys & c10::after_autograd_keyset, stack);
  if (inputs.empty()) {
    return;
  }
  auto node = std::make_shared<NotImplementedNode>(c10::toString(op.operator_name()));
  for (const at::Tensor& input : inputs) {
    node->next_edges_.push_back(gradient_edge(input));
  }
  const std::size_t results = op.schema().returns.size();
  for (std::size_t i = stack->size() - results; i < stack->size(); ++i) {
    for_each_tensor((*stack)[i], [&](const at::Tensor& tensor) {
      if (tensor.is_floating_point() && !tensor.requires_grad()) {
        set_history(tensor, node);
      }
    });
  }
}

inline at::Tensor* tensor_in(c10::IValue& value) {
  return value.isTensor() && value.tensor.defined() ? &value.tensor : nullptr;
}
// Replaces the tensors with the negative bit by plain ones; what was written to goes into `written`.
inline void resolve(c10::IValue& value, bool is_write, std::vector<std::pair<at::Tensor, at::Tensor>>& written) {
  at::Tensor* tensor = tensor_in(value);
  if (tensor != nullptr && tensor->is_neg()) {
    const at::Tensor plain = tensor->resolve_neg();
    if (is_write) {
      written.emplace_back(*tensor, plain);
    }
    *tensor = plain;
  }
  for (c10::IValue& element : value.list) {
    resolve(element, is_write, written);
  }
}

// Negative: kernels below see plain tensors only.
inline void negative_fallback(const c10::OperatorHandle& op, c10::DispatchKeySet keys, c10::Stack* stack) {
  const auto& arguments = op.schema().arguments;
  const std::size_t first = stack->size() - arguments.size();
  std::vector<std::pair<at::Tensor, at::Tensor>> written;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    resolve((*stack)[first + i], arguments[i].is_write(), written);
  }
  op.redispatchBoxed(
      keys & c10::DispatchKeySet(c10::DispatchKeySet::FULL_AFTER, c10::DispatchKey::Negative), stack);
  for (auto& [original, plain] : written) {
    original.copy_(plain);
    for (c10::IValue& result : *stack) {
      if (result.isTensor() && result.tensor.is_same(plain)) {
        result.tensor = original;
      }
    }
  }
}

} // namespace torch::autograd
