// Element types: torch's names and order, the table of promotion, and what may be cast to what.
// Tensors here hold Int, Long, Float, Double and Bool; the others can be named and are refused.
#pragma once

#include <c10/util/Exception.h>

#include <cstdint>
#include <ostream>

namespace c10 {

enum class ScalarType : int8_t {
  Byte,
  Char,
  Short,
  Int,
  Long,
  Half,
  Float,
  Double,
  ComplexHalf,
  ComplexFloat,
  ComplexDouble,
  Bool,
  QInt8,
  QUInt8,
  QInt32,
  BFloat16,
  Undefined,
  NumOptions
};

constexpr ScalarType kByte = ScalarType::Byte;
constexpr ScalarType kChar = ScalarType::Char;
constexpr ScalarType kShort = ScalarType::Short;
constexpr ScalarType kInt = ScalarType::Int;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kHalf = ScalarType::Half;
constexpr ScalarType kFloat = ScalarType::Float;
constexpr ScalarType kDouble = ScalarType::Double;
constexpr ScalarType kBool = ScalarType::Bool;
constexpr ScalarType kBFloat16 = ScalarType::BFloat16;

inline const char* toString(ScalarType type) {
  static const char* const names[] = {"Byte",  "Char",   "Short",       "Int",          "Long",
                                      "Half",  "Float",  "Double",      "ComplexHalf",  "ComplexFloat",
                                      "ComplexDouble",   "Bool",        "QInt8",        "QUInt8",
                                      "QInt32", "BFloat16", "Undefined"};
  return names[static_cast<int>(type)];
}

inline std::ostream& operator<<(std::ostream& out, ScalarType type) {
  return out << toString(type);
}

inline std::size_t elementSize(ScalarType type) {
  static const std::size_t sizes[] = {1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 1, 1, 4, 2, 0};
  return sizes[static_cast<int>(type)];
}

inline bool isFloatingType(ScalarType type) {
  return type == kHalf || type == kFloat || type == kDouble || type == kBFloat16;
}
inline bool isIntegralType(ScalarType type, bool include_bool) {
  return (type >= kByte && type <= kLong) || (include_bool && type == kBool);
}
inline bool isComplexType(ScalarType type) {
  return type >= ScalarType::ComplexHalf && type <= ScalarType::ComplexDouble;
}

// True for the types a tensor of this runtime can hold.
inline bool isSupportedType(ScalarType type) {
  return type == kInt || type == kLong || type == kFloat || type == kDouble || type == kBool;
}

// The smallest type that both convert to (the lattice bool < int < long < float < double).
inline ScalarType promoteTypes(ScalarType a, ScalarType b) {
  if (a == b) {
    return a;
  }
  if (a == ScalarType::Undefined || b == ScalarType::Undefined) {
    return ScalarType::Undefined;
  }
  TORCH_CHECK(isSupportedType(a) && isSupportedType(b), "promotion of ", a, " and ", b,
              " is not supported by the reference runtime");
  static const ScalarType order[] = {kBool, kInt, kLong, kFloat, kDouble};
  for (int i = 4; i > 0; --i) {
    if (order[i] == a || order[i] == b) {
      return order[i];
    }
  }
  return kBool;
}

// Whether a result of type `from` may be written into an output of type `to`.
inline bool canCast(ScalarType from, ScalarType to) {
  if (isComplexType(from) && !isComplexType(to)) {
    return false;
  }
  if (isFloatingType(from) && isIntegralType(to, false)) {
    return false;
  }
  return from == kBool || to != kBool;
}

} // namespace c10

namespace at {
using c10::ScalarType;
using c10::kBool;
using c10::kDouble;
using c10::kFloat;
using c10::kInt;
using c10::kLong;
} // namespace at
