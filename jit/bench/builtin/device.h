// Templates on the device type.
#pragma once

#include <ATen/core/Tensor.h>

#include "dispatchless/add.h"
#include "dispatchless/mul.h"
#include "dispatchless/neg.h"
#include "dispatchless/sigmoid.h"
#include "dispatchless/sub.h"

namespace bench_device {

template <c10::DeviceType DEV>
at::Tensor one(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return dispatchless::add<DEV>(self, other, -alpha);
}

template <c10::DeviceType DEV>
at::Tensor& one_(
    at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return dispatchless::add_<DEV>(self, other, -alpha);
}

template <c10::DeviceType DEV>
at::Tensor& one_out(
    const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha, at::Tensor& out) {
  return dispatchless::add_outf<DEV>(self, other, -alpha, out);
}

template <c10::DeviceType DEV>
at::Tensor three(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor product = dispatchless::mul<DEV>(self, dispatchless::sigmoid<DEV>(gate));
  return dispatchless::add<DEV>(product, residual);
}

template <c10::DeviceType DEV>
at::Tensor& three_(
    at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor product = dispatchless::mul<DEV>(self, dispatchless::sigmoid<DEV>(gate));
  return dispatchless::add_outf<DEV>(product, residual, 1, self);
}

template <c10::DeviceType DEV>
at::Tensor& three_out(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual, at::Tensor& out) {
  at::Tensor product = dispatchless::mul<DEV>(self, dispatchless::sigmoid<DEV>(gate));
  return dispatchless::add_outf<DEV>(product, residual, 1, out);
}

template <c10::DeviceType DEV>
at::Tensor eight(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor open = dispatchless::sigmoid<DEV>(gate);
  at::Tensor kept = dispatchless::mul<DEV>(self, open);
  at::Tensor closed = dispatchless::sigmoid<DEV>(dispatchless::neg<DEV>(gate));
  at::Tensor fresh = dispatchless::mul<DEV>(residual, closed);
  at::Tensor change = dispatchless::mul<DEV>(dispatchless::sub<DEV>(fresh, kept), open);
  return dispatchless::add<DEV>(kept, change);
}

template <c10::DeviceType DEV>
at::Tensor& eight_(
    at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  at::Tensor open = dispatchless::sigmoid<DEV>(gate);
  at::Tensor kept = dispatchless::mul<DEV>(self, open);
  at::Tensor closed = dispatchless::sigmoid<DEV>(dispatchless::neg<DEV>(gate));
  at::Tensor fresh = dispatchless::mul<DEV>(residual, closed);
  at::Tensor change = dispatchless::mul<DEV>(dispatchless::sub<DEV>(fresh, kept), open);
  return dispatchless::add_outf<DEV>(kept, change, 1, self);
}

template <c10::DeviceType DEV>
at::Tensor& eight_out(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual, at::Tensor& out) {
  at::Tensor open = dispatchless::sigmoid<DEV>(gate);
  at::Tensor kept = dispatchless::mul<DEV>(self, open);
  at::Tensor closed = dispatchless::sigmoid<DEV>(dispatchless::neg<DEV>(gate));
  at::Tensor fresh = dispatchless::mul<DEV>(residual, closed);
  at::Tensor change = dispatchless::mul<DEV>(dispatchless::sub<DEV>(fresh, kept), open);
  return dispatchless::add_outf<DEV>(kept, change, 1, out);
}

} // namespace bench_device
