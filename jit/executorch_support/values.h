// The values of one call, made from plain numbers: EValues with the storage that they point to.
#pragma once

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dispatchless_executorch {

using executorch::runtime::BoxedEvalueList;
using executorch::runtime::EValue;
using Tensor = executorch::aten::Tensor;

// Storage that lives as long as the values; a list of its own.
struct Kept {
  Kept* next = nullptr;
  virtual ~Kept() = default;
};

// The data belongs to the caller, who keeps it as long as the values.
struct KeptTensor : Kept {
  static constexpr int kMaxDimensions = 16;
  executorch::aten::SizesType sizes[kMaxDimensions];
  executorch::aten::DimOrderType dim_order[kMaxDimensions];
  executorch::aten::StridesType strides[kMaxDimensions];
  executorch::aten::TensorImpl impl;

  KeptTensor(int dtype, int dim, const int* from_sizes, const unsigned char* order, void* data)
      : impl(
            static_cast<executorch::aten::ScalarType>(dtype),
            filled(dim, from_sizes, order), sizes, data, dim_order, strides,
            executorch::runtime::TensorShapeDynamism::DYNAMIC_BOUND) {}

 private:
  // Dense strides for the order of dimensions.
  int filled(int dim, const int* from_sizes, const unsigned char* order) {
    int next_stride = 1;
    for (int i = dim; i-- > 0;) {
      sizes[i] = from_sizes[i];
      dim_order[i] = order[i];
      strides[order[i]] = next_stride;
      next_stride *= from_sizes[order[i]] > 0 ? from_sizes[order[i]] : 1;
    }
    return dim;
  }
};

// A list whose elements the runtime makes from EValues when they are asked for.
template <class T>
struct KeptList : Kept {
  int size;
  EValue* elements;
  EValue** pointers;
  char* unwrapped;
  BoxedEvalueList<T> list;

  // Takes the last `count` values.
  KeptList(std::vector<EValue>& values, int count)
      : size(count),
        elements(new EValue[count + 1]),
        pointers(new EValue*[count + 1]()),
        unwrapped(new char[(count + 1) * sizeof(T)]()),
        list(filled(values), reinterpret_cast<T*>(unwrapped), count) {}

  ~KeptList() override {
    delete[] unwrapped;
    delete[] pointers;
    delete[] elements;
  }

 private:
  EValue** filled(std::vector<EValue>& values) {
    for (int i = size; i-- > 0;) {
      elements[i] = values.back();
      pointers[i] = &elements[i];
      values.pop_back();
    }
    return pointers;
  }
};

template <class T>
struct KeptArray : Kept {
  T* elements;
  executorch::aten::ArrayRef<T> array;

  KeptArray(const T* from, int count) : elements(new T[count + 1]()) {
    for (int i = 0; i < count; ++i) {
      elements[i] = from[i];
    }
    array = executorch::aten::ArrayRef<T>(elements, count);
  }

  ~KeptArray() override {
    delete[] elements;
  }
};

struct Values {
  std::vector<EValue> values;
  Kept* kept = nullptr;

  ~Values() {
    values.clear();
    while (kept != nullptr) {
      Kept* const next = kept->next;
      delete kept;
      kept = next;
    }
  }

  template <class T>
  T& keep(T* made) {
    made->next = kept;
    kept = made;
    return *made;
  }

  int add(EValue value) {
    values.push_back(static_cast<EValue&&>(value));
    return static_cast<int>(values.size()) - 1;
  }
};

}  // namespace dispatchless_executorch

// `add_*` put a value at the end and give its index.
extern "C" {

using dispatchless_executorch::EValue;
using dispatchless_executorch::Values;

Values* dispatchless_et_new_values() { return new Values; }
void dispatchless_et_delete_values(Values* v) { delete v; }
int dispatchless_et_size(Values* v) { return static_cast<int>(v->values.size()); }

int dispatchless_et_add_none(Values* v) { return v->add(EValue()); }
int dispatchless_et_add_bool(Values* v, int value) { return v->add(EValue(value != 0)); }
int dispatchless_et_add_int(Values* v, int64_t value) { return v->add(EValue(value)); }
int dispatchless_et_add_double(Values* v, double value) { return v->add(EValue(value)); }

int dispatchless_et_add_string(Values* v, const char* text, int count) {
  return v->add(&v->keep(new dispatchless_executorch::KeptArray<char>(text, count)).array);
}

int dispatchless_et_add_bools(Values* v, const bool* values, int count) {
  return v->add(&v->keep(new dispatchless_executorch::KeptArray<bool>(values, count)).array);
}

int dispatchless_et_add_doubles(Values* v, const double* values, int count) {
  return v->add(&v->keep(new dispatchless_executorch::KeptArray<double>(values, count)).array);
}

// The next three make one value of the last `count` ones.
int dispatchless_et_make_ints(Values* v, int count) {
  return v->add(&v->keep(new dispatchless_executorch::KeptList<int64_t>(v->values, count)).list);
}

int dispatchless_et_make_tensors(Values* v, int count) {
  using List = dispatchless_executorch::KeptList<dispatchless_executorch::Tensor>;
  return v->add(&v->keep(new List(v->values, count)).list);
}

int dispatchless_et_make_optional_tensors(Values* v, int count) {
  using List = dispatchless_executorch::KeptList<std::optional<dispatchless_executorch::Tensor>>;
  return v->add(&v->keep(new List(v->values, count)).list);
}

int dispatchless_et_add_tensor(
    Values* v, int dtype, int dim, const int* sizes, const unsigned char* order, void* data) {
  using dispatchless_executorch::KeptTensor;
  return v->add(dispatchless_executorch::Tensor(
      &v->keep(new KeptTensor(dtype, dim, sizes, order, data)).impl));
}

// The value at an index once more, as an instruction ends with its result.
int dispatchless_et_add_again(Values* v, int index) { return v->add(v->values[index]); }

// 'n' none, 't' tensor, 'i' int, 'b' bool, 'd' double, '?' anything else.
int dispatchless_et_kind(Values* v, int index) {
  const EValue& value = v->values[index];
  return value.isNone() ? 'n'
      : value.isTensor() ? 't'
      : value.isInt() ? 'i'
      : value.isBool() ? 'b'
      : value.isDouble() ? 'd'
                         : '?';
}

int64_t dispatchless_et_int(Values* v, int index) { return v->values[index].toInt(); }
int dispatchless_et_bool(Values* v, int index) { return v->values[index].toBool(); }
double dispatchless_et_double(Values* v, int index) { return v->values[index].toDouble(); }

// Fills in sizes and strides (room for 16 each) and gives the number of dimensions.
int dispatchless_et_shape(Values* v, int index, int* sizes, int* strides) {
  const auto& tensor = v->values[index].toTensor();
  for (int i = 0; i < tensor.dim(); ++i) {
    sizes[i] = tensor.sizes()[i];
    strides[i] = tensor.strides()[i];
  }
  return static_cast<int>(tensor.dim());
}

int dispatchless_et_dtype(Values* v, int index) {
  return static_cast<int>(v->values[index].toTensor().scalar_type());
}

const void* dispatchless_et_data(Values* v, int index) {
  return v->values[index].toTensor().const_data_ptr();
}

int64_t dispatchless_et_nbytes(Values* v, int index) {
  return static_cast<int64_t>(v->values[index].toTensor().nbytes());
}

}  // extern "C"
