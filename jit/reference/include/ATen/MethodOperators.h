#pragma once

#include <ATen/operators/factory.h>
#include <ATen/operators/linear_algebra.h>
#include <ATen/operators/pointwise.h>
#include <ATen/operators/reduction.h>
#include <ATen/operators/shape.h>
