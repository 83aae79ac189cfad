// Recording of operations: the autograd and ADInplaceOrView kernels, made from an operator and the
// formula of its gradient.
#pragma once

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/autograd/saved_variable.h>

namespace torch::autograd {

// What an operation leaves for the backward pass.
struct Recipe {
  using Formula = std::function<variable_list(const variable_list& grads, const variable_list& saved)>;
  const char* name;
  variable_list inputs; // in the order of the gradients that the formula returns
  variable_list saved;
  Formula formula;
  bool saves_result = false; // the result comes last among the saved
};

class RecordedNode : public Node {
 public:
  explicit RecordedNode(Recipe recipe) : recipe_(std::move(recipe)) {
    for (const at::Tensor& input : recipe_.inputs) {
      next_edges_.push_back(gradient_edge(input));
    }
    for (const at::Tensor& tensor : recipe_.saved) {
      saved_.emplace_back(tensor, false);
    }
    recipe_.inputs.clear();
    recipe_.saved.clear();
  }
  std::string name() const override { return recipe_.name; }
  bool saves_result() const { return recipe_.saves_result; }
  void save_result(const at::Tensor& result) { saved_.emplace_back(result, true); }

  variable_list apply(const variable_list& grads) override {
    bool any = false;
    for (const at::Tensor& grad : grads) {
      any = any || grad.defined();
    }
    if (!any) {
      return variable_list(next_edges_.size());
    }
    variable_list saved;
    for (const SavedVariable& variable : saved_) {
      saved.push_back(variable.unpack(owner_.lock(), name()));
    }
    return recipe_.formula(grads, saved);
  }
  void release_variables() override {
    for (SavedVariable& variable : saved_) {
      variable.reset();
    }
  }
  std::weak_ptr<Node> owner_; // itself

 private:
  Recipe recipe_;
  std::vector<SavedVariable> saved_;
};

// Whether an argument takes part in a gradient.
template <class T>
bool requires_grad(const T&) {
  return false;
}
inline bool requires_grad(const at::Tensor& tensor) { return tensor.defined() && tensor.requires_grad(); }
inline bool requires_grad(const std::optional<at::Tensor>& tensor) {
  return tensor.has_value() && requires_grad(*tensor);
}
inline bool requires_grad(const at::ITensorListRef& tensors) {
  for (const at::Tensor& tensor : tensors) {
    if (requires_grad(tensor)) {
      return true;
    }
  }
  return false;
}
template <class... Args>
bool compute_requires_grad(const Args&... args) {
  return c10::GradMode::is_enabled() && (requires_grad(args) || ...);
}

inline void increment_version(const at::Tensor& tensor) {
  tensor.unsafeGetTensorImpl()->bump_version();
}

// Refuses an in-place operation that would lose a gradient.
inline void check_inplace(const at::Tensor& tensor, bool records) {
  if (!c10::GradMode::is_enabled()) {
    return;
  }
  if (tensor._is_view()) {
    const at::Tensor& base = tensor._base();
    TORCH_CHECK(!base.requires_grad() || !base.is_leaf(),
                "a view of a leaf Variable that requires grad is being used in an in-place operation.");
    TORCH_CHECK(!base.requires_grad() && !records,
                "the reference runtime does not record in-place operations on views");
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
  impl::materialize_autograd_meta(result)->base_ = base._is_view() ? base._base() : base;
}

inline void save_and_set_history(const std::shared_ptr<RecordedNode>& node, const at::Tensor& result) {
  set_history(result, node);
  if (node->saves_result()) {
    node->save_result(result);
  }
}

template <class Formula, class... Args>
std::shared_ptr<RecordedNode> record(const Args&... args) {
  if (!compute_requires_grad(args...)) {
    return nullptr;
  }
  auto node = std::make_shared<RecordedNode>(Formula::recipe(args...));
  node->owner_ = node;
  return node;
}

// The kernels of one operator.
template <class Op, class Schema = typename Op::schema>
struct Kernels;

template <class Op, class R, class... Args>
struct Kernels<Op, R(Args...)> {
  // Autograd, functional.
  template <class Formula>
  static R functional(c10::DispatchKeySet keys, Args... args) {
    const std::shared_ptr<RecordedNode> node = record<Formula>(args...);
    R result = below_views(keys, args...);
    if (node) {
      if constexpr (std::is_same_v<R, at::Tensor>) {
        save_and_set_history(node, result);
      } else {
        std::apply([&](const auto&... each) { (set_history(each, node), ...); }, result);
      }
    }
    return result;
  }
  // Autograd, an operator without a gradient.
  static R not_differentiable(c10::DispatchKeySet keys, Args... args) {
    return below_views(keys, args...);
  }
  // Autograd, a view; ADInplaceOrView makes the result one.
  template <class Formula>
  static R view(c10::DispatchKeySet keys, Args... args) {
    const std::shared_ptr<RecordedNode> node = record<Formula>(args...);
    R result = below_autograd(keys, args...);
    if (node) {
      set_history(result, node);
    }
    return result;
  }
  // Autograd, in place: the first argument is written.
  template <class Formula>
  static R in_place(c10::DispatchKeySet keys, Args... args) {
    at::Tensor& self = first(args...);
    const bool records = compute_requires_grad(args...);
    check_inplace(self, records);
    const std::shared_ptr<RecordedNode> node = record<Formula>(args...);
    below_autograd(keys, args...);
    if (node) {
      save_and_set_history(node, self);
    }
    return self;
  }
  // Autograd, out=: never recorded.
  static R out(c10::DispatchKeySet keys, Args... args) {
    TORCH_CHECK(!compute_requires_grad(args...), short_name(),
                "(): functions with out=... arguments don't support automatic differentiation, but "
                "one of the arguments requires grad.");
    return below_autograd(keys, args...);
  }

  // ADInplaceOrView, for operators that write to some of their arguments.
  static R bump_versions(c10::DispatchKeySet keys, Args... args) {
    R result = below_views_from_views(keys, args...);
    (bump_if_mutable(args), ...);
    return result;
  }
  // ADInplaceOrView, for views of the first argument.
  static R make_view(c10::DispatchKeySet keys, Args... args) {
    R result = below_views_from_views(keys, args...);
    as_view(first(args...), result);
    return result;
  }

 private:
  static R below_views(c10::DispatchKeySet keys, std::remove_reference_t<Args>&... args) {
    const at::AutoDispatchBelowADInplaceOrView guard;
    return Op::redispatch(keys & c10::after_autograd_keyset, static_cast<Args>(args)...);
  }
  static R below_autograd(c10::DispatchKeySet keys, std::remove_reference_t<Args>&... args) {
    const at::AutoDispatchBelowAutograd guard;
    return Op::redispatch(keys & c10::after_autograd_keyset, static_cast<Args>(args)...);
  }
  static R below_views_from_views(c10::DispatchKeySet keys, std::remove_reference_t<Args>&... args) {
    const at::AutoDispatchBelowADInplaceOrView guard;
    return Op::redispatch(keys & c10::after_ADInplaceOrView_keyset, static_cast<Args>(args)...);
  }
  template <class First, class... Rest>
  static First& first(First& self, Rest&...) {
    return self;
  }
  static void bump_if_mutable(at::Tensor& tensor) { increment_version(tensor); }
  template <class T>
  static void bump_if_mutable(const T&) {}
  static std::string short_name() { return std::string(Op::name).substr(6); } // without "aten::"
};

} // namespace torch::autograd
