// at::Tensor together with everything that a call on it may reach: this runtime has no library to
// link, so the tensor's header brings the dispatcher, the kernels and their registration.
#pragma once

#ifdef __CLING__
// Compiling fast matters here and running fast does not. (Cling applies this to the whole unit.)
#pragma cling optimize(0)
#endif

#include <ATen/core/TensorBody.h>

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/TensorMethods.h>
#include <ATen/native/RegisterOperators.h>
#include <torch/csrc/autograd/autograd.h>

#ifdef __CLING__
// Has all of it compiled in this unit, and the dispatcher filled before anything else is registered.
namespace at::native {
static const bool dispatcher_is_filled = (c10::impl::filled_dispatcher(), true);
}
#endif
