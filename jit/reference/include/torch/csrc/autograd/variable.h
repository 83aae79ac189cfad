// What autograd keeps with a tensor.
#pragma once

#include <torch/csrc/autograd/function.h>

namespace torch::autograd {

struct AutogradMeta : c10::AutogradMetaInterface {
  at::Tensor grad_;
  Node* grad_accumulator_ = nullptr; // not owned: it owns the tensor and takes itself out here
  std::size_t output_nr_ = 0;
  at::Tensor base_; // defined for a view that autograd knows of
};

namespace impl {

inline AutogradMeta* get_autograd_meta(const at::TensorBase& tensor) {
  return static_cast<AutogradMeta*>(tensor.unsafeGetTensorImpl()->autograd_meta().get());
}
inline AutogradMeta* materialize_autograd_meta(const at::TensorBase& tensor) {
  c10::TensorImpl* impl = tensor.unsafeGetTensorImpl();
  if (impl->autograd_meta() == nullptr) {
    impl->set_autograd_meta(c10::make_intrusive<AutogradMeta>());
  }
  return get_autograd_meta(tensor);
}

} // namespace impl

// Adds a leaf's gradients up in its .grad.
struct AccumulateGrad : Node {
  explicit AccumulateGrad(const at::Tensor& variable)
      : Node(kind(), "torch::autograd::AccumulateGrad"), variable_(variable) {
    input_metadata_.push_back(metadata_of(variable_));
    impl::materialize_autograd_meta(variable_)->grad_accumulator_ = this;
  }
  ~AccumulateGrad() {
    impl::materialize_autograd_meta(variable_)->grad_accumulator_ = nullptr;
  }
  static variable_list accumulate(Node& node, const variable_list& grads); // in engine.h
  static const Kind& kind() {
    static const Kind accumulates = {&accumulate, nullptr, true};
    return accumulates;
  }
  at::Tensor variable_;
};

// The edge that a gradient of this tensor flows along; no function when it needs none.
inline Edge gradient_edge(const at::Tensor& tensor) {
  Edge edge;
  if (tensor.defined() && tensor.requires_grad()) {
    AutogradMeta* meta = impl::get_autograd_meta(tensor);
    edge.function = meta->grad_fn_ != nullptr ? meta->grad_fn_
        : meta->grad_accumulator_ != nullptr
        ? c10::intrusive_ptr<Node>(meta->grad_accumulator_)
        : c10::intrusive_ptr<Node>(c10::make_intrusive<AccumulateGrad>(tensor));
    edge.input_nr = meta->grad_fn_ != nullptr ? meta->output_nr_ : 0;
  }
  return edge;
}

// Makes `output` the next output of the operation that `node` recorded.
inline void set_history(const at::Tensor& output, const c10::intrusive_ptr<Node>& node) {
  if (output.defined() && output.is_floating_point()) {
    AutogradMeta* meta = impl::materialize_autograd_meta(output);
    meta->grad_fn_ = node;
    meta->output_nr_ = node->input_metadata_.size();
  }
  node->input_metadata_.push_back(metadata_of(output));
}

} // namespace torch::autograd

namespace at {

inline bool TensorBase::is_leaf() const {
  const auto* meta = torch::autograd::impl::get_autograd_meta(*this);
  return meta == nullptr || meta->grad_fn_ == nullptr;
}
inline int64_t TensorBase::output_nr() const {
  const auto* meta = torch::autograd::impl::get_autograd_meta(*this);
  return meta == nullptr ? 0 : static_cast<int64_t>(meta->output_nr_);
}
inline bool TensorBase::is_view() const {
  const auto* meta = torch::autograd::impl::get_autograd_meta(*this);
  return meta != nullptr && meta->base_.defined();
}

inline const Tensor& Tensor::set_requires_grad(bool requires_grad) const {
  TORCH_CHECK(requires_grad || is_leaf(),
              "you can only change requires_grad flags of leaf variables.");
  TORCH_CHECK(!requires_grad || is_floating_point(),
              "Only Tensors of floating point and complex dtype can require gradients");
  TORCH_CHECK(!requires_grad || !is_inference() || c10::InferenceMode::is_enabled(),
              "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.");
  torch::autograd::impl::materialize_autograd_meta(*this)->requires_grad_ = requires_grad;
  return *this;
}
inline Tensor& Tensor::requires_grad_(bool requires_grad) {
  set_requires_grad(requires_grad);
  return *this;
}

namespace detail {
inline const Tensor& undefined_tensor() {
  static const Tensor tensor;
  return tensor;
}
} // namespace detail

inline const Tensor& Tensor::grad() const {
  const auto* meta = torch::autograd::impl::get_autograd_meta(*this);
  return meta == nullptr ? detail::undefined_tensor() : meta->grad_;
}
inline Tensor& Tensor::mutable_grad() const {
  return torch::autograd::impl::materialize_autograd_meta(*this)->grad_;
}
inline const c10::intrusive_ptr<torch::autograd::Node>& Tensor::grad_fn() const {
  static const c10::intrusive_ptr<torch::autograd::Node> none;
  const auto* meta = torch::autograd::impl::get_autograd_meta(*this);
  return meta == nullptr ? none : meta->grad_fn_;
}
inline const Tensor& Tensor::_base() const {
  TORCH_CHECK(is_view(), "Can't get base of non-view Variable");
  return torch::autograd::impl::get_autograd_meta(*this)->base_;
}
// Forward-mode AD is not part of this runtime: no tensor has a tangent.
inline const Tensor& Tensor::_fw_grad(uint64_t) const { return detail::undefined_tensor(); }

} // namespace at
