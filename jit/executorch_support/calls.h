// Kernels looked up and called as the runtime does it, and programs.
#pragma once

#include "platform.h"
#include "values.h"

#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/extension/module/module.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dispatchless_executorch {

using executorch::runtime::Error;
using executorch::runtime::Kernel;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::OpFunction;
using executorch::runtime::Span;
using executorch::runtime::TensorMeta;

// A negative number stands for an abort, any other is an Error.
constexpr int kAborted = -1;

template <class Work>
int without_abort(Work work) {
  try {
    return static_cast<int>(work());
  } catch (const Aborted&) {
    return kAborted;
  }
}

inline int registered_count() {
  return static_cast<int>(executorch::runtime::get_registered_kernels().size());
}

inline const Kernel& registered(int index) {
  return executorch::runtime::get_registered_kernels()[index];
}

inline std::string registered_name(int index) { return registered(index).name_; }

inline std::string registered_key(int index) {
  const auto& key = registered(index).kernel_key_;
  return key.is_fallback() ? "" : key.data();
}

// Gives the places from `first` on a name that no operator has: the runtime cannot take kernels
// out of its table again.
inline void hide_registered(int first) {
  const auto kernels = executorch::runtime::get_registered_kernels();
  for (size_t i = first; i < kernels.size(); ++i) {
    const_cast<Kernel&>(kernels[i]).name_ = "";
  }
}

// Kernels that are passed to methods and not registered.
struct Table {
  std::vector<Kernel> kernels;
  explicit Table(Span<const Kernel> from) : kernels(from.begin(), from.end()) {}
  int size() const { return static_cast<int>(kernels.size()); }
};

// The dtypes and dim orders that an instruction with these values is resolved by.
class Metas {
 public:
  explicit Metas(const Values& values) {
    for (const EValue& value : values.copies()) {
      if (!value.isTensor()) {
        continue;
      }
      const Tensor tensor = value.toTensor();
      const auto order = tensor.dim_order();
      orders_.emplace_back(order.begin(), order.end());
      metas_.push_back(
          TensorMeta(tensor.scalar_type(), {orders_.back().data(), orders_.back().size()}));
    }
  }

  Span<const TensorMeta> span() const { return {metas_.data(), metas_.size()}; }

 private:
  std::deque<std::vector<executorch::aten::DimOrderType>> orders_;
  std::vector<TensorMeta> metas_;
};

// An error and, where there is none, the kernel.
inline std::pair<int, OpFunction> find_kernel(
    const std::string& name, const Values& values, const Table* table) {
  OpFunction found = nullptr;
  const int error = without_abort([&] {
    const Metas metas(values);
    auto result = table != nullptr
        ? executorch::runtime::get_op_function_from_registry(
              name.c_str(), metas.span(), {table->kernels.data(), table->kernels.size()})
        : executorch::runtime::get_op_function_from_registry(name.c_str(), metas.span());
    if (result.ok()) {
      found = *result;
    }
    return result.error();
  });
  return {error, found};
}

// The place among the kernels of the table (or the registered ones) of the one that is found.
inline int find_index(const std::string& name, const Values& values, const Table* table) {
  const auto [error, found] = find_kernel(name, values, table);
  if (error != 0) {
    return -1;
  }
  const Span<const Kernel> kernels = table != nullptr
      ? Span<const Kernel>(table->kernels.data(), table->kernels.size())
      : executorch::runtime::get_registered_kernels();
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (kernels[i].op_ == found && name == kernels[i].name_) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

// The error of the lookup or of the call.
inline int call_kernel(const std::string& name, Values& values, const Table* table) {
  const auto [error, kernel] = find_kernel(name, values, table);
  if (error != 0) {
    return error;
  }
  auto pointers = values.pointers();
  return without_abort([&, kernel = kernel] {
    executorch::extension::MallocMemoryAllocator temporary;
    KernelRuntimeContext context(nullptr, &temporary);
    kernel(context, {pointers.data(), pointers.size()});
    return context.failure_state();
  });
}

inline int call_registration(Error (*function)()) {
  return without_abort([&] { return function(); });
}

inline int register_table(const Table& table) {
  return without_abort([&] {
    return executorch::runtime::register_kernels({table.kernels.data(), table.kernels.size()});
  });
}

class Program {
 public:
  explicit Program(const std::string& path)
      : module_(std::make_unique<executorch::extension::Module>(path)) {}

  int load_method(const std::string& method, const Table* table) {
    return without_abort([&] {
      return module_->load_method(
          method, nullptr, nullptr, nullptr,
          table == nullptr ? std::vector<Kernel>() : table->kernels);
    });
  }

  int execute(const std::string& method, const Values& inputs) {
    return without_abort([&] {
      auto outputs = module_->execute(method, inputs.copies());
      if (!outputs.ok()) {
        return outputs.error();
      }
      outputs_ = std::make_unique<Values>();
      for (const EValue& output : *outputs) {
        outputs_->add(output);
      }
      return Error::Ok;
    });
  }

  // Of the last execution; their data is the program's.
  const Values& outputs() const { return *outputs_; }

 private:
  std::unique_ptr<executorch::extension::Module> module_;
  std::unique_ptr<Values> outputs_;
};

}  // namespace dispatchless_executorch
