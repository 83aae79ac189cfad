// Matrix products: mm, addmm, linear.
#pragma once

#include <ATen/ExpandUtils.h>
#include <ATen/native/Elements.h>
#include <ATen/native/Output.h>

namespace at::native {

// out = beta * bias + alpha * (a @ b), with bias broadcast to the result (or absent).
template <class C>
void matrix_product(const Output& out, const Tensor& bias, const Tensor& a, const Tensor& b, C beta,
                    C alpha) {
  // As in BLAS, a beta of 0 means that the bias is not read.
  const bool adds = bias.defined() && beta != C(0);
  ElementLoop loop(out.tensor.sizes(), {out.tensor});
  // Row i of a and column j of b, whichever sizes they have.
  loop.add_index({a.stride(0), 0}, 0);
  loop.add_index({0, b.stride(1)}, 0);
  if (adds) {
    loop.add(bias);
  }
  const void* const base_a = a.const_data_ptr();
  const void* const base_b = b.const_data_ptr();
  // Results are collected first: the output may be the bias or an operand.
  c10::Sequence<C> results;
  while (loop.next()) {
    C sum = 0;
    for (int64_t k = 0; k < a.size(1); ++k) {
      sum += load_element<C>(base_a, loop.offset(1) + k * a.stride(1), a.scalar_type()) *
          load_element<C>(base_b, loop.offset(2) + k * b.stride(0), b.scalar_type());
    }
    results.push_back(sum * alpha + (adds ? beta * loop.load<C>(3) : C(0)));
  }
  std::size_t next = 0;
  for (ElementLoop write(out.tensor.sizes(), {out.tensor}); write.next();) {
    write.store<C>(0, results[next++]);
  }
}

inline Tensor addmm_impl(const char* name, Output out, const Tensor& bias, const Tensor& a,
                         const Tensor& b, const c10::Scalar& beta, const c10::Scalar& alpha) {
  const c10::Dims sizes{a.size(0), b.size(1)};
  if (bias.defined()) {
    TORCH_CHECK(c10::IntArrayRef(infer_size(bias.sizes(), sizes)) == c10::IntArrayRef(sizes), "expand(", bias.sizes(),
                ") does not give the product's shape ", c10::IntArrayRef(sizes));
  }
  for (const Tensor* other : {&b, &bias}) {
    TORCH_CHECK(!other->defined() || other->device() == a.device(), "Expected all tensors to be on "
                "the same device, but found at least two devices, ", a.device(), " and ",
                other->device(), "!");
  }
  prepare(out, sizes, a.scalar_type(), a.device());
  if (computes(out)) {
    check_device(out, a.device(), name);
    TORCH_CHECK(a.scalar_type() != c10::kBool, "\"", name, "_impl_cpu_\" not implemented for 'Bool'");
    if (c10::isFloatingType(a.scalar_type())) {
      matrix_product<double>(out, bias, a, b, beta.toDouble(), alpha.toDouble());
    } else {
      matrix_product<int64_t>(out, bias, a, b, beta.toLong(), alpha.toLong());
    }
  }
  return out.tensor;
}

inline Tensor mm(Output out, const Tensor& self, const Tensor& mat2) {
  TORCH_CHECK(self.dim() == 2, "self must be a matrix");
  TORCH_CHECK(mat2.dim() == 2, "mat2 must be a matrix");
  TORCH_CHECK(self.size(1) == mat2.size(0), "mat1 and mat2 shapes cannot be multiplied (",
              self.size(0), "x", self.size(1), " and ", mat2.size(0), "x", mat2.size(1), ")");
  TORCH_CHECK(self.scalar_type() == mat2.scalar_type(),
              "expected m1 and m2 to have the same dtype, but got: ", self.dtype(), " != ", mat2.dtype());
  return addmm_impl("mm", std::move(out), Tensor(), self, mat2, 0, 1);
}

inline Tensor addmm(Output out, const Tensor& self, const Tensor& mat1, const Tensor& mat2,
                    const c10::Scalar& beta, const c10::Scalar& alpha) {
  TORCH_CHECK(self.scalar_type() == mat2.scalar_type(),
              "self and mat2 must have the same dtype, but got ", self.scalar_type(), " and ",
              mat2.scalar_type());
  TORCH_CHECK(mat1.scalar_type() == mat2.scalar_type(),
              "mat1 and mat2 must have the same dtype, but got ", mat1.scalar_type(), " and ",
              mat2.scalar_type());
  TORCH_CHECK(mat1.dim() == 2, "mat1 must be a matrix, got ", mat1.dim(), "-D tensor");
  TORCH_CHECK(mat2.dim() == 2, "mat2 must be a matrix, got ", mat2.dim(), "-D tensor");
  TORCH_CHECK(mat1.size(1) == mat2.size(0), "mat1 and mat2 shapes cannot be multiplied (",
              mat1.size(0), "x", mat1.size(1), " and ", mat2.size(0), "x", mat2.size(1), ")");
  return addmm_impl("addmm", std::move(out), self, mat1, mat2, beta, alpha);
}

} // namespace at::native
