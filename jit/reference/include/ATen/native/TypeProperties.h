// Type promotion: dimensioned tensors decide before 0-dimensional ones, those before numbers,
// unless the lower class has a higher category (bool < integer < floating point).
#pragma once

#include <ATen/core/TensorBody.h>

namespace at::native {

struct ResultTypeState {
  c10::ScalarType dimResult = c10::ScalarType::Undefined;
  c10::ScalarType zeroResult = c10::ScalarType::Undefined;
  c10::ScalarType wrappedResult = c10::ScalarType::Undefined;
};

inline c10::ScalarType promote_skip_undefined(c10::ScalarType a, c10::ScalarType b) {
  if (a == c10::ScalarType::Undefined) {
    return b;
  }
  return b == c10::ScalarType::Undefined ? a : c10::promoteTypes(a, b);
}

inline ResultTypeState update_result_type_state(const Tensor& tensor, ResultTypeState state) {
  if (!tensor.defined()) {
    return state;
  }
  c10::ScalarType current = tensor.scalar_type();
  const bool wrapped = tensor.unsafeGetTensorImpl()->is_wrapped_number();
  if (wrapped && c10::isFloatingType(current)) {
    current = c10::get_default_dtype_as_scalartype();
  }
  c10::ScalarType& slot = tensor.dim() > 0 ? state.dimResult
      : wrapped                            ? state.wrappedResult
                                           : state.zeroResult;
  slot = promote_skip_undefined(slot, current);
  return state;
}

inline ResultTypeState update_result_type_state(const c10::Scalar& scalar, ResultTypeState state) {
  const c10::ScalarType current =
      scalar.isFloatingPoint() ? c10::get_default_dtype_as_scalartype() : scalar.type();
  state.wrappedResult = promote_skip_undefined(state.wrappedResult, current);
  return state;
}

inline c10::ScalarType combine_categories(c10::ScalarType higher, c10::ScalarType lower) {
  if (c10::isFloatingType(higher)) {
    return higher;
  }
  if (higher == c10::kBool || c10::isFloatingType(lower)) {
    return promote_skip_undefined(higher, lower);
  }
  return higher != c10::ScalarType::Undefined ? higher : lower;
}

inline c10::ScalarType result_type(const ResultTypeState& state) {
  return combine_categories(state.dimResult,
                            combine_categories(state.zeroResult, state.wrappedResult));
}

} // namespace at::native

namespace at {
// An operator in torch; a plain function here, since nothing overrides it.
inline c10::ScalarType result_type(const Tensor& a, const Tensor& b) {
  using native::update_result_type_state;
  return native::result_type(update_result_type_state(b, update_result_type_state(a, {})));
}
} // namespace at
