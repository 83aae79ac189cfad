// Lists of SymInt, and the way between them and lists of int64_t. A SymInt here has the layout of
// an int64_t, so both directions are views of the same memory.
#pragma once

#include <c10/core/SymInt.h>
#include <c10/util/OptionalArrayRef.h>

namespace c10 {

using SymIntArrayRef = ArrayRef<SymInt>;
using OptionalSymIntArrayRef = OptionalArrayRef<SymInt>;

static_assert(sizeof(SymInt) == sizeof(int64_t), "a SymInt list must be viewable as integers");

inline IntArrayRef asIntArrayRefUnchecked(SymIntArrayRef list) {
  return IntArrayRef(reinterpret_cast<const int64_t*>(list.data()), list.size());
}
inline IntArrayRef asIntArrayRefSlow(SymIntArrayRef list, const char*, int64_t) {
  return asIntArrayRefUnchecked(list);
}
inline std::optional<IntArrayRef> asIntArrayRefSlowOpt(SymIntArrayRef list) {
  return asIntArrayRefUnchecked(list);
}
inline SymIntArrayRef fromIntArrayRefSlow(IntArrayRef list) {
  return SymIntArrayRef(reinterpret_cast<const SymInt*>(list.data()), list.size());
}
inline SymIntArrayRef fromIntArrayRefUnchecked(IntArrayRef list) {
  return fromIntArrayRefSlow(list);
}

} // namespace c10

#define C10_AS_INTARRAYREF_SLOW(list) ::c10::asIntArrayRefSlow(list, __FILE__, __LINE__)

namespace at {
using c10::OptionalIntArrayRef;
using c10::OptionalSymIntArrayRef;
using c10::SymInt;
using c10::SymIntArrayRef;
} // namespace at
