// torch::autograd::backward and grad.
#pragma once

#include <torch/csrc/autograd/engine.h>

namespace torch::autograd {

namespace detail {

inline edge_list edges_of(const variable_list& tensors) {
  edge_list edges;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    edges.push_back(gradient_edge(tensors[i]));
    TORCH_CHECK(edges[i].function != nullptr, "element ", i,
                " of tensors does not require grad and does not have a grad_fn");
  }
  return edges;
}

// The given gradients; ones for the scalars that have none.
inline variable_list root_gradients(const variable_list& tensors, const variable_list& given) {
  variable_list grads;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    at::Tensor grad = i < given.size() ? given[i] : at::Tensor();
    if (!grad.defined()) {
      TORCH_CHECK(tensors[i].numel() == 1,
                  "grad can be implicitly created only for scalar outputs");
      grad = at::native::call("ones_like", {tensors[i].detach(), c10::IValue(), c10::IValue(),
                                            c10::IValue(), c10::IValue(), c10::IValue()});
    }
    TORCH_CHECK(grad.sizes() == tensors[i].sizes(), "Mismatch in shape: grad_output[", i,
                "] has a shape of ", grad.sizes(), " and output[", i, "] has a shape of ",
                tensors[i].sizes(), ".");
    grads.push_back(grad);
  }
  return grads;
}

} // namespace detail

inline void backward(const variable_list& tensors, const variable_list& grad_tensors = {},
                     std::optional<bool> retain_graph = std::nullopt, bool create_graph = false,
                     const variable_list& inputs = {}) {
  TORCH_CHECK(inputs.empty(), "backward(inputs=...) is not part of the reference runtime");
  const edge_list roots = detail::edges_of(tensors);
  Engine engine(retain_graph.value_or(create_graph), create_graph);
  engine.execute(roots, detail::root_gradients(tensors, grad_tensors), {}, true);
}

inline variable_list grad(const variable_list& outputs, const variable_list& inputs,
                          const variable_list& grad_outputs = {},
                          std::optional<bool> retain_graph = std::nullopt,
                          bool create_graph = false, bool allow_unused = false) {
  const edge_list roots = detail::edges_of(outputs);
  edge_list captures;
  for (const at::Tensor& input : inputs) {
    captures.push_back(gradient_edge(input));
    TORCH_CHECK(captures[captures.size() - 1].function != nullptr,
                "One of the differentiated Tensors does not require grad");
  }
  Engine engine(retain_graph.value_or(create_graph), create_graph);
  variable_list result =
      engine.execute(roots, detail::root_gradients(outputs, grad_outputs), captures, false);
  for (const at::Tensor& gradient : result) {
    TORCH_CHECK(gradient.defined() || allow_unused,
                "One of the differentiated Tensors appears to not have been used in the graph. Set "
                "allow_unused=True if this is the desired behavior.");
  }
  return result;
}

} // namespace torch::autograd

namespace at {

inline void Tensor::backward(const Tensor& gradient, std::optional<bool> retain_graph,
                             bool create_graph) const {
  torch::autograd::backward({*this}, {gradient}, retain_graph, create_graph);
}

} // namespace at
