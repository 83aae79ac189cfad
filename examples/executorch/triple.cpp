#include "NativeFunctions.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/kernel/kernel_includes.h>

namespace acme::native {

using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor& triple_out(KernelRuntimeContext& context, const Tensor& self, Tensor& out) {
  ET_KERNEL_CHECK(
      context, executorch::runtime::tensors_have_same_shape_and_dtype(self, out), InvalidArgument,
      out);
  for (ssize_t i = 0; i < out.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = 3 * self.const_data_ptr<float>()[i];
  }
  return out;
}

}  // namespace acme::native
