// Names of ATen without their definitions.
#pragma once

#include <c10/core/QScheme.h>
#include <c10/core/SymIntArrayRef.h>

namespace at {
class Tensor;
class TensorBase;
using TensorList = c10::ArrayRef<Tensor>;
} // namespace at
