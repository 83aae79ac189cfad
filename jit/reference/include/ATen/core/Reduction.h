#pragma once

namespace at::Reduction {

// The values of the `reduction` argument of losses.
enum Reduction { None, Mean, Sum, END };

} // namespace at::Reduction
