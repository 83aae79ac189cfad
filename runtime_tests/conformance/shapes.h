#include "show.h"

#include <ATen/ops/addmm.h>
#include <ATen/ops/amax.h>
#include <ATen/ops/amin.h>
#include <ATen/ops/aminmax.h>
#include <ATen/ops/as_strided.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/fill.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/t.h>
#include <ATen/ops/upsample_nearest1d.h>

namespace conformance {

inline void reductions() {
  for (const at::ScalarType type : {at::kFloat, at::kInt, at::kBool}) {
    const std::string name = toString(type);
    const Tensor x = counting({2, 3, 2}, type);
    check("sum " + name, [&] { return at::sum(x); });
    check("sum to double " + name, [&] { return at::sum(x, at::kDouble); });
    check("sum 1 " + name, [&] { return at::sum(x, at::IntArrayRef{1}); });
    check("sum 0 -1 kept " + name, [&] { return at::sum(x, {0, -1}, true); });
    check("sum none " + name, [&] { return at::sum(x, at::OptionalIntArrayRef()); });
    check("amax " + name, [&] { return at::amax(x); });
    check("amax 1 " + name, [&] { return at::amax(x, {1}); });
    check("amin -1 kept " + name, [&] { return at::amin(x, {-1}, true); });
    check("aminmax " + name, [&] { return at::aminmax(x); });
    check("aminmax 1 " + name, [&] { return at::aminmax(x, 1, true); });
  }
  check("sum of a number", [&] { return at::sum(scalar(3), at::IntArrayRef{0}); });
  check("sum of nothing", [&] { return at::sum(counting({0, 2}), at::IntArrayRef{0}); });
  check("sum transposed", [&] { return at::sum(counting({3, 2}).t(), at::IntArrayRef{0}); });
  check("dim out of range", [&] { return at::sum(counting({2}), at::IntArrayRef{2}); });
  check("dim twice", [&] { return at::sum(counting({2, 2}), {0, -2}); });
  check("amax of nothing", [&] { return at::amax(counting({0})); });
  check("amax of nothing along it", [&] { return at::amax(counting({0, 2}), {0}); });
  check("amax along another", [&] { return at::amax(counting({0, 2}), {1}); });
  check("aminmax of nothing", [&] { return at::aminmax(counting({0})); });
}

inline void products() {
  const Tensor a = counting({2, 3});
  const Tensor b = counting({3, 2});
  check("mm", [&] { return at::mm(a, b); });
  check("mm long", [&] { return at::mm(counting({2, 3}, at::kLong), counting({3, 2}, at::kLong)); });
  check("mm transposed", [&] { return at::mm(a, a.t()); });
  check("mm mismatch", [&] { return at::mm(a, a); });
  check("mm types", [&] { return at::mm(a, counting({3, 2}, at::kDouble)); });
  check("mm vector", [&] { return at::mm(a, counting({3})); });
  check("mm empty", [&] { return at::mm(counting({2, 0}), counting({0, 2})); });
  check("addmm", [&] { return at::addmm(counting({2}), a, b); });
  check("addmm scaled", [&] { return at::addmm(counting({2, 2}), a, b, 2, 3); });
  check("addmm in place", [&] { return counting({2, 2}).addmm_(a, b); });
  check("addmm mismatch", [&] { return at::addmm(counting({2}), a, a); });
  check("linear", [&] { return at::linear(a, counting({4, 3})); });
  check("linear with bias", [&] { return at::linear(a, counting({4, 3}), counting({4})); });
}

inline void views() {
  const Tensor a = counting({2, 3});
  check("t", [&] { return at::t(a); });
  check("t of a vector", [&] { return at::t(counting({3})); });
  check("t of three dimensions", [&] { return at::t(counting({1, 2, 3})); });
  check("as_strided", [&] { return at::as_strided(a, {2, 2}, {1, 2}, 1); });
  check("as_strided too far", [&] { return at::as_strided(a, {3, 3}, {3, 1}); });
  check("as_strided lengths", [&] { return at::as_strided(a, {2}, {1, 1}); });
  check("contiguous", [&] { return a.t().contiguous(); });
  check("clone keeps strides", [&] { return a.t().clone(); });
  check("clone of a gap", [&] { return counting({12}).as_strided({3, 2}, {1, 5}).clone(); });
  check("clone contiguous", [&] { return a.t().clone(at::MemoryFormat::Contiguous); });
  check("channels last", [&] {
    return at::empty({1, 2, 2, 2}, at::TensorOptions(at::kMeta), at::MemoryFormat::ChannelsLast);
  });
  check("ones_like", [&] { return at::ones_like(a.t()); });
  check("ones_like of a type", [&] { return at::ones_like(a, at::TensorOptions(at::kLong)); });
  check("fill", [&] { return at::fill(a.t(), 2); });
  check("empty_strided", [&] {
    return at::empty_strided({2, 3}, {1, 2}, at::TensorOptions(at::kMeta));
  });
  check("ones of a type", [&] { return at::ones({2}, at::TensorOptions(at::kLong)); });
  check("ones on meta", [&] { return at::ones({2}, at::TensorOptions(at::kMeta)); });
  check("negative size", [&] { return at::ones({-2}); });
}

inline void joins() {
  const Tensor a = counting({2, 3});
  check("cat 0", [&] { return at::cat({a, a}); });
  check("cat -1", [&] { return at::cat({a, counting({2, 1})}, -1); });
  check("cat types", [&] { return at::cat({a, counting({1, 3}, at::kLong)}); });
  check("cat skips", [&] { return at::cat({counting({0}), a}); });
  check("cat nothing", [&] { return at::cat(std::vector<Tensor>()); });
  check("cat numbers", [&] { return at::cat({scalar(1)}); });
  check("cat mismatch", [&] { return at::cat({a, counting({2, 2})}); });
  check("cat ranks", [&] { return at::cat({a, counting({2})}); });
  check("cat overlap", [&] {
    Tensor base = counting({4});
    Tensor out = base.as_strided({4}, {1});
    return at::cat_out(out, {base.as_strided({2}, {1}), base.as_strided({2}, {1})});
  });
}

inline void upsampling() {
  const Tensor x = counting({1, 2, 3});
  for (const int64_t size : {1, 2, 3, 4, 5, 6, 7}) {
    check("upsample to " + std::to_string(size), [&] { return at::upsample_nearest1d(x, at::IntArrayRef(size)); });
  }
  check("upsample with a scale", [&] { return at::upsample_nearest1d(x, at::IntArrayRef{5}, std::optional<double>(1.7)); });
  check("upsample symint", [&] {
    const std::vector<c10::SymInt> size{c10::SymInt(4)};
    return at::upsample_nearest1d_symint(x, size);
  });
  check("upsample rank", [&] { return at::upsample_nearest1d(counting({2, 3}), at::IntArrayRef{4}); });
  check("upsample two sizes", [&] { return at::upsample_nearest1d(x, at::IntArrayRef{4, 4}); });
  check("upsample to nothing", [&] { return at::upsample_nearest1d(x, at::IntArrayRef{0}); });
  check("upsample vec", [&] {
    const std::vector<double> factors{2.5};
    return at::upsample_nearest1d(x, at::OptionalIntArrayRef(), at::ArrayRef<double>(factors));
  });
  check("upsample vec size", [&] {
    return at::upsample_nearest1d(x, at::OptionalIntArrayRef(5), std::nullopt);
  });
  check("upsample vec neither", [&] {
    return at::upsample_nearest1d(x, at::OptionalIntArrayRef(), std::nullopt);
  });
}

inline std::string shapes() {
  reductions();
  products();
  views();
  joins();
  upsampling();
  return transcript();
}

} // namespace conformance
