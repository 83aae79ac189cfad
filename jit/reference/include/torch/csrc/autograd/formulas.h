// The gradients of the operators. A formula names the inputs, what is saved, and how the gradients
// of the inputs follow from those of the outputs; the engine reduces and casts them to the inputs'
// shapes and types.
#pragma once

#include <ATen/native/Gradients.h>
#include <torch/csrc/autograd/VariableTypeUtils.h>

namespace torch::autograd::formulas {

using at::Tensor;
using c10::Scalar;
namespace ops = at::_ops;

inline Tensor times(const Tensor& grad, const Scalar& factor) {
  return factor.equal(1) ? grad : ops::mul_Scalar::call(grad, factor);
}
inline Tensor zero(const Tensor& grad) { return ops::mul_Scalar::call(grad, 0); }
inline Tensor number(double value) { return at::native::wrapped_scalar_tensor(value); }
// Kept only when the other operand needs it.
inline Tensor saved_for(const Tensor& needed_by, const Tensor& tensor) {
  return needed_by.requires_grad() ? tensor : Tensor();
}

// self + alpha * other
template <int sign>
struct Add {
  static Recipe recipe(const Tensor& self, const Tensor& other, const Scalar& alpha) {
    return {sign > 0 ? "AddBackward0" : "SubBackward0", {self, other}, {},
            [alpha](const variable_list& grads, const variable_list&) {
              return variable_list{grads[0], times(sign > 0 ? grads[0] : grads[0].neg(), alpha)};
            }};
  }
  static Recipe recipe(const Tensor& self, const Scalar&, const Scalar&) {
    return {sign > 0 ? "AddBackward1" : "SubBackward1", {self}, {},
            [](const variable_list& grads, const variable_list&) { return variable_list{grads[0]}; }};
  }
};

struct Mul {
  static Recipe recipe(const Tensor& self, const Tensor& other) {
    return {"MulBackward0", {self, other}, {saved_for(other, self), saved_for(self, other)},
            [](const variable_list& grads, const variable_list& saved) {
              return variable_list{saved[1].defined() ? grads[0] * saved[1] : Tensor(),
                                   saved[0].defined() ? grads[0] * saved[0] : Tensor()};
            }};
  }
  static Recipe recipe(const Tensor& self, const Scalar& other) {
    return {"MulBackward1", {self}, {}, [other](const variable_list& grads, const variable_list&) {
              return variable_list{times(grads[0], other)};
            }};
  }
};

struct Div {
  static Recipe recipe(const Tensor& self, const Tensor& other) {
    return {"DivBackward0", {self, other}, {saved_for(other, self), other},
            [](const variable_list& grads, const variable_list& saved) {
              return variable_list{
                  grads[0] / saved[1],
                  saved[0].defined() ? -(grads[0] * ((saved[0] / saved[1]) / saved[1])) : Tensor()};
            }};
  }
};

struct Neg {
  static Recipe recipe(const Tensor& self) {
    return {"NegBackward0", {self}, {}, [](const variable_list& grads, const variable_list&) {
              return variable_list{grads[0].neg()};
            }};
  }
};

struct Abs {
  static Recipe recipe(const Tensor& self) {
    return {"AbsBackward0", {self}, {self}, [](const variable_list& grads, const variable_list& saved) {
              return variable_list{grads[0] * saved[0].sgn()};
            }};
  }
};

struct Sgn {
  static Recipe recipe(const Tensor& self) {
    return {"SgnBackward0", {self}, {}, [](const variable_list& grads, const variable_list&) {
              return variable_list{zero(grads[0])};
            }};
  }
};

struct Sigmoid {
  static Recipe recipe(const Tensor& self) {
    return {"SigmoidBackward0", {self}, {},
            [](const variable_list& grads, const variable_list& saved) {
              return variable_list{grads[0] * (saved[0] - saved[0] * saved[0])};
            },
            true};
  }
};

struct Exp {
  static Recipe recipe(const Tensor& self) {
    return {"ExpBackward0", {self}, {},
            [](const variable_list& grads, const variable_list& saved) {
              return variable_list{grads[0] * saved[0]};
            },
            true};
  }
};

struct Clamp {
  static Recipe recipe(const Tensor& self, const std::optional<Scalar>& min,
                       const std::optional<Scalar>& max) {
    return {"ClampBackward1", {self}, {self},
            [min, max](const variable_list& grads, const variable_list& saved) {
              const Tensor inside = at::native::within(saved[0], min, max);
              return variable_list{ops::where_self::call(inside, grads[0], number(0))};
            }};
  }
};

struct Where {
  static Recipe recipe(const Tensor& condition, const Tensor& self, const Tensor& other) {
    return {"WhereBackward0", {self, other}, {condition},
            [](const variable_list& grads, const variable_list& saved) {
              return variable_list{ops::where_self::call(saved[0], grads[0], number(0)),
                                   ops::where_self::call(saved[0], number(0), grads[0])};
            }};
  }
};

// A reduced tensor with its reduced dimensions back, each of size 1.
inline Tensor restored(const Tensor& reduced, const std::vector<bool>& mask, bool keepdim) {
  if (keepdim || mask.empty()) {
    return reduced;
  }
  std::vector<int64_t> sizes;
  std::vector<int64_t> strides;
  std::size_t next = 0;
  for (const bool is_reduced : mask) {
    sizes.push_back(is_reduced ? 1 : reduced.sizes()[next]);
    strides.push_back(is_reduced ? 0 : reduced.strides()[next]);
    next += is_reduced ? 0 : 1;
  }
  return reduced.as_strided(sizes, strides, reduced.storage_offset());
}

struct Sum {
  static Recipe recipe(const Tensor& self, std::optional<c10::ScalarType>) {
    return make("SumBackward0", self, std::vector<bool>(self.sizes().size(), true), false);
  }
  static Recipe recipe(const Tensor& self, const c10::OptionalIntArrayRef& dims, bool keepdim,
                       std::optional<c10::ScalarType>) {
    return make("SumBackward1", self,
                at::native::reduction_mask(dims.value_or(c10::IntArrayRef()), self.dim()), keepdim);
  }

 private:
  static Recipe make(const char* name, const Tensor& self, std::vector<bool> mask, bool keepdim) {
    const Tensor shape = at::native::make_contiguous(self.sizes(), self.scalar_type(), c10::kMeta);
    const c10::Device device = self.device();
    return {name, {self}, {},
            [shape, device, mask, keepdim](const variable_list& grads, const variable_list&) {
              const Tensor ones = ops::ones_like::call(shape, std::nullopt, std::nullopt, device,
                                                       std::nullopt, std::nullopt);
              return variable_list{restored(grads[0], mask, keepdim) * ones};
            }};
  }
};

// The gradient of an extremum, shared equally among the elements that reach it.
inline Tensor extremum_gradient(const Tensor& grad, const Tensor& self, const Tensor& result,
                                const std::vector<bool>& mask, bool keepdim) {
  std::vector<int64_t> dims;
  for (std::size_t d = 0; d < mask.size(); ++d) {
    if (mask[d]) {
      dims.push_back(static_cast<int64_t>(d));
    }
  }
  const Tensor reached = ops::where_self::call(
      at::native::equal_mask(self, restored(result, mask, keepdim)), number(1), number(0));
  const Tensor count = reached.sum(dims, true);
  return restored(grad, mask, keepdim) * reached / count;
}

struct Extremum {
  static Recipe recipe(const Tensor& self, c10::IntArrayRef dims, bool keepdim) {
    const std::vector<bool> mask = at::native::reduction_mask(dims, self.dim());
    return {"AmaxBackward0", {self}, {self},
            [mask, keepdim](const variable_list& grads, const variable_list& saved) {
              return variable_list{extremum_gradient(grads[0], saved[0], saved[1], mask, keepdim)};
            },
            true};
  }
};

struct Aminmax {
  static Recipe recipe(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
    const std::vector<int64_t> dims = dim ? std::vector<int64_t>{*dim} : std::vector<int64_t>();
    const std::vector<bool> mask = at::native::reduction_mask(dims, self.dim());
    return {"AminmaxBackward0", {self}, {self},
            [mask, keepdim, dims](const variable_list& grads, const variable_list& saved) {
              const auto of = [&](const Tensor& grad, const Tensor& result) {
                return grad.defined() ? extremum_gradient(grad, saved[0], result, mask, keepdim) : grad;
              };
              const Tensor low = of(grads[0], saved[0].detach().amin(dims, keepdim));
              const Tensor high = of(grads[1], saved[0].detach().amax(dims, keepdim));
              return variable_list{low.defined() && high.defined() ? low + high
                                       : low.defined()             ? low
                                                                   : high};
            }};
  }
};

struct Mm {
  static Recipe recipe(const Tensor& self, const Tensor& mat2) {
    return {"MmBackward0", {self, mat2}, {saved_for(mat2, self), saved_for(self, mat2)},
            [](const variable_list& grads, const variable_list& saved) {
              return variable_list{saved[1].defined() ? grads[0].mm(saved[1].t()) : Tensor(),
                                   saved[0].defined() ? saved[0].t().mm(grads[0]) : Tensor()};
            }};
  }
};

struct Addmm {
  static Recipe recipe(const Tensor& self, const Tensor& mat1, const Tensor& mat2,
                       const Scalar& beta, const Scalar& alpha) {
    return {"AddmmBackward0", {self, mat1, mat2}, {saved_for(mat2, mat1), saved_for(mat1, mat2)},
            [beta, alpha](const variable_list& grads, const variable_list& saved) {
              return variable_list{
                  times(grads[0], beta),
                  saved[1].defined() ? times(grads[0].mm(saved[1].t()), alpha) : Tensor(),
                  saved[0].defined() ? times(saved[0].t().mm(grads[0]), alpha) : Tensor()};
            }};
  }
};

struct UpsampleNearest1d {
  static Recipe recipe(const Tensor& self, c10::SymIntArrayRef output_size, std::optional<double> scales) {
    const std::vector<int64_t> input = self.sizes().vec();
    const std::vector<int64_t> output = c10::asIntArrayRefUnchecked(output_size).vec();
    return {"UpsampleNearest1DBackward0", {self}, {},
            [input, output, scales](const variable_list& grads, const variable_list&) {
              return variable_list{at::native::upsample_nearest1d_backward(
                  at::native::fresh(grads[0].device().type()), grads[0], output, input, scales)};
            }};
  }
};

struct AsStrided {
  static Recipe recipe(const Tensor& self, c10::SymIntArrayRef size, c10::SymIntArrayRef stride,
                       std::optional<c10::SymInt> storage_offset) {
    const at::native::Geometry input{self.sizes().vec(), self.strides().vec(), self.storage_offset()};
    const at::native::Geometry view{
        c10::asIntArrayRefUnchecked(size).vec(), c10::asIntArrayRefUnchecked(stride).vec(),
        storage_offset ? storage_offset->expect_int() : self.storage_offset()};
    return {"AsStridedBackward0", {self}, {}, [input, view](const variable_list& grads, const variable_list&) {
              return variable_list{at::native::as_strided_backward(grads[0], input, view)};
            }};
  }
};

struct T {
  static Recipe recipe(const Tensor& self) {
    return {"TBackward0", {self}, {}, [](const variable_list& grads, const variable_list&) {
              return variable_list{grads[0].t()};
            }};
  }
};

struct Cat {
  static Recipe recipe(const at::ITensorListRef& tensors, int64_t dim) {
    variable_list inputs(tensors.begin(), tensors.end());
    std::vector<int64_t> extents; // along the joined dimension; -1 for a skipped tensor
    for (const Tensor& tensor : tensors) {
      extents.push_back(at::native::cat_skips(tensor) ? -1 : tensor.size(dim));
    }
    return {"CatBackward0", inputs, {}, [extents, dim](const variable_list& grads, const variable_list&) {
              const Tensor& grad = grads[0];
              const int64_t d = c10::maybe_wrap_dim(dim, grad.dim());
              std::vector<int64_t> sizes = grad.sizes().vec();
              int64_t offset = grad.storage_offset();
              variable_list results;
              for (const int64_t extent : extents) {
                if (extent < 0) {
                  results.emplace_back();
                  continue;
                }
                sizes[static_cast<std::size_t>(d)] = extent;
                results.push_back(grad.as_strided(sizes, grad.strides(), offset));
                offset += extent * grad.stride(d);
              }
              return results;
            }};
  }
};

struct Clone {
  static Recipe recipe(const Tensor& self, std::optional<c10::MemoryFormat>) {
    return {"CloneBackward0", {self}, {}, [](const variable_list& grads, const variable_list&) {
              return variable_list{grads[0]};
            }};
  }
};

struct Copy {
  static Recipe recipe(const Tensor& self, const Tensor& src, bool) {
    return {"CopyBackwards", {self, src}, {}, [](const variable_list& grads, const variable_list&) {
              return variable_list{zero(grads[0]), grads[0]};
            }};
  }
};

struct Fill {
  static Recipe recipe(const Tensor& self, const Scalar&) {
    return {"FillBackward0", {self}, {}, [](const variable_list& grads, const variable_list&) {
              return variable_list{zero(grads[0])};
            }};
  }
};

} // namespace torch::autograd::formulas
