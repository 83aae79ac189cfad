// torch::autograd::Node: one recorded operation, with edges to what made its inputs.
#pragma once

#include <ATen/core/TensorBody.h>

namespace torch::autograd {

using variable_list = c10::Sequence<at::Tensor>;

struct Node;

// Where a gradient flows: the node, and which of its inputs (its operation's outputs) it is.
struct Edge {
  c10::intrusive_ptr<Node> function;
  std::size_t input_nr = 0;
};
using edge_list = c10::Sequence<Edge>;

// The shape, type and device of a tensor without its content.
struct InputMetadata {
  c10::Dims sizes;
  c10::Dims strides;
  int64_t storage_offset = 0;
  c10::ScalarType dtype = c10::kFloat;
  c10::Device device{c10::kCPU};
};

inline InputMetadata metadata_of(const at::Tensor& tensor) {
  InputMetadata metadata;
  if (tensor.defined()) {
    metadata.sizes = c10::Dims(tensor.sizes());
    metadata.strides = c10::Dims(tensor.strides());
    metadata.storage_offset = tensor.storage_offset();
    metadata.dtype = tensor.scalar_type();
    metadata.device = tensor.device();
  }
  return metadata;
}

struct Node : c10::intrusive_ptr_target {
  // What a kind of node does. No virtual functions: see intrusive_ptr.h.
  struct Kind {
    // The gradients of the operation's inputs, given those of its outputs (some may be undefined).
    variable_list (*apply)(Node& node, const variable_list& grads);
    void (*release_variables)(Node& node);
    bool is_leaf; // AccumulateGrad
  };

  Node(const Kind& kind, std::string name) : kind_(kind), name_(std::move(name)) {}
  variable_list apply(const variable_list& grads) { return kind_.apply(*this, grads); }
  void release_variables() {
    if (kind_.release_variables != nullptr) {
      kind_.release_variables(*this);
    }
  }
  bool is_leaf() const { return kind_.is_leaf; }
  const std::string& name() const { return name_; }
  const edge_list& next_edges() const { return next_edges_; }

  const Kind& kind_;
  std::string name_;
  edge_list next_edges_;
  c10::Sequence<InputMetadata> input_metadata_; // of the operation's outputs

  // The engine's notes during one pass.
  uint64_t pass_ = 0;
  std::size_t dependencies_ = 0;
  variable_list buffer_;
};

} // namespace torch::autograd
