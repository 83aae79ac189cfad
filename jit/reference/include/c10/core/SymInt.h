// c10::SymInt: an integer that may be symbolic in torch. Here it always holds a number.
#pragma once

#include <c10/core/Scalar.h>
#include <c10/util/Optional.h>

namespace c10 {

class SymInt {
 public:
  SymInt() = default;
  SymInt(int64_t value) : value_(value) {}

  bool is_symbolic() const { return false; }
  bool is_heap_allocated() const { return false; }
  int64_t expect_int() const { return value_; }
  int64_t guard_int(const char*, int64_t) const { return value_; }
  int64_t as_int_unchecked() const { return value_; }
  std::optional<int64_t> maybe_as_int() const { return value_; }

  SymInt operator-() const { return -value_; }
  SymInt& operator+=(const SymInt& other) { return *this = SymInt(value_ + other.value_); }
  SymInt& operator*=(const SymInt& other) { return *this = SymInt(value_ * other.value_); }
  friend SymInt operator+(const SymInt& a, const SymInt& b) { return a.value_ + b.value_; }
  friend SymInt operator-(const SymInt& a, const SymInt& b) { return a.value_ - b.value_; }
  friend SymInt operator*(const SymInt& a, const SymInt& b) { return a.value_ * b.value_; }
  friend SymInt operator/(const SymInt& a, const SymInt& b) { return a.value_ / b.value_; }
  friend SymInt operator%(const SymInt& a, const SymInt& b) { return a.value_ % b.value_; }
  friend bool operator==(const SymInt& a, const SymInt& b) { return a.value_ == b.value_; }
  friend bool operator!=(const SymInt& a, const SymInt& b) { return a.value_ != b.value_; }
  friend bool operator<(const SymInt& a, const SymInt& b) { return a.value_ < b.value_; }
  friend bool operator<=(const SymInt& a, const SymInt& b) { return a.value_ <= b.value_; }
  friend bool operator>(const SymInt& a, const SymInt& b) { return a.value_ > b.value_; }
  friend bool operator>=(const SymInt& a, const SymInt& b) { return a.value_ >= b.value_; }
  friend std::ostream& operator<<(std::ostream& out, const SymInt& a) { return out << a.value_; }

 private:
  int64_t value_ = 0;
};

inline Scalar::Scalar(const SymInt& value) : Scalar(value.expect_int()) {}

} // namespace c10
