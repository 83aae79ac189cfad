#pragma once

#include <c10/macros/Macros.h>

#include <cstdint>

namespace c10 {
enum class QScheme : uint8_t { PER_TENSOR_AFFINE, PER_CHANNEL_AFFINE };
}
