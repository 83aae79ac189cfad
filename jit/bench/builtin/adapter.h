// A struct that makes the arguments of the target.
#pragma once

#include <ATen/core/Tensor.h>

namespace bench_adapter {

struct One {
  One(const at::Tensor&, const at::Tensor&, const at::Scalar& alpha) : alpha_(alpha) {}

  at::Scalar alpha() const {
    return -alpha_;
  }

 private:
  const at::Scalar& alpha_;
};

} // namespace bench_adapter
