// Views and joins: as_strided, t, _neg_view, cat.
#pragma once

#include <ATen/MemoryOverlap.h>
#include <ATen/native/Elements.h>
#include <ATen/native/Output.h>
#include <ATen/native/TypeProperties.h>

namespace at::native {

inline Tensor alias_with(const Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                         int64_t offset) {
  Tensor view(c10::TensorImpl::make_view(*self.unsafeGetTensorImpl()));
  view.unsafeGetTensorImpl()->set_geometry(sizes, strides, offset);
  return view;
}

inline Tensor as_strided(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                         int64_t offset) {
  TORCH_CHECK(size.size() == stride.size(), "mismatch in length of strides and shape");
  for (const int64_t step : stride) {
    TORCH_CHECK(step >= 0, "as_strided: Negative strides are not supported at the moment, got strides: ",
                stride);
  }
  TORCH_CHECK(offset >= 0, "Tensor: invalid storage offset ", offset);
  int64_t last = offset;
  bool empty = false;
  for (std::size_t i = 0; i < size.size(); ++i) {
    empty = empty || size[i] == 0;
    last += (size[i] - 1) * stride[i];
  }
  const std::size_t needed = empty ? 0 : static_cast<std::size_t>(last + 1) * self.itemsize();
  TORCH_CHECK(needed <= self.storage().nbytes(), "setStorage: sizes ", size, ", strides ", stride,
              ", storage offset ", offset, ", and itemsize ", self.itemsize(),
              " requiring a storage size of ", needed, " are out of bounds for storage of size ",
              self.storage().nbytes());
  return alias_with(self, size, stride, offset);
}

inline Tensor t(const Tensor& self) {
  TORCH_CHECK(self.dim() <= 2, "t() expects a tensor with <= 2 dimensions, but self is ", self.dim(), "D");
  c10::Dims sizes = c10::Dims(self.sizes());
  c10::Dims strides = c10::Dims(self.strides());
  if (self.dim() == 2) {
    std::swap(sizes[0], sizes[1]);
    std::swap(strides[0], strides[1]);
  }
  return alias_with(self, sizes, strides, self.storage_offset());
}

inline Tensor _neg_view(const Tensor& self) {
  Tensor view = alias_with(self, self.sizes(), self.strides(), self.storage_offset());
  view._set_neg(!self.is_neg());
  return view;
}

// An empty one-dimensional tensor joins with anything.
inline bool cat_skips(const Tensor& tensor) { return tensor.dim() == 1 && tensor.size(0) == 0; }

inline Tensor cat(Output out, const ITensorListRef& tensors, int64_t dim) {
  TORCH_CHECK_VALUE(tensors.size() > 0, "torch.cat(): expected a non-empty list of Tensors");
  ResultTypeState types;
  const Tensor* first = nullptr;
  std::size_t index = 0;
  for (const Tensor& tensor : tensors) {
    TORCH_CHECK(tensor.dim() > 0, "zero-dimensional tensor (at position ", index,
                ") cannot be concatenated");
    types = update_result_type_state(tensor, types);
    first = first == nullptr && !cat_skips(tensor) ? &tensor : first;
    if (out.kind == OutputKind::Given) {
      assert_no_overlap(out.tensor, tensor);
    }
    ++index;
  }
  const Tensor& model = first == nullptr ? tensors.front() : *first;
  const c10::ScalarType dtype = result_type(types);
  const auto d = static_cast<std::size_t>(c10::maybe_wrap_dim(dim, model.dim()));
  c10::Dims sizes = c10::Dims(model.sizes());
  sizes[d] = 0;
  index = 0;
  for (const Tensor& tensor : tensors) {
    if (cat_skips(tensor)) {
      ++index;
      continue;
    }
    TORCH_CHECK(tensor.dim() == model.dim(), "Tensors must have same number of dimensions: got ",
                model.dim(), " and ", tensor.dim());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      TORCH_CHECK(i == d || tensor.sizes()[i] == sizes[i], "Sizes of tensors must match except in dimension ",
                  d, ". Expected size ", sizes[i], " but got size ", tensor.sizes()[i],
                  " for tensor number ", index, " in the list.");
    }
    TORCH_CHECK(tensor.device() == model.device(), "Expected all tensors to be on the same device, but "
                "found at least two devices, ", model.device(), " and ", tensor.device(), "!");
    sizes[d] += tensor.sizes()[d];
    ++index;
  }
  const bool given_type = out.kind == OutputKind::Given;
  TORCH_CHECK(!given_type || c10::canCast(dtype, out.tensor.scalar_type()), "torch.cat(): input types "
              "can't be cast to the desired output type ", given_type ? out.tensor.scalar_type() : dtype);
  prepare(out, sizes, given_type ? out.tensor.scalar_type() : dtype, model.device());
  if (!computes(out)) {
    return out.tensor;
  }
  check_device(out, model.device(), "cat");
  int64_t start = 0;
  for (const Tensor& tensor : tensors) {
    if (cat_skips(tensor)) {
      continue;
    }
    // The part of the output that takes this tensor, from `start` on.
    const Tensor part = alias_with(out.tensor, tensor.sizes(), out.tensor.strides(),
                                   out.tensor.storage_offset() + start * out.tensor.strides()[d]);
    ElementLoop loop(tensor.sizes(), {part, tensor});
    while (loop.next()) {
      loop.copy(0, 1, false);
    }
    start += tensor.sizes()[d];
  }
  return out.tensor;
}

} // namespace at::native
