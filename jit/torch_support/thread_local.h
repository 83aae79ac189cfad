// libtorch's headers for code that is compiled in the process.
//
// Such code cannot read a library's thread_local variable, and c10 reads its dispatch key sets from
// one inline. On Android c10 declares a function for that instead, whose definition local_state.h
// supplies. This must come before any other header of torch.
#pragma once

// The kernels' stubs are declared with the instruction sets that libtorch was built for.
#if defined(__x86_64__)
#define HAVE_AVX2_CPU_DEFINITION
#define HAVE_AVX512_CPU_DEFINITION
#endif

#include <c10/core/DispatchKeySet.h>
#include <c10/macros/Macros.h>
#define C10_ANDROID 1
#include <c10/core/impl/LocalDispatchKeySet.h>
#undef C10_ANDROID
