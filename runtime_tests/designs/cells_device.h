#pragma once

#include "cells.h"
#include "dispatchless/abs.h"
#include "dispatchless/add.h"
#include "dispatchless/copy.h"
#include "dispatchless/mul.h"
#include "dispatchless/ones.h"
#include "dispatchless/pow.h"
#include "dispatchless/sigmoid.h"
#include "dispatchless/sub.h"
#include "dispatchless/upsample_nearest1d.h"

namespace cells {

// One template for each form, over the device type.

template <c10::DeviceType DEV>
Tensor device_sub(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return dispatchless::add<DEV>(self, other, -alpha);
}

template <c10::DeviceType DEV>
Tensor& device_sub_(Tensor& self, const Tensor& other, const Scalar& alpha) {
  return dispatchless::add_<DEV>(self, other, -alpha);
}

template <c10::DeviceType DEV>
Tensor& device_sub_out(const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  return dispatchless::add_outf<DEV>(self, other, -alpha, out);
}

template <c10::DeviceType DEV>
Tensor device_rsub(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return dispatchless::sub<DEV>(other, self, alpha);
}

template <c10::DeviceType DEV>
Tensor& device_rsub_(Tensor& self, const Tensor& other, const Scalar& alpha) {
  return dispatchless::copy_<DEV>(self, dispatchless::sub<DEV>(other, self, alpha));
}

template <c10::DeviceType DEV>
Tensor& device_rsub_out(const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  return dispatchless::sub_outf<DEV>(other, self, alpha, out);
}

template <c10::DeviceType DEV>
Tensor device_addcmul(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) {
  return dispatchless::add<DEV>(self, dispatchless::mul<DEV>(tensor1, tensor2), value);
}

template <c10::DeviceType DEV>
Tensor& device_addcmul_(Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) {
  return dispatchless::add_<DEV>(self, dispatchless::mul<DEV>(tensor1, tensor2), value);
}

template <c10::DeviceType DEV>
Tensor& device_addcmul_out(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value, Tensor& out) {
  return dispatchless::add_outf<DEV>(self, dispatchless::mul<DEV>(tensor1, tensor2), value, out);
}

template <c10::DeviceType DEV>
Tensor device_upsample_nearest1d(const Tensor& input, Sizes size, Factors factors) {
  return dispatchless::upsample_nearest1d<DEV>(input, output_size(input.sizes(), size, factors), scale(factors));
}

template <c10::DeviceType DEV>
Tensor& device_upsample_nearest1d_out(const Tensor& input, Sizes size, Factors factors, Tensor& out) {
  return dispatchless::upsample_nearest1d_outf<DEV>(input, output_size(input.sizes(), size, factors), scale(factors), out);
}

template <c10::DeviceType DEV>
Tensor device_absolute(const Tensor& self) {
  return dispatchless::abs<DEV>(self);
}

template <c10::DeviceType DEV>
Tensor& device_absolute_(Tensor& self) {
  return dispatchless::abs_<DEV>(self);
}

template <c10::DeviceType DEV>
Tensor& device_absolute_out(const Tensor& self, Tensor& out) {
  return dispatchless::abs_outf<DEV>(self, out);
}

template <c10::DeviceType DEV>
Tensor device_pow(const Scalar& self, const Tensor& exponent) {
  return dispatchless::pow<DEV>(self, exponent);
}

template <c10::DeviceType DEV>
Tensor& device_pow_out(const Scalar& self, const Tensor& exponent, Tensor& out) {
  return dispatchless::pow_outf<DEV>(self, exponent, out);
}

template <c10::DeviceType DEV>
Tensor device_add_one(const Tensor& self) {
  return dispatchless::add<DEV>(self, dispatchless::ones<DEV>(self.sizes(), self.options()));
}

template <c10::DeviceType DEV>
Tensor& device_add_one_(Tensor& self) {
  return dispatchless::add_<DEV>(self, dispatchless::ones<DEV>(self.sizes(), self.options()));
}

template <c10::DeviceType DEV>
Tensor& device_add_one_out(const Tensor& self, Tensor& out) {
  return dispatchless::add_outf<DEV>(self, dispatchless::ones<DEV>(self.sizes(), self.options()), 1, out);
}

template <c10::DeviceType DEV>
Tensor device_gated_residual(const Tensor& self, const Tensor& gate, const Tensor& residual) {
  return dispatchless::add<DEV>(dispatchless::mul<DEV>(self, dispatchless::sigmoid<DEV>(gate)), residual);
}

template <c10::DeviceType DEV>
Tensor& device_gated_residual_(Tensor& self, const Tensor& gate, const Tensor& residual) {
  return dispatchless::add_<DEV>(dispatchless::mul_<DEV>(self, dispatchless::sigmoid<DEV>(gate)), residual);
}

template <c10::DeviceType DEV>
Tensor& device_gated_residual_out(const Tensor& self, const Tensor& gate, const Tensor& residual, Tensor& out) {
  return dispatchless::add_outf<DEV>(dispatchless::mul<DEV>(self, dispatchless::sigmoid<DEV>(gate)), residual, 1, out);
}

} // namespace cells
