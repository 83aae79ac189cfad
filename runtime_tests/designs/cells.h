#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/ops/result_type_native.h>

#include <optional>
#include <vector>

namespace cells {

using at::Scalar;
using at::Tensor;
using Sizes = at::OptionalIntArrayRef;
using Factors = std::optional<at::ArrayRef<double>>;

inline std::vector<int64_t> output_size(at::IntArrayRef input, Sizes size, Factors factors) {
  TORCH_CHECK(size.has_value() != factors.has_value(), "Must specify exactly one of the two");
  if (size.has_value()) {
    return size->vec();
  }
  TORCH_CHECK(factors->size() + 2 == input.size(), "a factor for each spatial dimension");
  return {static_cast<int64_t>(input[2] * (*factors)[0])};
}

inline std::optional<double> scale(Factors factors) {
  return factors.has_value() ? std::optional<double>((*factors)[0]) : std::nullopt;
}

// One template for each form, over the listed operators.

template <class OPS>
Tensor sub(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return OPS::add(self, other, -alpha);
}

template <class OPS>
Tensor& sub_(Tensor& self, const Tensor& other, const Scalar& alpha) {
  return OPS::add_(self, other, -alpha);
}

template <class OPS>
Tensor& sub_out(const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  return OPS::add_outf(self, other, -alpha, out);
}

template <class OPS>
Tensor rsub(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return OPS::sub(other, self, alpha);
}

template <class OPS>
Tensor& rsub_(Tensor& self, const Tensor& other, const Scalar& alpha) {
  return OPS::copy_(self, OPS::sub(other, self, alpha));
}

template <class OPS>
Tensor& rsub_out(const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  return OPS::sub_outf(other, self, alpha, out);
}

template <class OPS>
Tensor addcmul(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) {
  return OPS::add(self, OPS::mul(tensor1, tensor2), value);
}

template <class OPS>
Tensor& addcmul_(Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value) {
  return OPS::add_(self, OPS::mul(tensor1, tensor2), value);
}

template <class OPS>
Tensor& addcmul_out(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value, Tensor& out) {
  return OPS::add_outf(self, OPS::mul(tensor1, tensor2), value, out);
}

template <class OPS>
Tensor upsample_nearest1d(const Tensor& input, Sizes size, Factors factors) {
  return OPS::upsample_nearest1d(input, output_size(input.sizes(), size, factors), scale(factors));
}

template <class OPS>
Tensor& upsample_nearest1d_out(const Tensor& input, Sizes size, Factors factors, Tensor& out) {
  return OPS::upsample_nearest1d_outf(input, output_size(input.sizes(), size, factors), scale(factors), out);
}

template <class OPS>
Tensor absolute(const Tensor& self) {
  return OPS::abs(self);
}

template <class OPS>
Tensor& absolute_(Tensor& self) {
  return OPS::abs_(self);
}

template <class OPS>
Tensor& absolute_out(const Tensor& self, Tensor& out) {
  return OPS::abs_outf(self, out);
}

template <class OPS>
Tensor pow(const Scalar& self, const Tensor& exponent) {
  return OPS::pow(self, exponent);
}

template <class OPS>
Tensor& pow_out(const Scalar& self, const Tensor& exponent, Tensor& out) {
  return OPS::pow_outf(self, exponent, out);
}

template <class OPS>
Tensor add_one(const Tensor& self) {
  return OPS::add(self, OPS::ones(self.sizes(), self.options()));
}

template <class OPS>
Tensor& add_one_(Tensor& self) {
  return OPS::add_(self, OPS::ones(self.sizes(), self.options()));
}

template <class OPS>
Tensor& add_one_out(const Tensor& self, Tensor& out) {
  return OPS::add_outf(self, OPS::ones(self.sizes(), self.options()), 1, out);
}

template <class OPS>
Tensor gated_residual(const Tensor& self, const Tensor& gate, const Tensor& residual) {
  return OPS::add(OPS::mul(self, OPS::sigmoid(gate)), residual);
}

template <class OPS>
Tensor& gated_residual_(Tensor& self, const Tensor& gate, const Tensor& residual) {
  return OPS::add_(OPS::mul_(self, OPS::sigmoid(gate)), residual);
}

template <class OPS>
Tensor& gated_residual_out(const Tensor& self, const Tensor& gate, const Tensor& residual, Tensor& out) {
  return OPS::add_outf(OPS::mul(self, OPS::sigmoid(gate)), residual, 1, out);
}

template <class OPS>
Tensor doubled(const Tensor& self) {
  return OPS::add(self, self);
}

// Every backend halves; the device type only has to arrive.
template <c10::DeviceType DEV>
double device_factor() {
  return DEV == c10::DeviceType::CPU ? 2.0 : 2.0;
}

// One template for all forms.

template <class OPS, class OUT>
decltype(auto) s_sub(OUT& out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return out.add(self, other, -alpha);
}

template <class OPS, class OUT>
decltype(auto) s_rsub(OUT& out, const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return out.sub(other, self, alpha);
}

template <class OPS, class OUT>
decltype(auto) s_addcmul(
    OUT& out,
    const Tensor& self,
    const Tensor& tensor1,
    const Tensor& tensor2,
    const Scalar& value) {
  return out.add(self, OPS::mul(tensor1, tensor2), value);
}

template <class OPS, class OUT>
decltype(auto) s_upsample_nearest1d(OUT& out, const Tensor& input, Sizes size, Factors factors) {
  return out.upsample_nearest1d(
      input, output_size(input.sizes(), size, factors), scale(factors));
}

template <class OPS, class OUT>
decltype(auto) s_absolute(OUT& out, const Tensor& self) {
  return out.abs(self);
}

// 1 to any power fills the output.
template <class OPS, class OUT>
decltype(auto) s_pow(OUT& out, const Scalar& self, const Tensor& exponent) {
  const Tensor& given = out.maybe_get_output();
  const at::ScalarType dtype =
      given.defined() ? given.scalar_type() : at::native::result_type(self, exponent);
  out.set_output(exponent.sizes(), exponent.options().dtype(dtype));
  if (self.equal(1.0)) {
    return out.fill_(1);
  }
  return out.pow(self, exponent);
}

template <class OPS, class OUT>
decltype(auto) s_add_one(OUT& out, const Tensor& self) {
  return out.add(self, OPS::ones(self.sizes(), self.options()));
}

template <class OPS, class OUT>
decltype(auto) s_gated_residual(
    OUT& out, const Tensor& self, const Tensor& gate, const Tensor& residual) {
  return out.add(OPS::mul(self, OPS::sigmoid(gate)), residual);
}

// What makes the arguments of one other operator; three of these can't.

struct Sub {
  Sub(const Tensor&, const Tensor&, const Scalar& alpha) : alpha_(alpha) {}

  Scalar alpha() const {
    return -alpha_;
  }

 private:
  const Scalar& alpha_;
};

struct Rsub {
  Rsub(const Tensor& self, const Tensor& other, const Scalar&) : self_(self), other_(other) {}

  const Tensor& self() const {
    return other_;
  }

  const Tensor& other() const {
    return self_;
  }

 private:
  const Tensor& self_;
  const Tensor& other_;
};

namespace Upsample {

inline std::vector<int64_t> output_size(const Tensor& input, Sizes size, Factors factors) {
  return cells::output_size(input.sizes(), size, factors);
}

inline std::optional<double> scales(const Tensor&, Sizes, Factors factors) {
  return scale(factors);
}

} // namespace Upsample

struct Absolute {
  explicit Absolute(const Tensor&) {}
};

struct Addcmul {
  Addcmul(const Tensor&, const Tensor&, const Tensor&, const Scalar& value) : alpha_(value) {}

  Scalar alpha() const {
    return alpha_;
  }

 private:
  const Scalar& alpha_;
};

struct AddOne {
  explicit AddOne(const Tensor&) {}

  Scalar alpha() const {
    return 1;
  }
};

struct Gated {
  Gated(const Tensor&, const Tensor&, const Tensor&) {}

  Scalar alpha() const {
    return 1;
  }
};

} // namespace cells
