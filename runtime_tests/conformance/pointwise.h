#include "show.h"

#include <ATen/ops/abs.h>
#include <ATen/ops/add.h>
#include <ATen/ops/clamp.h>
#include <ATen/ops/div.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/sgn.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/where.h>

namespace conformance {

inline std::string pointwise() {
  const std::vector<at::ScalarType> types{at::kFloat, at::kDouble, at::kInt, at::kLong, at::kBool};
  for (const at::ScalarType a : types) {
    for (const at::ScalarType b : types) {
      const std::string name = std::string(toString(a)) + " " + toString(b);
      const Tensor left = counting({2, 3}, a);
      const Tensor right = counting({3}, b);
      check("add " + name, [&] { return at::add(left, right); });
      check("add 0-d " + name, [&] { return at::add(left, scalar(2, b)); });
      check("add 0-d 0-d " + name, [&] { return at::add(scalar(3, a), scalar(2, b)); });
      check("sub alpha 2 " + name, [&] { return at::sub(left, right, 2); });
      check("sub alpha 0.5 " + name, [&] { return at::sub(left, right, 0.5); });
      check("mul " + name, [&] { return at::mul(left, right); });
      check("div " + name, [&] { return at::div(left, right); });
      check("where " + name, [&] { return at::where(counting({2, 3}, at::kBool), left, right); });
      check("add_ " + name, [&] { return counting({2, 3}, a).add_(right); });
      check("mul_ " + name, [&] { return counting({2, 3}, a).mul_(right); });
      check("div_ " + name, [&] { return counting({2, 3}, a).div_(right); });
      check("add out " + name, [&] {
        Tensor out = at::empty({0}, at::TensorOptions(b));
        return at::add_out(out, left, left);
      });
    }
    const std::string name = toString(a);
    const Tensor x = at::sub(counting({4}, a == at::kBool ? at::kInt : a), 2).to(a);
    check("neg " + name, [&] { return at::neg(x); });
    check("abs " + name, [&] { return at::abs(x); });
    check("sgn " + name, [&] { return at::sgn(x); });
    check("sigmoid of 0 " + name, [&] { return at::sigmoid(scalar(0, a)); });
    check("exp of 0 " + name, [&] { return at::exp(scalar(0, a)); });
    check("clamp " + name, [&] { return at::clamp(x, 0, 1); });
    check("clamp by reals " + name, [&] { return at::clamp(x, 0.5); });
    check("clamp_ by reals " + name, [&] { return x.clone().clamp_(0.5); });
    check("add 2 " + name, [&] { return at::add(x, 2); });
    check("add 2.5 " + name, [&] { return at::add(x, 2.5); });
    check("add true " + name, [&] { return at::add(x, true); });
    check("mul 2.5 " + name, [&] { return at::mul(x, 2.5); });
    check("sub true " + name, [&] { return at::sub(x, true); });
    check("add alpha true " + name, [&] { return at::add(x, x, true); });
  }
  const Tensor matrix = counting({2, 3});
  check("no bounds", [&] { return at::clamp(matrix, std::optional<at::Scalar>(), std::nullopt); });
  check("condition not bool", [&] { return at::where(matrix, matrix, matrix); });
  check("transposed", [&] { return at::add(counting({2, 3}).t(), counting({2, 3}).t()); });
  check("transposed and not", [&] { return at::add(counting({3, 2}).t(), counting({2, 3})); });
  check("transposed and row", [&] { return at::mul(counting({3, 2}).t(), counting({3})); });
  check("column and row", [&] { return at::mul(counting({2, 1}), counting({1, 3})); });
  check("every second", [&] { return at::neg(counting({6}).as_strided({3}, {2})); });
  check("a gap in rows", [&] { return at::abs(counting({12}).as_strided({2, 3}, {5, 1})); });
  check("a gap in columns", [&] { return at::abs(counting({12}).as_strided({3, 2}, {1, 5})); });
  check("three dimensions", [&] { return at::neg(counting({24}).as_strided({2, 3, 4}, {4, 8, 1})); });
  check("expanded", [&] { return at::neg(counting({3}).as_strided({2, 3}, {0, 1})); });
  check("empty", [&] { return at::add(counting({0, 3}), counting({3})); });
  check("empty and one", [&] { return at::add(counting({0}), counting({1})); });
  check("broadcast fails", [&] { return at::add(counting({2, 3}), counting({2})); });
  check("broadcast fails later", [&] { return at::add(counting({4, 1, 3}), counting({2, 2})); });
  check("overflow wraps", [&] { return at::mul(scalar(2147483647, at::kInt), 2); });
  check("nan clamped", [&] { return at::clamp(at::div(scalar(0), scalar(0)), 0, 1); });
  check("meta", [&] {
    const Tensor meta = at::empty({2, 3}, at::TensorOptions(at::kMeta));
    return at::add(meta, meta);
  });
  check("meta broadcast", [&] {
    const Tensor meta = at::empty({2, 3}, at::TensorOptions(at::kMeta));
    return at::mul(meta, at::empty({3}, at::TensorOptions(at::kMeta).dtype(at::kDouble)));
  });
  check("meta and a cpu number", [&] {
    return at::add(at::empty({2, 3}, at::TensorOptions(at::kMeta)), scalar(2));
  });
  return transcript();
}

} // namespace conformance
