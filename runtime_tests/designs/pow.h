#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/ops/result_type_native.h>

// base ** exponent: 1 to any power fills the output.
template <class OPS, class OUT>
decltype(auto) pow_scalar(OUT& out, const at::Scalar& self, const at::Tensor& exponent) {
  const at::Tensor& given = out.maybe_get_output();
  const at::ScalarType dtype =
      given.defined() ? given.scalar_type() : at::native::result_type(self, exponent);
  out.set_output(exponent.sizes(), exponent.options().dtype(dtype));
  if (self.equal(1.0)) {
    return out.fill_(1);
  }
  return out.pow(self, exponent);
}
