// Kernels for float tensors of one size. Out tensors that do not fit fail the call.
#include "NativeFunctions.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/kernel/kernel_includes.h>

namespace elementwise::native {

using executorch::aten::Scalar;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor& add_out(
    KernelRuntimeContext& context, const Tensor& self, const Tensor& other, const Scalar& alpha,
    Tensor& out) {
  ET_KERNEL_CHECK(
      context, executorch::runtime::tensors_have_same_shape_and_dtype(self, other, out),
      InvalidArgument, out);
  const float factor = alpha.isFloatingPoint() ? static_cast<float>(alpha.to<double>())
                                               : static_cast<float>(alpha.to<int64_t>());
  for (ssize_t i = 0; i < out.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] =
        self.const_data_ptr<float>()[i] + factor * other.const_data_ptr<float>()[i];
  }
  return out;
}

Tensor& neg_out(KernelRuntimeContext& context, const Tensor& self, Tensor& out) {
  ET_KERNEL_CHECK(
      context, executorch::runtime::tensors_have_same_shape_and_dtype(self, out), InvalidArgument,
      out);
  for (ssize_t i = 0; i < out.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = -self.const_data_ptr<float>()[i];
  }
  return out;
}

}  // namespace elementwise::native
