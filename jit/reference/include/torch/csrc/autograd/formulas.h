// The gradients of the operators. The engine reduces and casts a gradient to the shape and type of
// what it is the gradient of, so that formulas need not care about broadcasting.
#pragma once

#include <ATen/native/Gradients.h>
#include <torch/csrc/autograd/VariableTypeUtils.h>

namespace torch::autograd::formulas {

using at::Tensor;
using c10::Scalar;
using at::native::call;
using c10::IValue;

inline Tensor mul(const Tensor& a, const Tensor& b) { return call("mul.Tensor", {a, b}); }
inline Tensor div(const Tensor& a, const Tensor& b) { return call("div.Tensor", {a, b}); }
inline Tensor neg(const Tensor& a) { return call("neg", {a}); }
inline Tensor t(const Tensor& a) { return call("t", {a}); }
inline Tensor mm(const Tensor& a, const Tensor& b) { return call("mm", {a, b}); }
inline Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  return call("where.self", {condition, a, b});
}
inline Tensor times(const Tensor& grad, const Scalar& factor) {
  return factor.equal(1) ? grad : call("mul.Scalar", {grad, factor});
}
inline Tensor zero(const Tensor& grad) { return times(grad, 0); }
inline Tensor number(double value) { return at::native::wrapped_scalar_tensor(value); }
// a * b, undefined when b was not needed and so not saved.
inline Tensor product(const Tensor& a, const Tensor& b) { return b.defined() ? mul(a, b) : Tensor(); }

inline variable_list add(const variable_list& grads, const Recorded& r) {
  return {grads[0], times(grads[0], r.arguments[2].toScalar())};
}
inline variable_list sub(const variable_list& grads, const Recorded& r) {
  return {grads[0], times(neg(grads[0]), r.arguments[2].toScalar())};
}
inline variable_list identity(const variable_list& grads, const Recorded&) { return {grads[0]}; }
inline variable_list zeros(const variable_list& grads, const Recorded&) { return {zero(grads[0])}; }
inline variable_list copy(const variable_list& grads, const Recorded&) {
  return {zero(grads[0]), grads[0]};
}
inline variable_list negative(const variable_list& grads, const Recorded&) { return {neg(grads[0])}; }
inline variable_list transposed(const variable_list& grads, const Recorded&) { return {t(grads[0])}; }
inline variable_list mul(const variable_list& grads, const Recorded& r) {
  return {product(grads[0], r.tensor(1)), product(grads[0], r.tensor(0))};
}
inline variable_list mul_scalar(const variable_list& grads, const Recorded& r) {
  return {times(grads[0], r.arguments[1].toScalar())};
}
inline variable_list div(const variable_list& grads, const Recorded& r) {
  const Tensor& self = r.tensor(0);
  const Tensor& other = r.tensor(1);
  return {div(grads[0], other),
          self.defined() ? neg(mul(grads[0], div(div(self, other), other))) : Tensor()};
}
inline variable_list abs(const variable_list& grads, const Recorded& r) {
  return {mul(grads[0], call("sgn", {r.tensor(0)}))};
}
inline variable_list sigmoid(const variable_list& grads, const Recorded& r) {
  return {mul(grads[0], call("sub.Tensor", {r.result, mul(r.result, r.result), Scalar(1)}))};
}
inline variable_list exp(const variable_list& grads, const Recorded& r) {
  return {mul(grads[0], r.result)};
}
inline variable_list clamp(const variable_list& grads, const Recorded& r) {
  const Tensor inside = at::native::within(r.tensor(0), r.arguments[1], r.arguments[2]);
  return {where(inside, grads[0], number(0))};
}
inline variable_list where(const variable_list& grads, const Recorded& r) {
  return {Tensor(), where(r.tensor(0), grads[0], number(0)), where(r.tensor(0), number(0), grads[0])};
}

// The dimensions that a boxed dim argument reduces.
inline c10::Dims mask_of(const c10::IValue& dims, const InputMetadata& self) {
  return at::native::reduction_mask(c10::boxing::unbox_elements<int64_t>(dims),
                                    static_cast<int64_t>(self.sizes.size()));
}
// A reduced tensor with its reduced dimensions back, each of size 1.
inline Tensor restored(const Tensor& reduced, const c10::Dims& mask, bool keepdim) {
  if (keepdim || mask.empty()) {
    return reduced;
  }
  c10::Dims sizes;
  c10::Dims strides;
  std::size_t next = 0;
  for (const int64_t is_reduced : mask) {
    sizes.push_back(is_reduced ? 1 : reduced.sizes()[next]);
    strides.push_back(is_reduced ? 0 : reduced.strides()[next]);
    next += is_reduced ? 0 : 1;
  }
  return at::native::call("as_strided", {reduced, at::native::list(sizes), at::native::list(strides),
                                         IValue(reduced.storage_offset())});
}
inline Tensor expanded(const Tensor& grad, const InputMetadata& self) {
  return mul(grad, call("ones", {at::native::list(self.sizes), at::native::type(grad.scalar_type()),
                                 IValue(), self.device, IValue()}));
}
inline variable_list sum_all(const variable_list& grads, const Recorded& r) {
  return {expanded(grads[0], r.inputs[0])};
}
inline variable_list sum_dims(const variable_list& grads, const Recorded& r) {
  const c10::Dims mask = mask_of(r.arguments[1], r.inputs[0]);
  return {expanded(restored(grads[0], mask, r.arguments[2].toBool()), r.inputs[0])};
}

// The gradient of an extremum, shared equally among the elements that reach it.
inline Tensor extremum_gradient(const Tensor& grad, const Tensor& self, const Tensor& result,
                                const c10::Dims& mask, bool keepdim) {
  c10::Dims dims;
  for (std::size_t d = 0; d < mask.size(); ++d) {
    if (mask[d]) {
      dims.push_back(static_cast<int64_t>(d));
    }
  }
  const Tensor reached = where(at::native::equal_mask(self, restored(result, mask, keepdim)),
                               number(1), number(0));
  const Tensor count =
      call("sum.dim_IntList", {reached, at::native::list(dims), IValue(true), IValue()});
  return div(mul(restored(grad, mask, keepdim), reached), count);
}
inline variable_list extremum(const variable_list& grads, const Recorded& r) {
  return {extremum_gradient(grads[0], r.tensor(0), r.result, mask_of(r.arguments[1], r.inputs[0]),
                            r.arguments[2].toBool())};
}
inline variable_list aminmax(const variable_list& grads, const Recorded& r) {
  const Tensor& self = r.tensor(0);
  const bool keepdim = r.arguments[2].toBool();
  const c10::Dims mask = mask_of(r.arguments[1], r.inputs[0]);
  const IValue dims = at::native::list(c10::boxing::unbox_elements<int64_t>(r.arguments[1]));
  Tensor total;
  for (const bool largest : {false, true}) {
    const Tensor& grad = grads[largest ? 1 : 0];
    if (grad.defined()) {
      const Tensor plain = self.detach();
      const Tensor extreme = call(largest ? "amax" : "amin", {plain, dims, IValue(keepdim)});
      const Tensor part = extremum_gradient(grad, self, extreme, mask, keepdim);
      total = total.defined() ? call("add.Tensor", {total, part, Scalar(1)}) : part;
    }
  }
  return {total};
}

inline variable_list mm(const variable_list& grads, const Recorded& r) {
  const Tensor& a = r.tensor(0);
  const Tensor& b = r.tensor(1);
  return {b.defined() ? mm(grads[0], t(b)) : Tensor(), a.defined() ? mm(t(a), grads[0]) : Tensor()};
}
inline variable_list addmm(const variable_list& grads, const Recorded& r) {
  const Tensor& a = r.tensor(1);
  const Tensor& b = r.tensor(2);
  const Scalar alpha = r.arguments[4].toScalar();
  return {times(grads[0], r.arguments[3].toScalar()),
          b.defined() ? times(mm(grads[0], t(b)), alpha) : Tensor(),
          a.defined() ? times(mm(t(a), grads[0]), alpha) : Tensor()};
}
inline variable_list upsample_nearest1d(const variable_list& grads, const Recorded& r) {
  const c10::boxing::Unboxed<std::optional<double>> scale(r.arguments[2]);
  return {at::native::upsample_nearest1d_backward(grads[0], r.inputs[0].sizes, scale.get())};
}
inline variable_list as_strided(const variable_list& grads, const Recorded& r) {
  const c10::Dims strides = c10::boxing::unbox_elements<int64_t>(r.arguments[2]);
  const InputMetadata& self = r.inputs[0];
  const int64_t offset = r.arguments[3].isNone() ? self.storage_offset : r.arguments[3].toInt();
  return {at::native::as_strided_backward(grads[0], strides, offset, self.sizes, self.strides,
                                          self.storage_offset)};
}
inline variable_list cat(const variable_list& grads, const Recorded& r) {
  const Tensor& grad = grads[0];
  const int64_t dim = c10::maybe_wrap_dim(r.arguments[1].toInt(), grad.dim());
  const auto d = static_cast<std::size_t>(dim);
  c10::Dims sizes = c10::Dims(grad.sizes());
  int64_t offset = grad.storage_offset();
  variable_list results;
  for (const InputMetadata& input : r.inputs) {
    if (input.sizes.size() == 1 && input.sizes[0] == 0) { // skipped by cat
      results.push_back(Tensor());
      continue;
    }
    sizes[d] = input.sizes[d];
    results.push_back(call("as_strided", {grad, at::native::list(sizes),
                                          at::native::list(grad.strides()), IValue(offset)}));
    offset += input.sizes[d] * grad.strides()[d];
  }
  return results;
}

} // namespace torch::autograd::formulas
