#pragma once

#include <ATen/core/Tensor.h>

#include "dispatchless/add.h"
#include "dispatchless/ones.h"

namespace device {

template <c10::DeviceType DEV>
at::Tensor plus_one(const at::Tensor& self) {
  return dispatchless::add<DEV>(self, dispatchless::ones<DEV>(self.sizes(), self.options()));
}

template <c10::DeviceType DEV>
at::Tensor plus_two(const at::Tensor& self) {
  return plus_one<DEV>(plus_one<DEV>(self));
}

template <c10::DeviceType DEV>
at::Tensor& plus_one_(at::Tensor& self) {
  return dispatchless::add_<DEV>(self, dispatchless::ones<DEV>(self.sizes(), self.options()));
}

template <c10::DeviceType DEV>
at::Tensor& plus_one_out(const at::Tensor& self, at::Tensor& out) {
  return dispatchless::add_out<DEV>(
      out, self, dispatchless::ones<DEV>(self.sizes(), self.options()));
}

} // namespace device
