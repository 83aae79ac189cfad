// Values of the ATen C++ API from and to Python objects.
//
// torch's own conversions pull in headers that take ten seconds to parse. The few declarations of
// its Python module that are needed are repeated here; a mismatch with the installed torch is found
// when the runtime is prepared.
#pragma once

#include <Python.h>

#include <algorithm>
#include <array>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <ATen/core/IListRef.h>
#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>
#include <c10/core/SymIntArrayRef.h>
#include <c10/util/OptionalArrayRef.h>

extern PyObject* THPVariableClass;
PyObject* THPVariable_Wrap(const at::TensorBase& tensor);
extern PyTypeObject THPDtypeType;
extern PyTypeObject THPLayoutType;
extern PyTypeObject THPMemoryFormatType;
extern PyTypeObject THPDeviceType;
PyObject* THPDevice_New(const at::Device& device);

namespace torch {
PyObject* getTHPDtype(at::ScalarType type);
PyObject* getTHPLayout(at::Layout layout);
void translate_exception_to_python(const std::exception_ptr& error);
}  // namespace torch

namespace dispatchless_support {

// How torch lays out its Python objects: the header, then the value.
template <class T>
struct PythonHolder {
  PyObject_HEAD
  T value;
};

// Thrown when a Python error is set.
struct PythonError {};

[[noreturn]] inline void type_error(const char* expected, PyObject* object) {
  PyErr_Format(PyExc_TypeError, "expected %s, got %s", expected, Py_TYPE(object)->tp_name);
  throw PythonError();
}

template <class T>
const T& held(PyObject* object, PyTypeObject& type, const char* expected) {
  if (Py_TYPE(object) != &type) type_error(expected, object);
  return reinterpret_cast<PythonHolder<T>*>(object)->value;
}

// From<T> makes a value of T, which may refer to what the From<T> object holds.
template <class T, class = void>
struct From;

template <>
struct From<at::Tensor> {
  explicit From(PyObject* object) {
    if (object == Py_None) return;
    const int is_tensor = PyObject_IsInstance(object, THPVariableClass);
    if (is_tensor < 0) throw PythonError();
    if (is_tensor == 0) type_error("a Tensor", object);
    value = reinterpret_cast<PythonHolder<at::Tensor>*>(object)->value;
  }
  at::Tensor& get() { return value; }
  at::Tensor value;
};

template <>
struct From<int64_t> {
  explicit From(PyObject* object) : value(PyLong_AsLongLong(object)) {
    if (value == -1 && PyErr_Occurred() != nullptr) throw PythonError();
  }
  int64_t& get() { return value; }
  int64_t value;
};

template <>
struct From<double> {
  explicit From(PyObject* object) : value(PyFloat_AsDouble(object)) {
    if (value == -1 && PyErr_Occurred() != nullptr) throw PythonError();
  }
  double& get() { return value; }
  double value;
};

template <>
struct From<bool> {
  explicit From(PyObject* object) : value(object == Py_True) {
    if (!PyBool_Check(object)) type_error("a bool", object);
  }
  bool& get() { return value; }
  bool value;
};

template <>
struct From<c10::SymInt> : From<int64_t> {
  explicit From(PyObject* object) : From<int64_t>(object), symbolic(value) {}
  c10::SymInt& get() { return symbolic; }
  c10::SymInt symbolic;
};

template <>
struct From<at::Scalar> {
  explicit From(PyObject* object) {
    if (PyBool_Check(object)) {
      value = object == Py_True;
    } else if (PyLong_Check(object)) {
      value = From<int64_t>(object).value;
    } else if (PyFloat_Check(object)) {
      value = PyFloat_AS_DOUBLE(object);
    } else if (PyComplex_Check(object)) {
      value = c10::complex<double>(PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object));
    } else {
      type_error("a number", object);
    }
  }
  at::Scalar& get() { return value; }
  at::Scalar value;
};

template <>
struct From<std::string> {
  explicit From(PyObject* object) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(object, &size);
    if (text == nullptr) throw PythonError();
    value.assign(text, static_cast<std::size_t>(size));
  }
  std::string& get() { return value; }
  std::string value;
};

template <>
struct From<std::string_view> : From<std::string> {
  using From<std::string>::From;
  std::string_view get() { return value; }
};

template <>
struct From<at::ScalarType> {
  explicit From(PyObject* object) : value(held<at::ScalarType>(object, THPDtypeType, "a dtype")) {}
  at::ScalarType& get() { return value; }
  at::ScalarType value;
};

template <>
struct From<at::Layout> {
  explicit From(PyObject* object) : value(held<at::Layout>(object, THPLayoutType, "a layout")) {}
  at::Layout& get() { return value; }
  at::Layout value;
};

template <>
struct From<at::MemoryFormat> {
  explicit From(PyObject* object)
      : value(held<at::MemoryFormat>(object, THPMemoryFormatType, "a memory_format")) {}
  at::MemoryFormat& get() { return value; }
  at::MemoryFormat value;
};

template <>
struct From<at::Device> {
  explicit From(PyObject* object)
      : value(
            PyUnicode_Check(object) ? at::Device(From<std::string>(object).value)
                                    : held<at::Device>(object, THPDeviceType, "a device")) {}
  at::Device& get() { return value; }
  at::Device value;
};

// Lists: the elements stay in `parts`, their values in `values`.
template <class T>
struct From<std::vector<T>> {
  explicit From(PyObject* object) {
    PyObject* sequence = PySequence_Fast(object, "expected a sequence");
    if (sequence == nullptr) throw PythonError();
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(sequence);
    try {
      for (Py_ssize_t i = 0; i < size; ++i) {
        parts.emplace_back(PySequence_Fast_GET_ITEM(sequence, i));
        values.push_back(parts.back().get());
      }
    } catch (...) {
      Py_DECREF(sequence);
      throw;
    }
    Py_DECREF(sequence);
  }
  std::vector<T>& get() { return values; }
  std::deque<From<T>> parts;
  std::vector<T> values;
};

// std::vector<bool> has no array to refer to.
template <>
struct From<at::ArrayRef<bool>> {
  explicit From(PyObject* object) {
    From<std::vector<bool>> list(object);
    size = list.values.size();
    values = std::make_unique<bool[]>(size);
    std::copy(list.values.begin(), list.values.end(), values.get());
  }
  at::ArrayRef<bool> get() { return at::ArrayRef<bool>(values.get(), size); }
  std::unique_ptr<bool[]> values;
  std::size_t size = 0;
};

template <class T>
struct From<at::ArrayRef<T>> : From<std::vector<T>> {
  using From<std::vector<T>>::From;
  at::ArrayRef<T> get() { return this->values; }
};

template <>
struct From<at::ITensorListRef> : From<std::vector<at::Tensor>> {
  using From<std::vector<at::Tensor>>::From;
  at::ITensorListRef get() { return this->values; }
};

template <class T>
struct From<std::optional<T>> {
  explicit From(PyObject* object) {
    if (object == Py_None) return;
    part.emplace(object);
  }
  // Taken anew each time: a view of a short string does not survive that the string is moved.
  std::optional<T>& get() {
    if (part) value = part->get();
    return value;
  }
  std::optional<From<T>> part;
  std::optional<T> value;
};

template <class T>
struct From<c10::OptionalArrayRef<T>> {
  explicit From(PyObject* object) {
    if (object == Py_None) return;
    part.emplace(object);
    value = part->get();
  }
  c10::OptionalArrayRef<T>& get() { return value; }
  std::optional<From<at::ArrayRef<T>>> part;
  c10::OptionalArrayRef<T> value;
};

template <std::size_t N>
struct From<std::array<bool, N>> : From<std::vector<bool>> {
  explicit From(PyObject* object) : From<std::vector<bool>>(object) {
    if (this->values.size() != N) type_error("a list of another length", object);
    std::copy(this->values.begin(), this->values.end(), array.begin());
  }
  std::array<bool, N>& get() { return array; }
  std::array<bool, N> array{};
};

// To Python: a new reference.
inline PyObject* checked(PyObject* object) {
  if (object == nullptr) throw PythonError();
  return object;
}
inline PyObject* to_python(const at::Tensor& tensor) { return checked(THPVariable_Wrap(tensor)); }
inline PyObject* to_python(bool value) { return PyBool_FromLong(value); }
inline PyObject* to_python(int64_t value) { return checked(PyLong_FromLongLong(value)); }
inline PyObject* to_python(double value) { return checked(PyFloat_FromDouble(value)); }
inline PyObject* to_python(const c10::SymInt& value) { return to_python(value.expect_int()); }
inline PyObject* to_python(const std::string& text) {
  return checked(PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size())));
}
inline PyObject* to_python(at::ScalarType type) {
  PyObject* object = torch::getTHPDtype(type);
  Py_INCREF(object);
  return object;
}
inline PyObject* to_python(const at::Device& device) { return checked(THPDevice_New(device)); }
inline PyObject* to_python(const at::Scalar& value) {
  if (value.isBoolean()) return to_python(value.toBool());
  if (value.isIntegral(/*includeBool=*/false)) return to_python(value.toLong());
  if (value.isFloatingPoint()) return to_python(value.toDouble());
  const auto complex = value.toComplexDouble();
  return checked(PyComplex_FromDoubles(complex.real(), complex.imag()));
}
template <class T>
PyObject* to_python(const std::vector<T>& values) {
  PyObject* list = checked(PyList_New(0));
  for (const T& value : values) {
    PyObject* item = to_python(value);
    PyList_Append(list, item);
    Py_DECREF(item);
  }
  return list;
}
template <class... T>
PyObject* to_python(const std::tuple<T...>& values) {
  return std::apply(
      [](const auto&... value) {
        return checked(Py_BuildValue(
            ("(" + std::string(sizeof...(value), 'N') + ")").c_str(), to_python(value)...));
      },
      values);
}

// A C++ function as a Python function that takes its arguments by position.
template <class F>
struct PythonFunction;

template <class R, class... A>
struct PythonFunction<R (*)(A...)> {
  template <R (*function)(A...)>
  static PyObject* call(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
    if (count != static_cast<Py_ssize_t>(sizeof...(A))) {
      PyErr_Format(
          PyExc_TypeError, "takes %zu arguments (%zd given)", sizeof...(A), count);
      return nullptr;
    }
    try {
      return invoke<function>(arguments, std::index_sequence_for<A...>());
    } catch (const PythonError&) {
    } catch (...) {
      torch::translate_exception_to_python(std::current_exception());
    }
    return nullptr;
  }

 private:
  template <R (*function)(A...), std::size_t... I>
  static PyObject* invoke(PyObject* const* arguments, std::index_sequence<I...>) {
    // Braces: the arguments are converted from left to right.
    std::tuple<From<std::decay_t<A>>...> values{From<std::decay_t<A>>(arguments[I])...};
    if constexpr (std::is_void_v<R>) {
      function(std::get<I>(values).get()...);
      Py_RETURN_NONE;
    } else {
      return to_python(function(std::get<I>(values).get()...));
    }
  }
};

template <auto function>
PyObject* python_function(const char* name) {
  static std::deque<std::string> names;
  static std::deque<PyMethodDef> methods;
  names.emplace_back(name);
  methods.push_back(PyMethodDef{
      names.back().c_str(),
      reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(
          &PythonFunction<decltype(function)>::template call<function>)),
      METH_FASTCALL,
      nullptr});
  return PyCFunction_NewEx(&methods.back(), nullptr, nullptr);
}

}  // namespace dispatchless_support
