// The measuring program of kernels that ExecuTorch's registry knows.
#pragma once

#include "executorch_support/calls.h"

#include <cstring>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "choices.h"

namespace dispatchless_bench {

using executorch::aten::ScalarType;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Kernel;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::OpFunction;
using executorch::runtime::Span;
using executorch::runtime::TensorMeta;

// Arguments that are not accepted.
struct Refused {
  std::string text;
};

inline std::string reason(const Refused& refused) { return refused.text; }

// What tensors have in common; what is not given.
struct Setup : Choices {
  void begin() {
    start();
    const ScalarType dtypes[] = {ScalarType::Float, ScalarType::Long, ScalarType::Byte,
                                 ScalarType::Double, ScalarType::Int, ScalarType::Bool};
    dtype = dtypes[pick(6)];
  }

  const std::vector<int64_t>& shape() const { return shape_; }

  ScalarType dtype = ScalarType::Float;
};

} // namespace dispatchless_bench

#include "run.h"

namespace dispatchless_bench {

// Memory of the kernels' own for the time of a call, without an end: a runtime takes it back after
// every instruction.
class Temporary : public executorch::runtime::MemoryAllocator {
 public:
  Temporary() : MemoryAllocator(0, nullptr), memory_(1 << 24) {}

  void* allocate(size_t size, size_t alignment) override {
    if (size + alignment > memory_.size()) return nullptr;
    if (used_ + size + alignment > memory_.size()) used_ = 0;
    const auto start = reinterpret_cast<uintptr_t>(memory_.data()) + used_;
    const uintptr_t aligned = (start + alignment - 1) / alignment * alignment;
    used_ += aligned - start + size;
    return reinterpret_cast<void*>(aligned);
  }

 private:
  std::vector<uint8_t> memory_;
  size_t used_ = 0;
};

inline KernelRuntimeContext& context() {
  static Temporary temporary;
  static KernelRuntimeContext made(nullptr, &temporary);
  return made;
}

// A kernel that cannot work says so to the context.
inline void check_call() {
  const Error state = context().failure_state();
  if (state == Error::Ok) return;
  context().fail(Error::Ok);
  std::string said = dispatchless_et_log();
  dispatchless_et_clear_log();
  throw Refused{"Error " + std::to_string(static_cast<int>(state)) + ' ' + said};
}

// What would end the process is an exception, as for any other refusal.
inline void refuse_abort() {
  std::string said = dispatchless_et_log();
  dispatchless_et_clear_log();
  throw Refused{"abort " + said};
}

inline void set_up() {
  executorch::runtime::runtime_init();
  executorch::runtime::register_pal(executorch::runtime::PalImpl::create(
      nullptr, refuse_abort, nullptr, nullptr, dispatchless_executorch::keep_message, nullptr,
      nullptr, "dispatchless"));
}

// The kernels of a library that is loaded for its functions give way to those of the specification.
inline void hide(Span<const Kernel> own) {
  for (const Kernel& kernel : executorch::runtime::get_registered_kernels()) {
    for (const Kernel& other : own) {
      if (std::strcmp(kernel.name_, other.name_) == 0) const_cast<Kernel&>(kernel).name_ = "";
    }
  }
}

inline void register_own(Span<const Kernel> own, Error (*register_kernels)()) {
  hide(own);
  const Error error = register_kernels();
  if (error != Error::Ok) throw std::runtime_error(dispatchless_et_log());
}

// There is one mode.
template <class Work>
void in_mode(const std::string&, Work work) {
  work();
}

// There is no dispatcher.
inline int64_t dispatcher_calls(const Loop&) { return 0; }

// Look-ups must not be optimised away.
inline void use(OpFunction found) { asm volatile("" : : "r"(found) : "memory"); }

// The arguments of an operator as the runtime holds them: every function puts one at the end.
class Arguments {
 public:
  explicit Arguments(Setup& setup) : setup_(setup) {}

  void none() { dispatchless_et_add_none(&values_); }
  void boolean(bool value) { dispatchless_et_add_bool(&values_, value); }
  void integer(int64_t value) { dispatchless_et_add_int(&values_, value); }
  void floating(double value) { dispatchless_et_add_double(&values_, value); }
  void text(const char* value) {
    dispatchless_et_add_string(&values_, value, static_cast<int>(std::strlen(value)));
  }
  void integers(const std::vector<int64_t>& values) {
    for (const int64_t value : values) integer(value);
    dispatchless_et_make_ints(&values_, static_cast<int>(values.size()));
  }
  void floatings(const std::vector<double>& values) {
    dispatchless_et_add_doubles(&values_, values.data(), static_cast<int>(values.size()));
  }
  void booleans(const std::vector<int>& values) {
    const std::vector<char> bytes(values.begin(), values.end());
    dispatchless_et_add_bools(
        &values_, reinterpret_cast<const bool*>(bytes.data()), static_cast<int>(bytes.size()));
  }

  // What the next digit of the candidate's number picks.
  void boolean() { boolean(setup_.pick(2) == 1); }
  void integer() {
    const int64_t values[] = {1, 0, -1, 2};
    integer(values[setup_.pick(4)]);
  }
  void integers() {
    const int64_t last = setup_.last();
    const std::vector<int64_t> lists[] = {{last}, {0}, {1}, {last, last}};
    integers(lists[setup_.pick(4)]);
  }

  void tensor() { tensor(setup_.shape(), setup_.dtype); }
  void tensor(const std::vector<int64_t>& shape) { tensor(shape, setup_.dtype); }
  void tensor(const std::vector<int64_t>& shape, ScalarType dtype) {
    int64_t count = 1;
    for (const int64_t size : shape) count *= size;
    std::vector<int64_t>& memory = memories_.emplace_back(static_cast<size_t>(count + 1));
    switch (dtype) {
      case ScalarType::Float: fill<float>(memory, count); break;
      case ScalarType::Double: fill<double>(memory, count); break;
      case ScalarType::Long: fill<int64_t>(memory, count); break;
      case ScalarType::Int: fill<int32_t>(memory, count); break;
      default: fill<uint8_t>(memory, count);
    }
    std::vector<int> sizes(shape.begin(), shape.end());
    std::vector<unsigned char> order;
    for (size_t i = 0; i < shape.size(); ++i) order.push_back(static_cast<unsigned char>(i));
    dispatchless_et_add_tensor(
        &values_, static_cast<int>(dtype), static_cast<int>(sizes.size()), sizes.data(),
        order.data(), memory.data());
  }
  // Of the last `count` values.
  void tensors(int count) { dispatchless_et_make_tensors(&values_, count); }
  void optional_tensors(int count) { dispatchless_et_make_optional_tensors(&values_, count); }

  // The place of the result: the out argument at that position once more, or room for a new value.
  void result(int position) { dispatchless_et_add_again(&values_, position); }

  // When all are there.
  Span<EValue*> stack() {
    pointers_.clear();
    for (EValue& value : values_.values) {
      pointers_.push_back(&value);
      if (!value.isTensor()) continue;
      const auto order = value.toTensor().dim_order();
      metas_.push_back(TensorMeta(
          value.toTensor().scalar_type(),
          {const_cast<executorch::aten::DimOrderType*>(order.data()), order.size()}));
    }
    return {pointers_.data(), pointers_.size()};
  }

  // The function that the registry has for these arguments, which must be that kernel's.
  OpFunction boxed(const Kernel& kernel) const {
    const auto found =
        executorch::runtime::get_op_function_from_registry(kernel.name_, metas());
    if (found.ok() && *found == kernel.op_) return kernel.op_;
    dispatchless_et_clear_log();
    throw Refused{"the registry has another kernel for such tensors, or none"};
  }

  OpFunction look_up(const Kernel& kernel) const {
    return *executorch::runtime::get_op_function_from_registry(kernel.name_, metas());
  }

  // The same among `size` kernels, of which it is the last.
  OpFunction look_up(const Kernel& kernel, Span<const Kernel> among) const {
    return *executorch::runtime::get_op_function_from_registry(kernel.name_, metas(), among);
  }

 private:
  template <class T>
  static void fill(std::vector<int64_t>& memory, int64_t count) {
    T* const data = reinterpret_cast<T*>(memory.data());
    for (int64_t i = 0; i < count; ++i) data[i] = T(1);
  }

  Span<const TensorMeta> metas() const { return {metas_.data(), metas_.size()}; }

  Setup& setup_;
  dispatchless_executorch::Values values_;
  std::deque<std::vector<int64_t>> memories_;
  std::vector<EValue*> pointers_;
  std::vector<TensorMeta> metas_;
};

// As many kernels as a registry may hold, the last of which is `kernel`.
class Table {
 public:
  Table(const Kernel& kernel, size_t size) {
    for (size_t i = 0; i + 1 < size; ++i) {
      const std::string& name = names_.emplace_back("aten::kernel_" + std::to_string(i) + ".out");
      kernels_.emplace_back(name.c_str(), kernel.op_);
    }
    kernels_.push_back(kernel);
  }

  Span<const Kernel> span() const { return {kernels_.data(), kernels_.size()}; }

 private:
  std::deque<std::string> names_;
  std::vector<Kernel> kernels_;
};

} // namespace dispatchless_bench

#include "main.h"
