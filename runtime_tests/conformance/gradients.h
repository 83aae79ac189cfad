#include "show.h"

#include <ATen/ops/abs.h>
#include <ATen/ops/add.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/amax.h>
#include <ATen/ops/aminmax.h>
#include <ATen/ops/as_strided.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/clamp.h>
#include <ATen/ops/div.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/upsample_nearest1d.h>
#include <ATen/ops/where.h>

namespace conformance {

// The gradients of sum(w * f(a, b)) with w = 1, 2, 3, ...
template <class F>
void gradients_of(const std::string& name, const Tensor& a_values, const Tensor& b_values, F function) {
  check(name, [&] {
    Tensor a = a_values.clone();
    Tensor b = b_values.clone();
    a.requires_grad_();
    b.requires_grad_();
    const Tensor result = function(a, b);
    const Tensor loss = at::sum(at::mul(result, counting(result.sizes())));
    const std::string maker = result.grad_fn()->name();
    loss.backward();
    return maker + ": " + show(a.grad()) + " and " + show(b.grad());
  });
}

inline void formulas() {
  const Tensor a = counting({2, 3});
  const Tensor b = at::mul(counting({3}), 0.5);
  gradients_of("add", a, b, [](auto& x, auto& y) { return at::add(x, y, 3); });
  gradients_of("sub", a, b, [](auto& x, auto& y) { return at::sub(x, y, 3); });
  gradients_of("mul", a, b, [](auto& x, auto& y) { return at::mul(x, y); });
  gradients_of("div", a, at::ones({3}).mul(2), [](auto& x, auto& y) { return at::div(x, y); });
  gradients_of("mul with itself", a, b, [](auto& x, auto&) { return at::mul(x, x); });
  gradients_of("unused", a, b, [](auto& x, auto&) { return at::neg(x); });
  gradients_of("number", a, b, [](auto& x, auto&) { return at::mul(at::add(x, 2), 3); });
  gradients_of("double and float", counting({3}, at::kDouble), b,
               [](auto& x, auto& y) { return at::mul(x, y); });
  gradients_of("abs", at::sub(a, 3), b, [](auto& x, auto&) { return at::abs(x); });
  gradients_of("clamp", a, b, [](auto& x, auto&) { return at::clamp(x, 2, 4); });
  gradients_of("exp of 0", at::mul(a, 0), b, [](auto& x, auto&) { return at::exp(x); });
  gradients_of("sigmoid of 0", at::mul(a, 0), b, [](auto& x, auto&) { return at::sigmoid(x); });
  gradients_of("where", a, b, [](auto& x, auto& y) {
    return at::where(at::sub(counting({2, 3}), 3).to(at::kBool), x, y);
  });
  gradients_of("sum", a, b, [](auto& x, auto&) { return at::sum(x); });
  gradients_of("sum 1", a, b, [](auto& x, auto&) { return at::sum(x, at::IntArrayRef{1}); });
  gradients_of("sum 0 kept", a, b, [](auto& x, auto&) { return at::sum(x, {0}, true); });
  gradients_of("amax", at::mul(a, 0), b, [](auto& x, auto&) { return at::amax(x); });
  gradients_of("amax 1", a, b, [](auto& x, auto&) { return at::amax(x, {1}); });
  gradients_of("aminmax", a, b, [](auto& x, auto&) {
    const auto [low, high] = at::aminmax(x, 1);
    return at::add(low, high, 2);
  });
  gradients_of("mm", a, counting({3, 2}), [](auto& x, auto& y) { return at::mm(x, y); });
  gradients_of("addmm", counting({3}), counting({2, 3}),
               [](auto& x, auto& y) { return at::addmm(x, counting({2, 2}), y, 2, 3); });
  gradients_of("linear", a, counting({2}), [](auto& x, auto& y) {
    return at::linear(x, counting({2, 3}), y);
  });
  gradients_of("t", a, b, [](auto& x, auto&) { return x.t(); });
  gradients_of("as_strided overlapping", a, b,
               [](auto& x, auto&) { return at::as_strided(x, {3, 2}, {1, 1}, 1); });
  gradients_of("cat", a, counting({1, 3}), [](auto& x, auto& y) { return at::cat({x, y, x}); });
  gradients_of("upsample", counting({1, 2, 3}), b,
               [](auto& x, auto&) { return at::upsample_nearest1d(x, at::IntArrayRef{7}); });
  gradients_of("in place", a, b, [](auto& x, auto& y) { return at::mul(x, 2).mul_(y); });
  gradients_of("fill", a, b, [](auto& x, auto& y) { return at::add(at::mul(x, 2).fill_(3), y); });
  gradients_of("copy", a, b, [](auto& x, auto& y) { return at::mul(x, 2).copy_(y); });
}

inline void rules() {
  Tensor leaf = counting({3});
  leaf.requires_grad_();
  check("leaf in place", [&] { return leaf.mul_(2); });
  check("leaf in place without grad", [&] {
    c10::NoGradGuard guard;
    return leaf.mul_(2);
  });
  check("view of a leaf in place", [&] { return leaf.as_strided({2}, {1}).mul_(2); });
  check("out with grad", [&] { Tensor out = at::empty({0}); return at::add_out(out, leaf, leaf); });
  check("integers", [&] { return counting({3}, at::kLong).requires_grad_(); });
  check("saved and changed", [&] {
    Tensor x = counting({3});
    x.requires_grad_();
    Tensor y = at::mul(x, 2);
    const Tensor z = at::mul(y, y);
    y.add_(1);
    at::sum(z).backward();
    return x.grad();
  });
  check("saved result changed", [&] {
    Tensor x = counting({3});
    x.requires_grad_();
    Tensor y = at::exp(x);
    y.add_(1);
    at::sum(y).backward();
    return x.grad();
  });
  check("not saved and changed", [&] {
    Tensor x = counting({3});
    x.requires_grad_();
    Tensor y = at::mul(x, 2);
    const Tensor z = at::add(y, y);
    y.add_(1);
    at::sum(z).backward();
    return x.grad();
  });
  check("changed by out", [&] {
    Tensor x = counting({3});
    x.requires_grad_();
    Tensor w = counting({3});
    const Tensor z = at::mul(x, w);
    at::neg_out(w, counting({3}));
    at::sum(z).backward();
    return x.grad();
  });
  check("twice", [&] {
    Tensor x = counting({3});
    x.requires_grad_();
    const Tensor z = at::sum(at::mul(x, x));
    z.backward();
    z.backward();
    return x.grad();
  });
  check("accumulated", [&] {
    Tensor x = counting({3});
    x.requires_grad_();
    at::sum(x).backward();
    at::sum(at::mul(x, x)).backward();
    return x.grad();
  });
  check("not a number", [&] {
    Tensor x = counting({3});
    x.requires_grad_();
    at::mul(x, x).backward();
    return x.grad();
  });
  check("nothing to differentiate", [&] {
    at::sum(counting({3})).backward();
    return scalar(0);
  });
  check("no grad", [&] {
    c10::NoGradGuard guard;
    return at::mul(leaf, leaf);
  });
  check("detached", [&] { return at::mul(leaf.detach(), 2); });
  check("second derivative", [&] {
    Tensor x = counting({3});
    x.requires_grad_();
    const Tensor cube = at::mul(at::mul(x, x), x);
    at::sum(cube).backward({}, std::nullopt, true);
    const Tensor first = x.grad();
    x.mutable_grad() = Tensor();
    at::sum(first).backward();
    return x.grad();
  });
}

inline std::string gradients() {
  formulas();
  rules();
  return transcript();
}

} // namespace conformance
