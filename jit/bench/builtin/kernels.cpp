// Kernels for float tensors of one size.
#include "NativeFunctions.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/kernel/kernel_includes.h>

namespace bench::native {

using executorch::aten::ArrayRef;
using executorch::aten::Scalar;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor& negate_out(KernelRuntimeContext& context, const Tensor& self, Tensor& out) {
  ET_KERNEL_CHECK(
      context, executorch::runtime::tensors_have_same_shape_and_dtype(self, out), InvalidArgument,
      out);
  const float* const from = self.const_data_ptr<float>();
  float* const to = out.mutable_data_ptr<float>();
  for (ssize_t i = 0; i < out.numel(); ++i) to[i] = -from[i];
  return out;
}

Tensor& add_out(
    KernelRuntimeContext& context, const Tensor& self, const Tensor& other, const Scalar& alpha,
    Tensor& out) {
  ET_KERNEL_CHECK(
      context, executorch::runtime::tensors_have_same_shape_and_dtype(self, other, out),
      InvalidArgument, out);
  const float factor = alpha.isFloatingPoint() ? static_cast<float>(alpha.to<double>())
                                               : static_cast<float>(alpha.to<int64_t>());
  const float* const one = self.const_data_ptr<float>();
  const float* const another = other.const_data_ptr<float>();
  float* const to = out.mutable_data_ptr<float>();
  for (ssize_t i = 0; i < out.numel(); ++i) to[i] = one[i] + factor * another[i];
  return out;
}

// Elements outside of the window are filled.
Tensor& window_out(
    KernelRuntimeContext& context, const Tensor& self, ArrayRef<int64_t> starts,
    ArrayRef<int64_t> lengths, std::optional<double> fill, bool keep,
    const std::optional<Tensor>& mask, Tensor& out) {
  ET_KERNEL_CHECK(
      context,
      executorch::runtime::tensors_have_same_shape_and_dtype(self, out) && starts.size() == 1 &&
          lengths.size() == 1 && !mask.has_value(),
      InvalidArgument, out);
  const float* const from = self.const_data_ptr<float>();
  float* const to = out.mutable_data_ptr<float>();
  const float other = static_cast<float>(fill.value_or(0.0));
  for (ssize_t i = 0; i < out.numel(); ++i) {
    to[i] = keep || (i >= starts[0] && i < starts[0] + lengths[0]) ? from[i] : other;
  }
  return out;
}

}  // namespace bench::native
