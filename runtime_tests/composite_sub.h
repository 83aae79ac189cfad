// The composite `sub` as it is registered for PyTorch, written by hand: the truth that tests of the
// torch runtime stand on.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/_fw_primal.h>
#include <ATen/ops/add.h>
#include <ATen/ops/add_cpu_dispatch.h>
#include <torch/library.h>

template <class OPS>
at::Tensor sub(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add(self, other, -alpha);
}

template <class OPS>
at::Tensor& sub_(at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add_(self, other, -alpha);
}

namespace mylib {

struct ops_cpu {
  static at::Tensor add(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
    return at::cpu::add(self, other, alpha);
  }
  static at::Tensor& add_(at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
    return at::cpu::add_(self, other, alpha);
  }
};

struct ops_generic {
  static at::Tensor add(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
    return at::add(self, other, alpha);
  }
  static at::Tensor& add_(at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
    return self.add_(other, alpha);
  }
};

inline bool needs_grad(const at::Tensor& t) {
  return t.defined() &&
      ((c10::GradMode::is_enabled() && t.requires_grad()) || t._fw_grad(0).defined());
}

inline bool is_cpu(c10::DispatchKeySet keys) {
  return (keys & c10::after_ADInplaceOrView_keyset).highestPriorityTypeId() == c10::DispatchKey::CPU;
}

at::Tensor sub_autograd(
    c10::DispatchKeySet keys,
    const at::Tensor& self,
    const at::Tensor& other,
    const at::Scalar& alpha) {
  if (!needs_grad(self) && !needs_grad(other) && is_cpu(keys)) {
    at::AutoDispatchBelowADInplaceOrView guard;
    return ::sub<ops_cpu>(self, other, alpha);
  }
  return ::sub<ops_generic>(self, other, alpha);
}

template <bool test_gradient>
at::Tensor& sub_in_place(
    c10::DispatchKeySet keys,
    at::Tensor& self,
    const at::Tensor& other,
    const at::Scalar& alpha) {
  const bool gradient = test_gradient && (needs_grad(self) || needs_grad(other));
  if (!gradient && is_cpu(keys)) {
    {
      at::AutoDispatchBelowADInplaceOrView guard;
      ::sub_<ops_cpu>(self, other, alpha);
    }
    self.unsafeGetTensorImpl()->bump_version();
    return self;
  }
  return ::sub_<ops_generic>(self, other, alpha);
}

std::vector<std::unique_ptr<torch::Library>> libraries;

torch::Library& add_library(torch::Library::Kind kind, std::optional<c10::DispatchKey> key) {
  libraries.push_back(std::make_unique<torch::Library>(kind, "mylib", key, "composite_sub.h", 1));
  return *libraries.back();
}

void register_kernels() {
  auto& schemas = add_library(torch::Library::DEF, std::nullopt);
  schemas.def("sub(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
  schemas.def("sub_(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");

  auto& cpu = add_library(torch::Library::IMPL, c10::DispatchKey::CPU);
  cpu.impl("sub", &::sub<ops_cpu>);
  cpu.impl("sub_", &::sub_<ops_cpu>);
  auto& autograd = add_library(torch::Library::IMPL, c10::DispatchKey::AutogradCPU);
  autograd.impl("sub", &sub_autograd);
  autograd.impl("sub_", &sub_in_place<true>);
  auto& view = add_library(torch::Library::IMPL, c10::DispatchKey::ADInplaceOrView);
  view.impl("sub_", &sub_in_place<false>);
  for (const auto key :
       {c10::DispatchKey::CompositeImplicitAutograd,
        c10::DispatchKey::FuncTorchBatchedDecomposition,
        c10::DispatchKey::Python,
        c10::DispatchKey::Functionalize,
        c10::DispatchKey::AutocastCPU}) {
    auto& generic = add_library(torch::Library::IMPL, key);
    generic.impl("sub", &::sub<ops_generic>);
    generic.impl("sub_", &::sub_<ops_generic>);
  }
}

void deregister_kernels() { libraries.clear(); }

}  // namespace mylib
