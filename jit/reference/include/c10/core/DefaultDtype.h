#pragma once

#include <c10/util/typeid.h>

namespace c10 {

namespace detail {
inline ScalarType& default_dtype() {
  static ScalarType type = kFloat;
  return type;
}
} // namespace detail

inline caffe2::TypeMeta get_default_dtype() { return caffe2::TypeMeta(detail::default_dtype()); }
inline ScalarType get_default_dtype_as_scalartype() { return detail::default_dtype(); }
inline void set_default_dtype(caffe2::TypeMeta meta) {
  TORCH_CHECK(isFloatingType(meta.toScalarType()),
              "only floating-point types are supported as the default type");
  detail::default_dtype() = meta.toScalarType();
}

} // namespace c10
