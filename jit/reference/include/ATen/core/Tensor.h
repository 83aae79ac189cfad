// at::Tensor together with everything that a call on it may reach: this runtime has no library to
// link, so the tensor's header brings the dispatcher, the kernels and their registration.
#pragma once

#include <ATen/core/TensorBody.h>

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/TensorMethods.h>
#include <ATen/native/RegisterOperators.h>
#include <torch/csrc/autograd/autograd.h>
