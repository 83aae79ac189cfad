// The backward pass: nodes in an order in which each has all its gradients before it runs.
#pragma once

#include <torch/csrc/autograd/variable.h>

#include <ATen/MethodOperators.h>

#include <unordered_map>
#include <unordered_set>

namespace torch::autograd {

using edge_list = std::vector<Edge>;

// Sums a gradient over the dimensions along which its tensor was expanded.
inline at::Tensor sum_to(at::Tensor grad, c10::IntArrayRef sizes) {
  const std::size_t leading = grad.sizes().size() - sizes.size();
  std::vector<int64_t> dims;
  for (std::size_t i = 0; i < leading; ++i) {
    dims.push_back(static_cast<int64_t>(i));
  }
  if (!dims.empty()) {
    grad = at::_ops::sum_dim_IntList::call(grad, dims, false, std::nullopt);
  }
  dims.clear();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 1 && grad.sizes()[i] != 1) {
      dims.push_back(static_cast<int64_t>(i));
    }
  }
  return dims.empty() ? grad : at::_ops::sum_dim_IntList::call(grad, dims, true, std::nullopt);
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
  Engine(bool keep_graph, bool create_graph) : keep_graph_(keep_graph), create_graph_(create_graph) {}

  // Runs from `roots`; gradients arriving at `captures` are returned instead of being accumulated.
  variable_list execute(const edge_list& roots, const variable_list& grads,
                        const edge_list& captures, bool accumulate) {
    const c10::AutoGradMode mode(create_graph_);
    captured_.resize(captures.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
      count_dependencies(roots[i].function);
    }
    for (std::size_t i = 0; i < roots.size(); ++i) {
      add_gradient(roots[i], grads[i]);
      roots_.push_back(roots[i].function);
    }
    for (const auto& root : roots_) {
      if (dependencies_[root.get()] == 0 && queued_.insert(root.get()).second) {
        ready_.push_back(root);
      }
    }
    while (!ready_.empty()) {
      const std::shared_ptr<Node> node = ready_.back();
      ready_.pop_back();
      evaluate(node, captures, accumulate);
    }
    return captured_;
  }

 private:
  void count_dependencies(const std::shared_ptr<Node>& root) {
    std::vector<Node*> stack;
    if (seen_.insert(root.get()).second) {
      stack.push_back(root.get());
    }
    while (!stack.empty()) {
      Node* node = stack.back();
      stack.pop_back();
      for (const Edge& edge : node->next_edges()) {
        if (edge.function == nullptr) {
          continue;
        }
        ++dependencies_[edge.function.get()];
        if (seen_.insert(edge.function.get()).second) {
          stack.push_back(edge.function.get());
        }
      }
    }
  }

  void add_gradient(const Edge& edge, const at::Tensor& grad) {
    variable_list& buffer = buffers_[edge.function.get()];
    buffer.resize(edge.function->input_metadata_.size());
    at::Tensor& sum = buffer.at(edge.input_nr);
    sum = sum.defined() ? at::_ops::add_Tensor::call(sum, grad, 1) : grad;
  }

  void evaluate(const std::shared_ptr<Node>& node, const edge_list& captures, bool accumulate) {
    variable_list grads = std::move(buffers_[node.get()]);
    grads.resize(node->input_metadata_.size());
    for (std::size_t i = 0; i < captures.size(); ++i) {
      if (captures[i].function == node) {
        captured_[i] = grads.at(captures[i].input_nr);
      }
    }
    if (node->leaf() != nullptr && !accumulate) {
      return;
    }
    variable_list results = node->apply(grads);
    if (!keep_graph_) {
      node->release_variables();
    }
    for (std::size_t i = 0; i < node->next_edges().size(); ++i) {
      const Edge& edge = node->next_edges()[i];
      if (edge.function == nullptr) {
        continue;
      }
      if (i < results.size() && results[i].defined()) {
        add_gradient(edge, fitted(results[i], edge, node->name()));
      }
      if (--dependencies_[edge.function.get()] == 0) {
        ready_.push_back(edge.function);
      }
    }
  }

  // A gradient in the shape and type of what it is the gradient of.
  static at::Tensor fitted(at::Tensor grad, const Edge& edge, const std::string& name) {
    const InputMetadata& wanted = edge.function->input_metadata_.at(edge.input_nr);
    if (grad.sizes() != c10::IntArrayRef(wanted.sizes)) {
      TORCH_CHECK(is_expandable_to(wanted.sizes, grad.sizes()), "Function ", name,
                  " returned an invalid gradient at index ", edge.input_nr, " - got ", grad.sizes(),
                  " but expected shape compatible with ", c10::IntArrayRef(wanted.sizes));
      grad = sum_to(grad, wanted.sizes);
    }
    return grad.scalar_type() == wanted.dtype ? grad : grad.to(wanted.dtype);
  }

  bool keep_graph_;
  bool create_graph_;
  variable_list captured_;
  std::vector<std::shared_ptr<Node>> roots_;
  std::vector<std::shared_ptr<Node>> ready_;
  std::unordered_set<Node*> seen_;
  std::unordered_set<Node*> queued_;
  std::unordered_map<Node*, int> dependencies_;
  std::unordered_map<Node*, variable_list> buffers_;
};

inline variable_list AccumulateGrad::apply(const variable_list& grads) {
  const at::Tensor& grad = grads.at(0);
  if (!grad.defined()) {
    return {};
  }
  at::Tensor& sum = variable_.mutable_grad();
  if (!sum.defined()) {
    sum = c10::GradMode::is_enabled() ? grad : at::_ops::clone::call(grad.detach(), std::nullopt);
  } else if (c10::GradMode::is_enabled()) {
    sum = at::_ops::add_Tensor::call(sum, grad, 1);
  } else {
    at::_ops::add__Tensor::call(sum, grad, 1);
  }
  return {};
}

} // namespace torch::autograd
