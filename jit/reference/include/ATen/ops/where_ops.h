#pragma once

// at::_ops structs are declared with the tensor.
#include <ATen/core/Tensor.h>
