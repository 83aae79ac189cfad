// Reductions: sum, amax, amin, aminmax.
#pragma once

#include <ATen/native/Elements.h>
#include <ATen/native/Output.h>

#include <limits>

namespace at::native {

// Which dimensions are reduced (1) and which are kept (0); no dims means that all are reduced.
inline c10::Dims reduction_mask(c10::IntArrayRef dims, int64_t rank) {
  const auto count = static_cast<std::size_t>(rank);
  c10::Dims mask(count, dims.empty() ? 1 : 0);
  for (const int64_t dim : dims) {
    const auto d = static_cast<std::size_t>(c10::maybe_wrap_dim(dim, rank));
    if (count == 0) {
      continue;
    }
    TORCH_CHECK(!mask[d], "dim ", d, " appears multiple times in the list of dims");
    mask[d] = 1;
  }
  return mask;
}

// Reduces `self` into `out`; `initial` is where each result starts.
template <class C>
void reduce(const Output& out, const Tensor& self, c10::IntArrayRef mask, C initial,
            C (*combine)(C, C)) {
  // The results' strides over the input's dimensions: 0 along the reduced ones.
  c10::Dims kept;
  for (std::size_t d = 0; d < mask.size(); ++d) {
    kept.push_back(mask[d] ? 1 : self.sizes()[d]);
  }
  c10::Dims strides = c10::contiguous_strides(kept);
  for (std::size_t d = 0; d < mask.size(); ++d) {
    strides[d] = mask[d] ? 0 : strides[d];
  }
  c10::Sequence<C> results(static_cast<std::size_t>(out.tensor.numel()), initial);
  ElementLoop read(self.sizes(), {self});
  read.add_index(strides, 0);
  while (read.next()) {
    C& result = results[static_cast<std::size_t>(read.offset(1))];
    result = combine(result, read.load<C>(0));
  }
  std::size_t next = 0;
  for (ElementLoop write(out.tensor.sizes(), {out.tensor}); write.next();) {
    write.store<C>(0, results[next++]);
  }
}

inline c10::Dims reduced_sizes(const Tensor& self, c10::IntArrayRef mask,
                                          bool keepdim) {
  c10::Dims sizes;
  for (std::size_t d = 0; d < mask.size(); ++d) {
    if (!mask[d]) {
      sizes.push_back(self.sizes()[d]);
    } else if (keepdim) {
      sizes.push_back(1);
    }
  }
  return sizes;
}

inline Tensor sum(Output out, const Tensor& self, c10::OptionalIntArrayRef dims, bool keepdim,
                  std::optional<c10::ScalarType> dtype) {
  c10::ScalarType result = dtype.value_or(self.scalar_type());
  if (!dtype && out.kind == OutputKind::Given) {
    result = out.tensor.scalar_type();
  } else if (!dtype && c10::isIntegralType(result, true)) {
    result = c10::kLong;
  }
  const c10::Dims mask =
      reduction_mask(dims.value_or(c10::IntArrayRef()), self.dim());
  prepare(out, reduced_sizes(self, mask, keepdim), result, self.device());
  if (computes(out)) {
    check_device(out, self.device(), "sum");
    if (c10::isFloatingType(result)) {
      reduce<double>(out, self, mask, 0, [](double a, double b) { return a + b; });
    } else {
      reduce<int64_t>(out, self, mask, 0, [](int64_t a, int64_t b) {
        return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
      });
    }
  }
  return out.tensor;
}

// The larger (or smaller) of two; a NaN wins.
template <class C, bool largest>
C extreme(C a, C b) {
  if (a != a || b != b) {
    return a != a ? a : b;
  }
  return (a < b) == largest ? b : a;
}

inline Tensor extremum(Output out, const char* name, const Tensor& self, c10::IntArrayRef dims,
                       bool keepdim, bool largest) {
  const c10::Dims mask = reduction_mask(dims, self.dim());
  if (self.numel() == 0) {
    TORCH_CHECK(!dims.empty(), name, "(): Expected reduction dim to be specified for input.numel() "
                "== 0. Specify the reduction dim with the 'dim' argument.");
    for (std::size_t d = 0; d < mask.size(); ++d) {
      TORCH_CHECK_INDEX(!mask[d] || self.sizes()[d] != 0, name, "(): Expected reduction dim ", d,
                        " to have non-zero size.");
    }
  }
  if (out.kind == OutputKind::Given) {
    TORCH_CHECK(out.tensor.scalar_type() == self.scalar_type(),
                "Expected the dtype for input and out to match, but got ", self.scalar_type(),
                " for input's dtype and ", out.tensor.scalar_type(), " for out's dtype.");
  }
  prepare(out, reduced_sizes(self, mask, keepdim), self.scalar_type(), self.device());
  if (computes(out)) {
    check_device(out, self.device(), name);
    if (c10::isFloatingType(self.scalar_type())) {
      const double infinity = std::numeric_limits<double>::infinity();
      reduce<double>(out, self, mask, largest ? -infinity : infinity,
                     largest ? &extreme<double, true> : &extreme<double, false>);
    } else {
      using Limits = std::numeric_limits<int64_t>;
      reduce<int64_t>(out, self, mask, largest ? Limits::min() : Limits::max(),
                      largest ? &extreme<int64_t, true> : &extreme<int64_t, false>);
    }
  }
  return out.tensor;
}

inline Tensor amax(Output out, const Tensor& self, c10::IntArrayRef dims, bool keepdim) {
  return extremum(std::move(out), "amax", self, dims, keepdim, true);
}
inline Tensor amin(Output out, const Tensor& self, c10::IntArrayRef dims, bool keepdim) {
  return extremum(std::move(out), "amin", self, dims, keepdim, false);
}

inline std::tuple<Tensor, Tensor> aminmax(Output min, Output max, const Tensor& self,
                                          std::optional<int64_t> dim, bool keepdim) {
  c10::Dims dims;
  if (dim) {
    dims.push_back(c10::maybe_wrap_dim(*dim, self.dim()));
    TORCH_CHECK_INDEX(self.dim() == 0 || self.size(dims[0]) != 0,
                      "aminmax: Expected reduction dim ", dims[0], " to have non-zero size.");
  } else {
    TORCH_CHECK(self.numel() > 0, "aminmax(): cannot compute aminmax over an empty dimension as the "
                "operation has no identity.");
  }
  Tensor low = extremum(std::move(min), "aminmax", self, dims, keepdim, false);
  Tensor high = extremum(std::move(max), "aminmax", self, dims, keepdim, true);
  return {low, high};
}

} // namespace at::native
