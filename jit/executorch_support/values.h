// The values of one call, made from plain numbers: EValues with the storage that they point to.
#pragma once

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace dispatchless_executorch {

using executorch::runtime::BoxedEvalueList;
using executorch::runtime::EValue;
using executorch::runtime::Tag;
using Tensor = executorch::aten::Tensor;

// The data belongs to the caller, who keeps it as long as the tensor.
class OwnTensor {
 public:
  OwnTensor(
      int dtype, std::vector<int> sizes, std::vector<int> dim_order, std::uintptr_t data)
      : sizes_(sizes.begin(), sizes.end()),
        dim_order_(dim_order.begin(), dim_order.end()),
        strides_(sizes.size()),
        impl_(
            static_cast<executorch::aten::ScalarType>(dtype), strided(), sizes_.data(),
            reinterpret_cast<void*>(data), dim_order_.data(), strides_.data(),
            executorch::runtime::TensorShapeDynamism::DYNAMIC_BOUND) {}

  OwnTensor(const OwnTensor&) = delete;

  Tensor tensor() {
    return Tensor(&impl_);
  }

 private:
  // Dense strides for the order of dimensions; how many there are.
  ssize_t strided() {
    int next = 1;
    for (size_t i = dim_order_.size(); i-- > 0;) {
      strides_[dim_order_[i]] = next;
      next *= sizes_[dim_order_[i]] > 0 ? sizes_[dim_order_[i]] : 1;
    }
    return static_cast<ssize_t>(sizes_.size());
  }

  std::vector<executorch::aten::SizesType> sizes_;
  std::vector<executorch::aten::DimOrderType> dim_order_;
  std::vector<executorch::aten::StridesType> strides_;
  executorch::aten::TensorImpl impl_;
};

template <class T>
struct OwnList {
  std::vector<EValue> elements;
  std::vector<EValue*> pointers;
  std::unique_ptr<std::byte[]> unwrapped;
  std::unique_ptr<BoxedEvalueList<T>> list;

  explicit OwnList(std::vector<EValue> values) : elements(std::move(values)) {
    for (EValue& element : elements) {
      pointers.push_back(&element);
    }
    // The runtime makes the elements here when they are asked for.
    unwrapped.reset(new std::byte[sizeof(T) * (elements.size() + 1)]());
    list.reset(new BoxedEvalueList<T>(
        pointers.data() == nullptr ? &nothing : pointers.data(),
        reinterpret_cast<T*>(unwrapped.get()), static_cast<int>(elements.size())));
  }

  EValue* nothing = nullptr;
};

template <class T>
struct OwnArray {
  std::unique_ptr<T[]> elements;
  executorch::aten::ArrayRef<T> array;

  template <class From>
  explicit OwnArray(const From& values) : elements(new T[values.size() + 1]()) {
    size_t count = 0;
    for (const auto& value : values) {
      elements[count++] = static_cast<T>(value);
    }
    array = executorch::aten::ArrayRef<T>(elements.get(), count);
  }
};

// Values in order. `add_*` put one at the end and give its index.
class Values {
 public:
  int add_none() { return add(EValue()); }
  int add_bool(bool value) { return add(EValue(value)); }
  int add_int(long long value) { return add(EValue(static_cast<int64_t>(value))); }
  int add_double(double value) { return add(EValue(value)); }
  int add_string(const std::string& value) { return add(EValue(&kept(strings_, value).array)); }
  int add_bools(std::vector<int> values) { return add(EValue(&kept(bools_, values).array)); }
  int add_doubles(std::vector<double> values) { return add(EValue(&kept(doubles_, values).array)); }

  int add_ints(std::vector<long long> values) {
    std::vector<EValue> elements;
    for (const long long value : values) {
      elements.emplace_back(static_cast<int64_t>(value));
    }
    return add(EValue(kept(ints_, std::move(elements)).list.get()));
  }

  int add_tensor(
      int dtype, std::vector<int> sizes, std::vector<int> dim_order, std::uintptr_t data) {
    return add(EValue(kept(tensors_, dtype, sizes, dim_order, data).tensor()));
  }

  // A list of tensors and None out of the values at these indices, which it replaces.
  int add_tensors(int count, bool optional) {
    std::vector<EValue> elements(values_.end() - count, values_.end());
    values_.resize(values_.size() - count);
    if (optional) {
      return add(EValue(kept(optional_lists_, std::move(elements)).list.get()));
    }
    return add(EValue(kept(tensor_lists_, std::move(elements)).list.get()));
  }

  // The value at an index once more, as an instruction ends with its result.
  int add_again(int index) { return add(EValue(values_.at(index))); }

  int tag(int index) const { return static_cast<int>(values_.at(index).tag); }
  bool is_none(int index) const { return at(index).isNone(); }
  bool is_tensor(int index) const { return at(index).isTensor(); }
  bool is_double(int index) const { return at(index).isDouble(); }
  bool is_bool(int index) const { return at(index).isBool(); }
  bool is_int(int index) const { return at(index).isInt(); }
  double as_double(int index) const { return at(index).toDouble(); }
  bool as_bool(int index) const { return at(index).toBool(); }
  long long as_int(int index) const { return at(index).toInt(); }

  std::vector<int> sizes(int index) const {
    const auto sizes = at(index).toTensor().sizes();
    return {sizes.begin(), sizes.end()};
  }

  std::vector<int> strides(int index) const {
    const auto strides = at(index).toTensor().strides();
    return {strides.begin(), strides.end()};
  }

  int dtype(int index) const { return static_cast<int>(at(index).toTensor().scalar_type()); }
  std::uintptr_t data(int index) const {
    return reinterpret_cast<std::uintptr_t>(at(index).toTensor().const_data_ptr());
  }
  std::size_t nbytes(int index) const { return at(index).toTensor().nbytes(); }
  int size() const { return static_cast<int>(values_.size()); }

  std::vector<EValue*> pointers() {
    std::vector<EValue*> pointers;
    for (EValue& value : values_) {
      pointers.push_back(&value);
    }
    return pointers;
  }

  std::vector<EValue> copies() const {
    return std::vector<EValue>(values_.begin(), values_.end());
  }

  int add(EValue value) {
    values_.push_back(std::move(value));
    return size() - 1;
  }

 private:
  const EValue& at(int index) const { return values_.at(index); }

  template <class T, class... From>
  static T& kept(std::deque<std::unique_ptr<T>>& owners, From&&... from) {
    owners.push_back(std::unique_ptr<T>(new T(std::forward<From>(from)...)));
    return *owners.back();
  }

  std::deque<EValue> values_;
  std::deque<std::unique_ptr<OwnTensor>> tensors_;
  std::deque<std::unique_ptr<OwnArray<char>>> strings_;
  std::deque<std::unique_ptr<OwnArray<bool>>> bools_;
  std::deque<std::unique_ptr<OwnArray<double>>> doubles_;
  std::deque<std::unique_ptr<OwnList<int64_t>>> ints_;
  std::deque<std::unique_ptr<OwnList<Tensor>>> tensor_lists_;
  std::deque<std::unique_ptr<OwnList<std::optional<Tensor>>>> optional_lists_;
};

}  // namespace dispatchless_executorch
