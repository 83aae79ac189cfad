// torch::autograd::Node: one recorded operation, with edges to what made its inputs.
#pragma once

#include <ATen/core/TensorBody.h>

#include <functional>
#include <string>

namespace torch::autograd {

using variable_list = std::vector<at::Tensor>;

struct Node;

// Where a gradient flows: the node, and which of its inputs (its operation's outputs) it is.
struct Edge {
  std::shared_ptr<Node> function;
  uint32_t input_nr = 0;
};

// The shape, type and device that a gradient must have.
struct InputMetadata {
  std::vector<int64_t> sizes;
  c10::ScalarType dtype;
  c10::Device device;
};

struct Node {
  virtual ~Node() = default;
  // The gradients of the operation's inputs, given those of its outputs (some may be undefined).
  virtual variable_list apply(const variable_list& grads) = 0;
  virtual std::string name() const = 0;
  virtual void release_variables() {}
  virtual at::Tensor* leaf() { return nullptr; } // the tensor, for AccumulateGrad

  const std::vector<Edge>& next_edges() const { return next_edges_; }
  std::vector<Edge> next_edges_;
  std::vector<InputMetadata> input_metadata_;
};

} // namespace torch::autograd
