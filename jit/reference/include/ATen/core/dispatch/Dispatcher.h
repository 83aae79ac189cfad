// c10::Dispatcher with the operators in it.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Registry.h>
