// A tensor kept for the backward pass, which notices when it was written to in between.
#pragma once

#include <torch/csrc/autograd/variable.h>

namespace torch::autograd {

class SavedVariable {
 public:
  SavedVariable() = default;
  // An output of the node being made is kept without its history, or the node would own itself.
  SavedVariable(const at::Tensor& tensor, bool is_output)
      : tensor_(tensor), is_output_(is_output), defined_(tensor.defined()) {
    TORCH_CHECK(!defined_ || !tensor.is_inference(),
                "Inference tensors cannot be saved for backward. Please do not use Tensors created "
                "in inference mode in computation tracked by autograd. To work around this, you can "
                "make a clone to get a normal tensor and use it in autograd, or use "
                "`torch.no_grad()` instead of `torch.inference_mode()`.");
    if (defined_) {
      version_ = tensor.unsafeGetTensorImpl()->version();
    }
    if (defined_ && is_output) {
      tensor_ = tensor.detach();
    }
  }

  at::Tensor unpack(const std::shared_ptr<Node>& owner, const std::string& name) const {
    if (!defined_) {
      return {};
    }
    TORCH_CHECK(tensor_.defined(),
                "Trying to backward through the graph a second time (or directly access saved "
                "tensors after they have already been freed). Saved intermediate values of the graph "
                "are freed when you call .backward() or autograd.grad(). Specify retain_graph=True "
                "if you need to backward through the graph a second time or if you need to access "
                "saved tensors after calling backward.");
    const uint32_t current = tensor_.unsafeGetTensorImpl()->version();
    if (current != version_) {
      report_modified(current, name);
    }
    if (is_output_ && owner) {
      at::Tensor output = tensor_.detach();
      AutogradMeta* meta = impl::materialize_autograd_meta(output);
      meta->grad_fn_ = owner;
      return output;
    }
    return tensor_;
  }
  void reset() { tensor_ = at::Tensor(); }

 private:
  [[noreturn]] void report_modified(uint32_t current, const std::string& owner) const {
    const auto& grad_fn = tensor_.grad_fn();
    std::string what = c10::str("[", type_name(), " ", tensor_.sizes(), "]");
    if (is_output_) {
      what += c10::str(", which is output 0 of ", owner, ",");
    } else if (grad_fn) {
      what += c10::str(", which is output ", tensor_.output_nr(), " of ", grad_fn->name(), ",");
    }
    c10::detail::raise<c10::Error>(c10::str(
        "one of the variables needed for gradient computation has been modified by an inplace "
        "operation: ", what, " is at version ", current, "; expected version ", version_,
        " instead. Hint: enable anomaly detection to find the operation that failed to compute its "
        "gradient, with torch.autograd.set_detect_anomaly(True)."));
  }
  std::string type_name() const {
    return c10::str("torch.", tensor_.is_cpu() ? "" : c10::DeviceTypeName(tensor_.device().type()) + ".",
                    tensor_.scalar_type(), "Tensor");
  }

  at::Tensor tensor_;
  bool is_output_ = false;
  bool defined_ = false;
  uint32_t version_ = 0;
};

} // namespace torch::autograd
