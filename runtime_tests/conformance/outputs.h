#include "show.h"

#include <ATen/ops/add.h>
#include <ATen/ops/amax.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/sum.h>

namespace conformance {

inline std::string outputs() {
  const Tensor a = counting({2, 3});
  check("right shape", [&] { Tensor out = counting({2, 3}); return at::add_out(out, a, a); });
  check("outf", [&] { Tensor out = counting({2, 3}); return at::add_outf(a, a, 1, out); });
  check("transposed out", [&] { Tensor out = counting({3, 2}).t(); return at::add_out(out, a, a); });
  check("empty out", [&] { Tensor out = at::empty({0}); return at::add_out(out, a, a); });
  check("resized", [&] { Tensor out = counting({5}); return at::add_out(out, a, a); });
  check("resized with strides", [&] {
    Tensor out = counting({5});
    return at::neg_out(out, counting({3, 2}).t());
  });
  check("resized when right of size, other rank", [&] {
    Tensor out = counting({6});
    return at::add_out(out, a, a);
  });
  check("wider out", [&] {
    Tensor out = at::empty({2, 3}, at::TensorOptions(at::kDouble));
    return at::add_out(out, a, a);
  });
  check("unsafe cast", [&] {
    Tensor out = at::empty({2, 3}, at::TensorOptions(at::kLong));
    return at::add_out(out, a, a);
  });
  check("long to bool", [&] {
    Tensor out = at::empty({2, 3}, at::TensorOptions(at::kBool));
    return at::add_out(out, counting({2, 3}, at::kLong), counting({2, 3}, at::kLong));
  });
  check("out is an input", [&] { Tensor out = counting({2, 3}); return at::add_out(out, out, a); });
  check("out is an input that must grow", [&] {
    Tensor out = counting({3});
    return at::add_out(out, out, a);
  });
  check("in-place must not grow", [&] { return counting({3}).add_(a); });
  check("in-place and a smaller one", [&] { return counting({2, 3}).add_(counting({3})); });
  check("partial overlap", [&] {
    const Tensor base = counting({4});
    Tensor out = base.as_strided({3}, {1}, 1);
    return at::add_out(out, base.as_strided({3}, {1}, 0), base.as_strided({3}, {1}, 0));
  });
  check("full overlap by another view", [&] {
    const Tensor base = counting({4});
    Tensor out = base.as_strided({4}, {1}, 0);
    return at::add_out(out, base, base);
  });
  check("internal overlap", [&] {
    Tensor out = counting({3}).as_strided({2, 3}, {0, 1});
    return at::add_out(out, a, a);
  });
  check("in-place internal overlap", [&] { return counting({3}).as_strided({2, 3}, {0, 1}).mul_(2); });
  check("fill internal overlap", [&] { return counting({3}).as_strided({2, 3}, {0, 1}).fill_(2); });
  check("copy broadcasts", [&] { return counting({2, 3}).copy_(counting({3}, at::kLong)); });
  check("copy truncates", [&] { return counting({2}, at::kLong).copy_(at::mul(counting({2}), 1.75)); });
  check("copy too large", [&] { return counting({3}).copy_(counting({2, 3})); });
  check("copy mismatch", [&] { return counting({3}).copy_(counting({2})); });
  check("copy from meta", [&] {
    return counting({3}).copy_(at::empty({3}, at::TensorOptions(at::kMeta)));
  });
  check("sum out dtype", [&] {
    Tensor out = at::empty({0}, at::TensorOptions(at::kDouble));
    return at::sum_out(out, a, at::IntArrayRef{0});
  });
  check("amax out dtype", [&] {
    Tensor out = at::empty({0}, at::TensorOptions(at::kDouble));
    return at::amax_out(out, a, {0});
  });
  check("amax out resized", [&] { Tensor out = counting({5}); return at::amax_out(out, a, {0}); });
  check("ones out", [&] { Tensor out = at::empty({0}); return at::ones_out(out, {2}); });
  check("fill fits", [&] { return counting({2}, at::kInt).fill_(3.75); });
  check("fill does not fit", [&] { return counting({2}, at::kInt).fill_(1e10); });
  check("identity", [&] {
    Tensor out = counting({2, 3});
    Tensor& result = at::add_out(out, a, a);
    Tensor& changed = out.mul_(2);
    return std::to_string(&result == &out) + std::to_string(&changed == &out) +
        std::to_string(changed.is_same(out));
  });
  return transcript();
}

} // namespace conformance
