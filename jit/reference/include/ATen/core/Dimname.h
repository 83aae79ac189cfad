#pragma once

#include <c10/util/ArrayRef.h>

namespace at {

// A signature may name dimensions; no tensor here has names.
class Dimname {};
using DimnameList = c10::ArrayRef<Dimname>;

} // namespace at
