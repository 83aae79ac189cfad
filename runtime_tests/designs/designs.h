#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <vector>

#include "dispatchless/add.h"

namespace designs {

template <class OPS, class OUT>
decltype(auto) sub(
    OUT& out, const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return out.add(self, other, -alpha);
}

struct Sub {
  Sub(const at::Tensor&, const at::Tensor&, const at::Scalar& alpha) : alpha_(alpha) {}

  at::Scalar alpha() const {
    return -alpha_;
  }

 private:
  const at::Scalar& alpha_;
};

template <c10::DeviceType DEV>
at::Tensor sub_device(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return dispatchless::add<DEV>(self, other, -alpha);
}

template <class OPS>
at::Tensor sub_inferred(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add(self, other, -alpha);
}

inline std::vector<int64_t> upsampled_size(
    at::IntArrayRef input,
    at::OptionalIntArrayRef size,
    std::optional<at::ArrayRef<double>> factors) {
  TORCH_CHECK(
      size.has_value() != factors.has_value(),
      "Must specify exactly one of output_size and scale_factors");
  if (size.has_value()) {
    return size->vec();
  }
  TORCH_CHECK(
      factors->size() + 2 == input.size(),
      "scale_factors must have one element for each spatial dimension");
  return {static_cast<int64_t>(input[2] * (*factors)[0])};
}

template <class OPS, class OUT>
decltype(auto) upsample(
    OUT& out,
    const at::Tensor& input,
    at::OptionalIntArrayRef output_size,
    std::optional<at::ArrayRef<double>> scale_factors) {
  auto size = upsampled_size(input.sizes(), output_size, scale_factors);
  std::optional<double> scale;
  if (scale_factors.has_value()) {
    scale = (*scale_factors)[0];
  }
  return out.upsample_nearest1d(input, size, scale);
}

template <class OPS, class OUT>
decltype(auto) gated(
    OUT& out, const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  return out.add(OPS::mul(self, OPS::sigmoid(gate)), residual);
}

template <class OPS>
at::Tensor doubled(const at::Tensor& self) {
  return OPS::add(self, self);
}

// Every backend halves; the device type only has to arrive.
template <c10::DeviceType DEV>
double device_factor() {
  return DEV == c10::DeviceType::CPU ? 2.0 : 2.0;
}

} // namespace designs
