#pragma once

#include <c10/util/typeid.h>

namespace c10 {

inline caffe2::TypeMeta scalarTypeToTypeMeta(ScalarType type) { return caffe2::TypeMeta(type); }
inline ScalarType typeMetaToScalarType(caffe2::TypeMeta meta) { return meta.toScalarType(); }
inline std::optional<ScalarType> optTypeMetaToScalarType(std::optional<caffe2::TypeMeta> meta) {
  return meta.has_value() ? std::optional<ScalarType>(meta->toScalarType()) : std::nullopt;
}

} // namespace c10
