// What answers at a key where an operator has no kernel of its own.
#pragma once

#include <ATen/native/Composites.h>
#include <torch/csrc/autograd/VariableTypeUtils.h>

namespace torch::autograd {

// The node of an output whose operator has no autograd kernel: the backward pass stops there.
struct NotImplementedNode : Node {
  explicit NotImplementedNode(std::string op)
      : Node(kind(), "torch::autograd::WarnNotImplemented"), op_(std::move(op)) {}
  static const Kind& kind() {
    static const Kind not_implemented = {&warn, nullptr, false};
    return not_implemented;
  }
  static variable_list warn(Node& node, const variable_list&) {
    TORCH_WARN(static_cast<NotImplementedNode&>(node).op_, ": an autograd kernel was not registered to the Autograd key(s) but we are trying "
               "to backprop through it. This may lead to silently incorrect behavior. This behavior "
               "is deprecated and will be removed in a future version of PyTorch. If your operator is "
               "differentiable, please ensure you have registered an autograd kernel to the correct "
               "Autograd key (e.g. DispatchKey::Autograd, DispatchKey::CompositeImplicitAutograd). If "
               "your operator is not differentiable, or to squash this warning and use the previous "
               "behavior, please register torch::CppFunction::makeFallthrough() to "
               "DispatchKey::Autograd.");
    return variable_list(node.next_edges_.size(), at::Tensor());
  }
  std::string op_;
};

// Autograd keys: runs the operator below autograd. Its outputs then claim to need a gradient, so
// that a backward pass warns instead of passing them by silently.
inline void autograd_fallback(const c10::OperatorHandle& op, c10::DispatchKeySet keys, c10::Stack* stack) {
  const variable_list inputs = tensors_in(kernels::arguments_of(op, stack), kernels::arity(op));
  op.redispatchBoxed(keys & c10::after_autograd_keyset, stack);
  if (!compute_requires_grad(inputs)) {
    return;
  }
  const c10::intrusive_ptr<Node> node =
      c10::make_intrusive<NotImplementedNode>(c10::toString(op.operator_name()));
  for (const at::Tensor& input : inputs) {
    node->next_edges_.push_back(gradient_edge(input));
  }
  const std::size_t count = op.schema().returns.size();
  for (const at::Tensor& result : tensors_in(stack->data() + stack->size() - count, count)) {
    if (result.is_floating_point() && !result.requires_grad()) {
      set_history(result, node);
    }
  }
}

// Replaces the tensors with the negative bit by plain ones and lists them in `resolved`, each
// followed by its original.
inline void resolve_negatives(c10::IValue& value, variable_list& resolved) {
  if (value.isTensor() && value.tensor().is_neg()) {
    const at::Tensor original = value.tensor();
    value.tensor() = at::native::call("resolve_neg", {original});
    resolved.push_back(value.tensor());
    resolved.push_back(original);
  } else if (value.isList()) {
    c10::IValue copy = c10::IValue::list();
    for (const c10::IValue& element : value.elements()) {
      copy.elements().push_back(element);
      resolve_negatives(copy.elements().back(), resolved);
    }
    value = copy;
  }
}

// Negative: the kernels below see plain tensors only, and what they write is copied back.
inline void negative_fallback(const c10::OperatorHandle& op, c10::DispatchKeySet keys, c10::Stack* stack) {
  c10::IValue* arguments = kernels::arguments_of(op, stack);
  variable_list written;
  for (std::size_t i = 0; i < kernels::arity(op); ++i) {
    variable_list resolved;
    resolve_negatives(arguments[i], resolved);
    if (op.schema().arguments[i].is_write()) {
      written.append(resolved.data(), resolved.size());
    }
  }
  op.redispatchBoxed(
      keys & c10::DispatchKeySet(c10::DispatchKeySet::FULL_AFTER, c10::DispatchKey::Negative), stack);
  for (std::size_t i = 0; i < written.size(); i += 2) {
    at::native::call("copy_", {written[i + 1], written[i], c10::IValue(false)});
    for (c10::IValue& result : *stack) {
      if (result.isTensor() && result.tensor().is_same(written[i])) {
        result.tensor() = written[i + 1];
      }
    }
  }
}

} // namespace torch::autograd
