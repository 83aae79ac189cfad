// Compiler helpers under the names that generated code and user headers spell.
#pragma once

#define C10_API
#define C10_EXPORT
#define C10_IMPORT
#define TORCH_API
#define C10_HOST_DEVICE
#define C10_DEVICE
#define C10_HOST

#define C10_LIKELY(condition) (__builtin_expect(static_cast<bool>(condition), 1))
#define C10_UNLIKELY(condition) (__builtin_expect(static_cast<bool>(condition), 0))
#define C10_NOINLINE __attribute__((noinline))
#define C10_ALWAYS_INLINE __attribute__((always_inline)) inline
#define C10_UNUSED [[maybe_unused]]
#define C10_NODISCARD [[nodiscard]]

#define C10_CONCATENATE_IMPL(left, right) left##right
#define C10_CONCATENATE(left, right) C10_CONCATENATE_IMPL(left, right)
#define C10_UID __COUNTER__
#define C10_ANONYMOUS_VARIABLE(prefix) C10_CONCATENATE(prefix, C10_UID)
#define C10_STRINGIZE_IMPL(text) #text
#define C10_STRINGIZE(text) C10_STRINGIZE_IMPL(text)

// Lets a user header (or a test) tell the embedded runtime from libtorch.
#define DISPATCHLESS_REFERENCE_RUNTIME 1

namespace c10 {}
namespace at {
using namespace c10;
}
namespace torch {
using namespace at;
}
