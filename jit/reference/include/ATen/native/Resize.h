#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Output.h>
