// Kernels looked up and called as the runtime does it.
#pragma once

#include "platform.h"
#include "values.h"

#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>

#include <cstring>
#include <vector>

namespace dispatchless_executorch {

using executorch::runtime::Error;
using executorch::runtime::Kernel;
using executorch::runtime::OpFunction;
using executorch::runtime::Span;
using executorch::runtime::TensorMeta;

// Kernels that are passed to methods and not registered.
struct Table {
  std::vector<Kernel> kernels;
  Span<const Kernel> span() const { return {kernels.data(), kernels.size()}; }
};

inline Table* new_table(Span<const Kernel> from) {
  Table* const table = new Table;
  for (const Kernel& kernel : from) {
    table->kernels.push_back(kernel);
  }
  return table;
}

// The kernel for an instruction with these values: by the dtypes and dim orders of its tensors.
inline int find_kernel(const char* name, Values& values, const Table* table, OpFunction& found) {
  return guarded([&] {
    std::vector<TensorMeta> metas;
    for (EValue& value : values.values) {
      if (value.isTensor()) {
        const auto order = value.toTensor().dim_order();
        metas.push_back(TensorMeta(
            value.toTensor().scalar_type(),
            {const_cast<executorch::aten::DimOrderType*>(order.data()), order.size()}));
      }
    }
    const Span<const TensorMeta> span(metas.data(), metas.size());
    auto result = table != nullptr
        ? executorch::runtime::get_op_function_from_registry(name, span, table->span())
        : executorch::runtime::get_op_function_from_registry(name, span);
    if (result.ok()) {
      found = *result;
    }
    return result.error();
  });
}

}  // namespace dispatchless_executorch

extern "C" {

using dispatchless_executorch::Table;

int dispatchless_et_registered() {
  return static_cast<int>(executorch::runtime::get_registered_kernels().size());
}

const char* dispatchless_et_registered_name(int index) {
  return executorch::runtime::get_registered_kernels()[index].name_;
}

// Null for the kernel of any tensors.
const char* dispatchless_et_registered_key(int index) {
  return executorch::runtime::get_registered_kernels()[index].kernel_key_.data();
}

// Gives the places from `first` on a name that no operator has: the runtime cannot take kernels
// out of its table again.
void dispatchless_et_hide(int first) {
  const auto kernels = executorch::runtime::get_registered_kernels();
  for (size_t i = first; i < kernels.size(); ++i) {
    const_cast<executorch::runtime::Kernel&>(kernels[i]).name_ = "";
  }
}

// The place of the registered kernel that a call would get, or -1.
int dispatchless_et_find(const char* name, Values* values) {
  executorch::runtime::OpFunction found = nullptr;
  if (dispatchless_executorch::find_kernel(name, *values, nullptr, found) != 0) {
    return -1;
  }
  const auto kernels = executorch::runtime::get_registered_kernels();
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (kernels[i].op_ == found && std::strcmp(kernels[i].name_, name) == 0) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

// The error of the lookup or of the call.
int dispatchless_et_call(const char* name, Values* values, const Table* table) {
  executorch::runtime::OpFunction kernel = nullptr;
  const int error = dispatchless_executorch::find_kernel(name, *values, table, kernel);
  if (error != 0) {
    return error;
  }
  return dispatchless_executorch::guarded([&] {
    std::vector<EValue*> pointers;
    for (EValue& value : values->values) {
      pointers.push_back(&value);
    }
    executorch::extension::MallocMemoryAllocator temporary;
    executorch::runtime::KernelRuntimeContext context(nullptr, &temporary);
    kernel(context, {pointers.data(), pointers.size()});
    return context.failure_state();
  });
}

int dispatchless_et_register_table(const Table* table) {
  return dispatchless_executorch::guarded(
      [&] { return executorch::runtime::register_kernels(table->span()); });
}

}  // extern "C"
