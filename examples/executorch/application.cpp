// Two kernel libraries in one application; each is there once its function is called.
#include "register_acme_kernels.h"
#include "register_elementwise_kernels.h"

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdio>

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::runtime::Error;
using executorch::runtime::EValue;

namespace {

constexpr const char* operators[] = {"aten::add.out", "aten::neg.out", "acme::triple.out"};

void show_kernels(const char* when) {
  std::printf("%s:", when);
  for (const char* name : operators) {
    const bool there = executorch::runtime::registry_has_op_function(name);
    std::printf(" %s %s", name, there ? "yes" : "no");
  }
  std::printf("\n");
}

// acme::triple.out, called as a program's instruction would.
bool triple_is_right() {
  float in[] = {1, 2, 3};
  float out[] = {0, 0, 0};
  TensorImpl::SizesType sizes[] = {3};
  TensorImpl::DimOrderType order[] = {0};
  TensorImpl in_impl(ScalarType::Float, 1, sizes, in, order);
  TensorImpl out_impl(ScalarType::Float, 1, sizes, out, order);
  EValue self{Tensor(&in_impl)};
  EValue result{Tensor(&out_impl)};
  EValue* stack[] = {&self, &result, &result};
  auto kernel = executorch::runtime::get_op_function_from_registry("acme::triple.out");
  if (!kernel.ok()) {
    return false;
  }
  executorch::runtime::KernelRuntimeContext context;
  (*kernel)(context, executorch::runtime::Span<EValue*>(stack, 3));
  return context.failure_state() == Error::Ok && out[0] == 3 && out[1] == 6 && out[2] == 9;
}

}  // namespace

int main() {
  executorch::runtime::runtime_init();
  show_kernels("before");
  const Error first = torch::executor::register_elementwise_kernels();
  const Error second = torch::executor::register_acme_kernels();
  show_kernels("after");
  const bool right = triple_is_right();
  std::printf("triple: %s\n", right ? "right" : "wrong");
  return first == Error::Ok && second == Error::Ok && right ? 0 : 1;
}
