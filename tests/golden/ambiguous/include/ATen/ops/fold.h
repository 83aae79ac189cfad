// What ATen would declare for native_functions.yaml of this case.
#pragma once

#include <ATen/core/Tensor.h>

namespace at {

at::Tensor fold(const at::Tensor& self);
at::Tensor fold(const at::Tensor& self, int64_t dim = 0);
at::Tensor& fold_out(at::Tensor& out, const at::Tensor& self);
at::Tensor& fold_outf(const at::Tensor& self, at::Tensor& out);
at::Tensor& fold_out(at::Tensor& out, const at::Tensor& self, int64_t dim = 0);
at::Tensor& fold_outf(const at::Tensor& self, int64_t dim, at::Tensor& out);

}  // namespace at
