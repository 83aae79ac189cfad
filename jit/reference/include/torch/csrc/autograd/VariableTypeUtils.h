// Recording of operations. The kernels at the autograd keys and at ADInplaceOrView are the same code
// for every operator; a Formula says what differs.
#pragma once

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/native/Composites.h>
#include <torch/csrc/autograd/saved_variable.h>

namespace torch::autograd {

// What the backward pass of one operation has to work with.
struct Recorded {
  // The operation's arguments; tensors that were not saved are undefined.
  c10::Sequence<c10::IValue> arguments;
  // Of each tensor argument, elements of lists included, in order: these are the inputs.
  c10::Sequence<InputMetadata> inputs;
  at::Tensor result; // when the formula saves it

  const at::Tensor& tensor(std::size_t i) const { return arguments[i].tensor(); }
};

// The gradient of an operator.
struct Formula {
  const char* name; // of the node
  // Which argument is saved: '-' never, '*' always, a digit when that argument requires grad.
  const char* saves;
  bool saves_result;
  // The gradients of the inputs, given those of the results.
  variable_list (*gradients)(const variable_list& grads, const Recorded& recorded);
};

inline void append_tensors(const c10::IValue& value, variable_list& tensors) {
  if (value.isTensor()) {
    tensors.push_back(value.tensor());
  } else if (value.isList()) {
    for (const c10::IValue& element : value.elements()) {
      append_tensors(element, tensors);
    }
  }
}
inline variable_list tensors_in(const c10::IValue* values, std::size_t count) {
  variable_list tensors;
  for (std::size_t i = 0; i < count; ++i) {
    append_tensors(values[i], tensors);
  }
  return tensors;
}
inline bool compute_requires_grad(const variable_list& tensors) {
  for (const at::Tensor& tensor : tensors) {
    if (c10::GradMode::is_enabled() && tensor.defined() && tensor.requires_grad()) {
      return true;
    }
  }
  return false;
}

struct RecordedNode : Node {
  RecordedNode(const Formula& formula, const c10::IValue* arguments, std::size_t count, bool in_place)
      : Node(kind(), formula.name), formula_(formula) {
    const variable_list inputs = tensors_in(arguments, count);
    for (const at::Tensor& input : inputs) {
      next_edges_.push_back(gradient_edge(input));
      recorded_.inputs.push_back(metadata_of(input));
    }
    saved_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      recorded_.arguments.push_back(arguments[i]);
      if (arguments[i].isTensor()) {
        const at::Tensor& tensor = arguments[i].tensor();
        if (saves(i, arguments)) {
          // What an in-place operation is about to overwrite is saved as a copy.
          const bool overwritten = in_place && i == 0;
          saved_[i] = SavedVariable(
              overwritten ? at::native::call("clone", {tensor, c10::IValue()}) : tensor, false);
        }
        recorded_.arguments[i].tensor() = at::Tensor();
      } else if (arguments[i].isList()) {
        recorded_.arguments[i] = without_tensors(arguments[i]);
      }
    }
  }
  void save_result(const at::Tensor& result) {
    if (formula_.saves_result) {
      saved_result_ = SavedVariable(result, true);
    }
  }

  variable_list gradients(const variable_list& grads) {
    bool any = false;
    for (const at::Tensor& grad : grads) {
      any = any || grad.defined();
    }
    if (!any) {
      return variable_list(next_edges_.size(), at::Tensor());
    }
    Recorded recorded = recorded_;
    for (std::size_t i = 0; i < saved_.size(); ++i) {
      if (recorded.arguments[i].isTensor()) {
        recorded.arguments[i].tensor() = saved_[i].unpack(this);
      }
    }
    recorded.result = saved_result_.unpack(this);
    return formula_.gradients(grads, recorded);
  }

 private:
  static const Kind& kind() {
    static const Kind recorded = {
        [](Node& node, const variable_list& grads) {
          return static_cast<RecordedNode&>(node).gradients(grads);
        },
        [](Node& node) { static_cast<RecordedNode&>(node).release(); }, false};
    return recorded;
  }
  void release() {
    for (SavedVariable& variable : saved_) {
      variable.reset();
    }
    saved_result_.reset();
  }
  bool saves(std::size_t i, const c10::IValue* arguments) const {
    const std::string rule = formula_.saves;
    const char when = i < rule.size() ? rule[i] : '-';
    return when == '*' ||
        (when != '-' && arguments[when - '0'].tensor().requires_grad());
  }
  static c10::IValue without_tensors(const c10::IValue& list) {
    c10::IValue copy = c10::IValue::list();
    for (const c10::IValue& element : list.elements()) {
      copy.elements().push_back(element.isTensor() ? c10::IValue() : element);
    }
    return copy;
  }

  const Formula& formula_;
  Recorded recorded_;
  c10::Sequence<SavedVariable> saved_; // one for each argument
  SavedVariable saved_result_;
};

inline void increment_version(const at::Tensor& tensor) {
  tensor.unsafeGetTensorImpl()->bump_version();
}

// Refuses an in-place operation that would lose a gradient.
inline void check_inplace(const at::Tensor& tensor, bool records) {
  if (!c10::GradMode::is_enabled()) {
    return;
  }
  if (tensor.is_view() && tensor._base().requires_grad()) {
    TORCH_CHECK(!tensor._base().is_leaf(),
                "a view of a leaf Variable that requires grad is being used in an in-place operation.");
    TORCH_CHECK(!records, "the reference runtime does not record in-place operations on views");
  }
  TORCH_CHECK(!tensor.requires_grad() || !tensor.is_leaf(),
              "a leaf Variable that requires grad is being used in an in-place operation.");
}

// Makes `result` a view of `base`: it shares the version counter, and autograd knows the base.
inline void as_view(const at::Tensor& base, const at::Tensor& result) {
  if (base.is_inference()) {
    return;
  }
  result.unsafeGetTensorImpl()->set_version_counter(base.unsafeGetTensorImpl()->version_counter());
  impl::materialize_autograd_meta(result)->base_ = base.is_view() ? base._base() : base;
}

namespace kernels {

using c10::DispatchKeySet;
using c10::OperatorHandle;
using c10::Stack;

inline std::size_t arity(const OperatorHandle& op) { return op.schema().arguments.size(); }
inline c10::IValue* arguments_of(const OperatorHandle& op, Stack* stack) {
  return stack->data() + stack->size() - arity(op);
}
inline void below_views(const OperatorHandle& op, DispatchKeySet keys, Stack* stack) {
  const at::AutoDispatchBelowADInplaceOrView guard;
  op.redispatchBoxed(keys, stack);
}
inline void below_autograd(const OperatorHandle& op, DispatchKeySet keys, Stack* stack) {
  const at::AutoDispatchBelowAutograd guard;
  op.redispatchBoxed(keys & c10::after_autograd_keyset, stack);
}
inline c10::intrusive_ptr<RecordedNode> record(const void* formula, const OperatorHandle& op,
                                               Stack* stack, bool in_place) {
  const c10::IValue* arguments = arguments_of(op, stack);
  if (!compute_requires_grad(tensors_in(arguments, arity(op)))) {
    return nullptr;
  }
  return c10::make_intrusive<RecordedNode>(*static_cast<const Formula*>(formula), arguments,
                                            arity(op), in_place);
}
inline void set_results(const c10::intrusive_ptr<RecordedNode>& node, const OperatorHandle& op,
                        const Stack& stack) {
  if (node == nullptr) {
    return;
  }
  const std::size_t count = op.schema().returns.size();
  for (std::size_t i = stack.size() - count; i < stack.size(); ++i) {
    set_history(stack[i].tensor(), node);
    node->save_result(stack[i].tensor());
  }
}

// Autograd, functional.
inline void functional(const void* formula, const OperatorHandle& op, DispatchKeySet keys, Stack* stack) {
  const c10::intrusive_ptr<RecordedNode> node = record(formula, op, stack, false);
  below_views(op, keys & c10::after_autograd_keyset, stack);
  set_results(node, op, *stack);
}
// Autograd, a view; ADInplaceOrView makes the result one.
inline void view(const void* formula, const OperatorHandle& op, DispatchKeySet keys, Stack* stack) {
  const c10::intrusive_ptr<RecordedNode> node = record(formula, op, stack, false);
  below_autograd(op, keys, stack);
  set_results(node, op, *stack);
}
// Autograd, in place: the first argument is written.
inline void in_place(const void* formula, const OperatorHandle& op, DispatchKeySet keys, Stack* stack) {
  const c10::IValue* arguments = arguments_of(op, stack);
  check_inplace(arguments[0].tensor(), compute_requires_grad(tensors_in(arguments, arity(op))));
  const c10::intrusive_ptr<RecordedNode> node = record(formula, op, stack, true);
  below_autograd(op, keys, stack);
  set_results(node, op, *stack);
}
// Autograd, an operator without a gradient.
inline void not_differentiable(const OperatorHandle& op, DispatchKeySet keys, Stack* stack) {
  below_views(op, keys & c10::after_autograd_keyset, stack);
}
// Autograd, out=: never recorded.
inline void out(const OperatorHandle& op, DispatchKeySet keys, Stack* stack) {
  TORCH_CHECK(!compute_requires_grad(tensors_in(arguments_of(op, stack), arity(op))),
              op.schema().name().substr(6), // without "aten::"
              "(): functions with out=... arguments don't support automatic differentiation, but "
              "one of the arguments requires grad.");
  below_autograd(op, keys, stack);
}
// ADInplaceOrView, for operators that write to some of their arguments.
inline void bump_versions(const OperatorHandle& op, DispatchKeySet keys, Stack* stack) {
  variable_list written;
  const c10::IValue* arguments = arguments_of(op, stack);
  for (std::size_t i = 0; i < arity(op); ++i) {
    if (op.schema().arguments[i].is_write()) {
      written.push_back(arguments[i].tensor());
    }
  }
  below_views(op, keys & c10::after_ADInplaceOrView_keyset, stack);
  for (const at::Tensor& tensor : written) {
    increment_version(tensor);
  }
}
// ADInplaceOrView, for views of the first argument.
inline void make_view(const OperatorHandle& op, DispatchKeySet keys, Stack* stack) {
  const at::Tensor base = arguments_of(op, stack)[0].tensor();
  below_views(op, keys & c10::after_ADInplaceOrView_keyset, stack);
  as_view(base, stack->back().tensor());
}

} // namespace kernels
} // namespace torch::autograd
