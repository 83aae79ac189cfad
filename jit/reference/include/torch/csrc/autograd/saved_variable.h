// A tensor kept for the backward pass, which notices when it was written to in between.
#pragma once

#include <torch/csrc/autograd/variable.h>

namespace torch::autograd {

class SavedVariable {
 public:
  SavedVariable() = default;
  // An output of the node being made is kept without its history, or the node would own itself.
  SavedVariable(const at::Tensor& tensor, bool is_output)
      : tensor_(is_output ? tensor.detach() : tensor), is_output_(is_output), saved_(true),
        output_nr_(tensor.output_nr()) {
    TORCH_CHECK(!tensor.is_inference(),
                "Inference tensors cannot be saved for backward. Please do not use Tensors created "
                "in inference mode in computation tracked by autograd. To work around this, you can "
                "make a clone to get a normal tensor and use it in autograd, or use "
                "`torch.no_grad()` instead of `torch.inference_mode()`.");
    version_ = tensor.unsafeGetTensorImpl()->version();
  }

  // The tensor; undefined when none was saved.
  at::Tensor unpack(Node* owner) const {
    TORCH_CHECK(!saved_ || tensor_.defined(),
                "Trying to backward through the graph a second time (or directly access saved "
                "tensors after they have already been freed). Saved intermediate values of the graph "
                "are freed when you call .backward() or autograd.grad(). Specify retain_graph=True "
                "if you need to backward through the graph a second time or if you need to access "
                "saved tensors after calling backward.");
    if (saved_ && tensor_.unsafeGetTensorImpl()->version() != version_) {
      report_modified(owner->name());
    }
    if (saved_ && is_output_) {
      at::Tensor output = tensor_.detach();
      AutogradMeta* meta = impl::materialize_autograd_meta(output);
      meta->grad_fn_ = c10::intrusive_ptr<Node>(owner);
      meta->output_nr_ = static_cast<std::size_t>(output_nr_);
      return output;
    }
    return tensor_;
  }
  void reset() { tensor_ = at::Tensor(); }

 private:
  [[noreturn]] C10_NOINLINE void report_modified(const std::string& owner) const {
    const auto& grad_fn = tensor_.grad_fn();
    std::string maker = is_output_ ? owner : grad_fn != nullptr ? grad_fn->name() : "";
    // The operation, not its node: "Exp" for ExpBackward0, "Add1" for AddBackward1.
    const std::size_t backward = maker.find("Backward");
    if (backward != std::string::npos) {
      maker.erase(backward, maker.back() == '0' ? 9 : 8);
    }
    const std::string origin = maker.empty() ? ""
        : c10::detail::format({", which is output ", output_nr_, " of ", maker, ","});
    c10::detail::raise<c10::Error>(
        {"one of the variables needed for gradient computation has been modified by an inplace "
         "operation: [", tensor_.toString(), " ", tensor_.sizes(), "]", origin, " is at version ", tensor_._version(),
         "; expected version ", version_,
         " instead. Hint: enable anomaly detection to find the operation that failed to compute its "
         "gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False)."});
  }

  at::Tensor tensor_;
  bool is_output_ = false;
  bool saved_ = false;
  int64_t output_nr_ = 0;
  int64_t version_ = 0;
};

} // namespace torch::autograd
