#pragma once

#include <ATen/core/Tensor.h>

namespace at {

// Methods only.

} // namespace at
