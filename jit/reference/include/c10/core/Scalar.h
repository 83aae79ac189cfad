// c10::Scalar: one number with its category (bool, integer, floating point).
#pragma once

#include <c10/core/ScalarType.h>

#include <limits>
#include <stdexcept>
#include <type_traits>

namespace c10 {

class SymInt;

class Scalar {
 public:
  Scalar() : Scalar(static_cast<int64_t>(0)) {}
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  Scalar(T value) {
    if constexpr (std::is_same_v<T, bool>) {
      category_ = kBool;
      integer_ = value;
    } else if constexpr (std::is_floating_point_v<T>) {
      category_ = kDouble;
      real_ = static_cast<double>(value);
    } else {
      category_ = kLong;
      integer_ = static_cast<int64_t>(value);
    }
  }
  Scalar(const SymInt& value); // in SymInt.h

  bool isFloatingPoint() const { return category_ == kDouble; }
  bool isIntegral(bool include_bool) const {
    return category_ == kLong || (include_bool && category_ == kBool);
  }
  bool isBoolean() const { return category_ == kBool; }
  bool isComplex() const { return false; }
  bool isSymbolic() const { return false; }
  ScalarType type() const { return category_; }

  double toDouble() const { return isFloatingPoint() ? real_ : static_cast<double>(integer_); }
  float toFloat() const { return narrowed<float>("float"); }
  int64_t toLong() const { return narrowed<int64_t>("int64_t"); }
  int toInt() const { return narrowed<int>("int"); }
  bool toBool() const { return isFloatingPoint() ? real_ != 0 : integer_ != 0; }
  template <class T>
  T to() const;

  Scalar operator-() const {
    TORCH_CHECK(!isBoolean(),
                "torch boolean negative, the `-` operator, is not supported.");
    return isFloatingPoint() ? Scalar(-real_) : Scalar(-integer_);
  }
  template <class T>
  bool equal(T value) const {
    return isFloatingPoint() ? real_ == static_cast<double>(value)
                             : static_cast<double>(integer_) == static_cast<double>(value);
  }

 private:
  // The value as T, or torch's error when it does not fit.
  template <class T>
  T narrowed(const char* name) const {
    const double value = toDouble();
    bool fits = true;
    if constexpr (std::is_integral_v<T>) {
      if (isFloatingPoint()) {
        // 2^63 itself is the first double that int64_t cannot hold.
        const double limit = -static_cast<double>(std::numeric_limits<T>::lowest());
        fits = value >= -limit && value < limit;
      } else {
        fits = static_cast<int64_t>(static_cast<T>(integer_)) == integer_;
        if (fits) {
          return static_cast<T>(integer_);
        }
      }
    } else {
      const bool finite = value - value == 0;
      fits = !finite || (value >= -static_cast<double>(std::numeric_limits<T>::max()) &&
                         value <= static_cast<double>(std::numeric_limits<T>::max()));
    }
    if (!fits) {
      // Not a c10::Error, as in torch.
      throw std::runtime_error(
          detail::format({"value cannot be converted to type ", name, " without overflow"}));
    }
    return static_cast<T>(value);
  }

  ScalarType category_ = kLong;
  double real_ = 0;
  int64_t integer_ = 0;
};

template <>
inline double Scalar::to<double>() const {
  return toDouble();
}
template <>
inline float Scalar::to<float>() const {
  return toFloat();
}
template <>
inline int64_t Scalar::to<int64_t>() const {
  return toLong();
}
template <>
inline int Scalar::to<int>() const {
  return toInt();
}
template <>
inline bool Scalar::to<bool>() const {
  return toBool();
}

} // namespace c10

namespace at {
using c10::Scalar;
}
