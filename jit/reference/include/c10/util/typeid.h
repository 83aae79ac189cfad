// caffe2::TypeMeta: a dtype as Tensor::dtype() returns it.
#pragma once

#include <c10/core/ScalarType.h>
#include <c10/util/Optional.h>

namespace caffe2 {

class TypeMeta {
 public:
  TypeMeta() = default;
  explicit TypeMeta(c10::ScalarType type) : type_(type) {}
  static TypeMeta fromScalarType(c10::ScalarType type) { return TypeMeta(type); }
  template <class T>
  static TypeMeta Make();
  c10::ScalarType toScalarType() const { return type_; }
  std::size_t itemsize() const { return c10::elementSize(type_); }
  const char* name() const {
    switch (type_) {
      case c10::kInt:
        return "int";
      case c10::kLong:
        return "long int";
      case c10::kFloat:
        return "float";
      case c10::kDouble:
        return "double";
      case c10::kBool:
        return "bool";
      default:
        return c10::toString(type_);
    }
  }
  bool operator==(const TypeMeta& other) const { return type_ == other.type_; }
  bool operator!=(const TypeMeta& other) const { return type_ != other.type_; }

 private:
  c10::ScalarType type_ = c10::ScalarType::Undefined;
};

inline bool operator==(const TypeMeta& meta, c10::ScalarType type) {
  return meta.toScalarType() == type;
}
inline bool operator==(c10::ScalarType type, const TypeMeta& meta) { return meta == type; }
inline bool operator!=(const TypeMeta& meta, c10::ScalarType type) { return !(meta == type); }
inline std::ostream& operator<<(std::ostream& out, const TypeMeta& meta) {
  return out << meta.name();
}

} // namespace caffe2

namespace c10 {

// The ScalarType of a C++ type that tensors can hold.
template <class T>
struct CppTypeToScalarType;
template <>
struct CppTypeToScalarType<int> {
  static constexpr ScalarType value = kInt;
};
template <>
struct CppTypeToScalarType<int64_t> {
  static constexpr ScalarType value = kLong;
};
template <>
struct CppTypeToScalarType<float> {
  static constexpr ScalarType value = kFloat;
};
template <>
struct CppTypeToScalarType<double> {
  static constexpr ScalarType value = kDouble;
};
template <>
struct CppTypeToScalarType<bool> {
  static constexpr ScalarType value = kBool;
};

} // namespace c10

template <class T>
caffe2::TypeMeta caffe2::TypeMeta::Make() {
  return caffe2::TypeMeta(c10::CppTypeToScalarType<T>::value);
}
