#pragma once

#include <c10/util/Exception.h>

#include <cstdint>
#include <ostream>

namespace c10 {

// Only kStrided tensors exist here; the other names let signatures and checks be written.
enum class Layout : int8_t { Strided, Sparse, SparseCsr, Mkldnn };

constexpr Layout kStrided = Layout::Strided;
constexpr Layout kSparse = Layout::Sparse;

inline std::ostream& operator<<(std::ostream& out, Layout layout) {
  return out << (layout == Layout::Strided ? "Strided" : "not Strided");
}

} // namespace c10
