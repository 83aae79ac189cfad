// at::Tensor. The methods that are operators are defined in TensorMethods.h, each as one call of
// the dispatcher; autograd's are defined in torch/csrc/autograd.
#pragma once

#include <ATen/core/ATen_fwd.h>
#include <ATen/core/Dimname.h>
#include <ATen/core/Generator.h>
#include <ATen/core/IListRef.h>
#include <ATen/core/TensorBase.h>

#include <tuple>

namespace torch::autograd {
struct Node;
}

namespace at {

class Tensor : public TensorBase {
 public:
  using TensorBase::TensorBase;
  Tensor() = default;
  explicit Tensor(const TensorBase& base) : TensorBase(base) {}

  // Autograd (torch/csrc/autograd/variable.h, engine.h).
  const Tensor& set_requires_grad(bool requires_grad) const;
  Tensor& requires_grad_(bool requires_grad = true);
  const Tensor& grad() const;
  Tensor& mutable_grad() const;
  const c10::intrusive_ptr<torch::autograd::Node>& grad_fn() const;
  const Tensor& _base() const;
  const Tensor& _fw_grad(uint64_t level) const;
  Tensor detach() const;
  void backward(const Tensor& gradient = {}, std::optional<bool> retain_graph = std::nullopt,
                bool create_graph = false) const;

  // Made of operators.
  Tensor contiguous(c10::MemoryFormat format = c10::MemoryFormat::Contiguous) const;
  Tensor to(c10::ScalarType dtype) const;
  c10::Scalar item() const;
  template <class T>
  T item() const;

  // Operators.
  Tensor add(const Tensor& other, const c10::Scalar& alpha = 1) const;
  Tensor& add_(const Tensor& other, const c10::Scalar& alpha = 1) const;
  Tensor add(const c10::Scalar& other, const c10::Scalar& alpha = 1) const;
  Tensor& add_(const c10::Scalar& other, const c10::Scalar& alpha = 1) const;
  Tensor sub(const Tensor& other, const c10::Scalar& alpha = 1) const;
  Tensor& sub_(const Tensor& other, const c10::Scalar& alpha = 1) const;
  Tensor sub(const c10::Scalar& other, const c10::Scalar& alpha = 1) const;
  Tensor& sub_(const c10::Scalar& other, const c10::Scalar& alpha = 1) const;
  Tensor mul(const Tensor& other) const;
  Tensor& mul_(const Tensor& other) const;
  Tensor mul(const c10::Scalar& other) const;
  Tensor& mul_(const c10::Scalar& other) const;
  Tensor div(const Tensor& other) const;
  Tensor& div_(const Tensor& other) const;
  Tensor neg() const;
  Tensor& neg_() const;
  Tensor abs() const;
  Tensor& abs_() const;
  Tensor sgn() const;
  Tensor& sgn_() const;
  Tensor sigmoid() const;
  Tensor& sigmoid_() const;
  Tensor exp() const;
  Tensor& exp_() const;
  Tensor clamp(const std::optional<c10::Scalar>& min,
               const std::optional<c10::Scalar>& max = std::nullopt) const;
  Tensor& clamp_(const std::optional<c10::Scalar>& min,
                 const std::optional<c10::Scalar>& max = std::nullopt) const;
  Tensor& fill_(const c10::Scalar& value) const;
  Tensor& copy_(const Tensor& src, bool non_blocking = false) const;
  Tensor clone(std::optional<c10::MemoryFormat> memory_format = std::nullopt) const;
  Tensor amin(c10::IntArrayRef dim = {}, bool keepdim = false) const;
  Tensor amax(c10::IntArrayRef dim = {}, bool keepdim = false) const;
  std::tuple<Tensor, Tensor> aminmax(std::optional<int64_t> dim = std::nullopt,
                                     bool keepdim = false) const;
  Tensor sum(std::optional<c10::ScalarType> dtype = std::nullopt) const;
  Tensor sum(c10::OptionalIntArrayRef dim, bool keepdim = false,
             std::optional<c10::ScalarType> dtype = std::nullopt) const;
  Tensor where(const Tensor& condition, const Tensor& other) const;
  Tensor mm(const Tensor& mat2) const;
  Tensor addmm(const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta = 1,
               const c10::Scalar& alpha = 1) const;
  Tensor& addmm_(const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta = 1,
                 const c10::Scalar& alpha = 1) const;
  Tensor t() const;
  Tensor as_strided(c10::IntArrayRef size, c10::IntArrayRef stride,
                    std::optional<int64_t> storage_offset = std::nullopt) const;
  Tensor as_strided_symint(c10::SymIntArrayRef size, c10::SymIntArrayRef stride,
                           std::optional<c10::SymInt> storage_offset = std::nullopt) const;
  Tensor _neg_view() const;
  Tensor resolve_neg() const;

  Tensor operator-() const;
  Tensor& operator+=(const Tensor& other);
  Tensor& operator-=(const Tensor& other);
  Tensor& operator*=(const Tensor& other);
};

} // namespace at
