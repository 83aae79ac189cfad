// The backward pass: nodes in an order in which each has all its gradients before it runs.
#pragma once

#include <torch/csrc/autograd/variable.h>

#include <ATen/native/Composites.h>

namespace torch::autograd {

// Sums a gradient over the dimensions along which its tensor was expanded.
inline at::Tensor sum_to(at::Tensor grad, c10::IntArrayRef sizes) {
  const std::size_t leading = grad.sizes().size() - sizes.size();
  c10::Dims dims;
  for (std::size_t i = 0; i < leading; ++i) {
    dims.push_back(static_cast<int64_t>(i));
  }
  if (!dims.empty()) {
    grad = at::native::call(
        "sum.dim_IntList", {grad, at::native::list(dims), c10::IValue(false), c10::IValue()});
  }
  dims.clear();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 1 && grad.sizes()[i] != 1) {
      dims.push_back(static_cast<int64_t>(i));
    }
  }
  if (!dims.empty()) {
    grad = at::native::call(
        "sum.dim_IntList", {grad, at::native::list(dims), c10::IValue(true), c10::IValue()});
  }
  return grad;
}

inline bool is_expandable_to(c10::IntArrayRef from, c10::IntArrayRef to) {
  if (from.size() > to.size()) {
    return false;
  }
  for (std::size_t i = 0; i < from.size(); ++i) {
    const int64_t have = from[from.size() - 1 - i];
    if (have != 1 && have != to[to.size() - 1 - i]) {
      return false;
    }
  }
  return true;
}

class Engine {
 public:
  Engine(bool keep_graph, bool create_graph)
      : keep_graph_(keep_graph), create_graph_(create_graph), pass_(++passes()) {}

  // Runs from `roots`; gradients arriving at `captures` are returned instead of being accumulated.
  variable_list execute(const edge_list& roots, const variable_list& grads,
                        const edge_list& captures, bool accumulate) {
    const c10::AutoGradMode mode(create_graph_);
    captured_.resize(captures.size());
    for (const Edge& root : roots) {
      visit(root.function);
    }
    count_dependencies();
    for (std::size_t i = 0; i < roots.size(); ++i) {
      add_gradient(roots[i], grads[i]);
    }
    // A root that is also below another root waits for it.
    for (std::size_t i = 0; i < visited_.size(); ++i) {
      if (visited_[i]->dependencies_ == 0) {
        ready_.push_back(visited_[i]);
      }
    }
    while (!ready_.empty()) {
      const c10::intrusive_ptr<Node> node = ready_.back();
      ready_.pop_back();
      evaluate(node, captures, accumulate);
    }
    return captured_;
  }

 private:
  static uint64_t& passes() {
    static uint64_t count = 0;
    return count;
  }

  void visit(const c10::intrusive_ptr<Node>& node) {
    if (node->pass_ != pass_) {
      node->pass_ = pass_;
      node->dependencies_ = 0;
      node->buffer_.clear();
      visited_.push_back(node);
    }
  }
  // visited_ grows while it is walked, until everything that can be reached is in it.
  void count_dependencies() {
    for (std::size_t i = 0; i < visited_.size(); ++i) {
      const edge_list& edges = visited_[i]->next_edges();
      for (std::size_t j = 0; j < edges.size(); ++j) {
        if (edges[j].function != nullptr) {
          visit(edges[j].function);
          ++edges[j].function->dependencies_;
        }
      }
    }
  }

  void add_gradient(const Edge& edge, const at::Tensor& grad) {
    variable_list& buffer = edge.function->buffer_;
    buffer.resize(edge.function->input_metadata_.size());
    at::Tensor& sum = buffer[edge.input_nr];
    sum = sum.defined() ? at::native::call("add.Tensor", {sum, grad, c10::Scalar(1)}) : grad;
  }

  void evaluate(const c10::intrusive_ptr<Node>& node, const edge_list& captures, bool accumulate) {
    node->buffer_.resize(node->input_metadata_.size());
    const variable_list grads = std::move(node->buffer_);
    node->buffer_.clear();
    for (std::size_t i = 0; i < captures.size(); ++i) {
      if (captures[i].function == node) {
        captured_[i] = grads[captures[i].input_nr];
      }
    }
    if (node->is_leaf() && !accumulate) {
      return;
    }
    const variable_list results = node->apply(grads);
    if (!keep_graph_) {
      node->release_variables();
    }
    const edge_list& edges = node->next_edges();
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (edges[i].function == nullptr) {
        continue;
      }
      if (i < results.size() && results[i].defined()) {
        add_gradient(edges[i], fitted(results[i], edges[i], node->name()));
      }
      if (--edges[i].function->dependencies_ == 0) {
        ready_.push_back(edges[i].function);
      }
    }
  }

  // A gradient in the shape and type of what it is the gradient of.
  static at::Tensor fitted(at::Tensor grad, const Edge& edge, const std::string& name) {
    const InputMetadata& wanted = edge.function->input_metadata_[edge.input_nr];
    if (grad.sizes() != c10::IntArrayRef(wanted.sizes)) {
      TORCH_CHECK(is_expandable_to(wanted.sizes, grad.sizes()), "Function ", name,
                  " returned an invalid gradient - got ", grad.sizes(),
                  " but expected shape compatible with ", c10::IntArrayRef(wanted.sizes));
      grad = sum_to(grad, wanted.sizes);
    }
    if (grad.scalar_type() == wanted.dtype) {
      return grad;
    }
    at::native::TensorSpec spec = at::native::spec_of(grad);
    spec.dtype = wanted.dtype;
    const at::Tensor converted =
        at::native::empty_like(grad, spec, c10::MemoryFormat::Preserve);
    return at::native::call("copy_", {converted, grad, c10::IValue(false)});
  }

  bool keep_graph_;
  bool create_graph_;
  uint64_t pass_;
  variable_list captured_;
  c10::Sequence<c10::intrusive_ptr<Node>> visited_;
  c10::Sequence<c10::intrusive_ptr<Node>> ready_;
};

// A copy of the gradient with the strides of its variable, as far as those are dense.
inline at::Tensor in_layout_of(const at::Tensor& variable, const at::Tensor& grad) {
  const bool dense = at::is_non_overlapping_and_dense(variable);
  const at::native::TensorSpec spec = at::native::spec_of(grad);
  const at::Tensor copy = at::native::empty_like(
      dense ? variable : grad, spec, dense ? c10::MemoryFormat::Preserve : c10::MemoryFormat::Contiguous);
  return at::native::call("copy_", {copy, grad, c10::IValue(false)});
}

inline variable_list AccumulateGrad::accumulate(Node& node, const variable_list& grads) {
  const at::Tensor& variable = static_cast<AccumulateGrad&>(node).variable_;
  const at::Tensor& grad = grads[0];
  if (!grad.defined()) {
    return {};
  }
  at::Tensor& sum = variable.mutable_grad();
  if (!sum.defined()) {
    sum = c10::GradMode::is_enabled() ? grad : in_layout_of(variable, grad.detach());
  } else if (c10::GradMode::is_enabled()) {
    sum = at::native::call("add.Tensor", {sum, grad, c10::Scalar(1)});
  } else {
    at::native::call("add_.Tensor", {sum, grad, c10::Scalar(1)});
  }
  return {};
}

} // namespace torch::autograd
