// New tensors, filling and copying.
#pragma once

#include <ATen/native/Elementwise.h>

namespace at::native {

// What a factory needs to know besides the geometry.
struct TensorSpec {
  c10::ScalarType dtype;
  c10::Device device;
};

// From the options of a signature; the device defaults to the backend's own.
inline TensorSpec spec(std::optional<c10::ScalarType> dtype, std::optional<c10::Layout> layout,
                       std::optional<c10::Device> device, std::optional<bool> pin_memory,
                       c10::DeviceType backend) {
  TORCH_CHECK(layout.value_or(c10::kStrided) == c10::kStrided,
              "the reference runtime makes strided tensors only");
  TORCH_CHECK(!pin_memory.value_or(false), "the reference runtime has no pinned memory");
  return {dtype.value_or(c10::get_default_dtype_as_scalartype()),
          device.value_or(c10::Device(backend))};
}

// The strides of a new tensor in a memory format.
inline c10::Dims strides_in(c10::MemoryFormat format, c10::IntArrayRef sizes) {
  TORCH_CHECK(format != c10::MemoryFormat::Preserve, "unsupported memory format");
  return format == c10::MemoryFormat::ChannelsLast ? c10::get_channels_last_strides_2d(sizes)
                                                   : c10::contiguous_strides(sizes);
}

inline Tensor empty(c10::IntArrayRef size, const TensorSpec& spec, c10::MemoryFormat format) {
  return make_strided(size, strides_in(format, size), spec.dtype, spec.device);
}
inline Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, const TensorSpec& spec) {
  TORCH_CHECK(size.size() == stride.size(), "dimensionality of sizes (", size.size(),
              ") must match dimensionality of strides (", stride.size(), ")");
  return make_strided(size, stride, spec.dtype, spec.device);
}

inline Tensor fill(Output out, const c10::Scalar& value) {
  if (!computes(out)) {
    return out.tensor;
  }
  check_device(out, out.tensor.device(), "fill_");
  const c10::ScalarType dtype = out.tensor.scalar_type();
  // The value must fit: an int tensor does not take 2^40, a float one not 1e300.
  double real = 0;
  int64_t integer = 0;
  if (c10::isFloatingType(dtype)) {
    real = dtype == c10::kFloat ? static_cast<double>(value.toFloat()) : value.toDouble();
  } else {
    integer = dtype == c10::kBool ? value.toBool() : dtype == c10::kInt ? value.toInt() : value.toLong();
  }
  for (ElementLoop loop(out.tensor.sizes(), {out.tensor}); loop.next();) {
    if (c10::isFloatingType(dtype)) {
      loop.store<double>(0, real);
    } else {
      loop.store<int64_t>(0, integer);
    }
  }
  return out.tensor;
}

// Writes src, broadcast and converted, into self. Devices that hold their data in this process's
// memory may be copied between; the meta device takes everything and gives nothing.
inline const Tensor& copy_(const Tensor& self, const Tensor& src) {
  if (self.is_same(src)) {
    return self;
  }
  const bool negate = self.is_neg() != src.is_neg();
  TORCH_CHECK_NOT_IMPLEMENTED(self.is_meta() || !src.is_meta(), "Cannot copy out of meta tensor; no data!");
  assert_no_internal_overlap(self);
  assert_no_partial_overlap(self, src);
  const c10::Dims shape = infer_size(self.sizes(), src.sizes());
  TORCH_CHECK(self.sizes() == c10::IntArrayRef(shape), "output with shape ", self.sizes(),
              " doesn't match the broadcast shape ", c10::IntArrayRef(shape));
  if (self.is_meta()) {
    return self;
  }
  for (ElementLoop loop(shape, {self, src}); loop.next();) {
    loop.copy(0, 1, negate);
  }
  return self;
}

// The strides that a copy of self takes: its own when dense, else the order of its dimensions.
inline c10::Dims strides_like(const Tensor& self, c10::MemoryFormat format) {
  if (format != c10::MemoryFormat::Preserve) {
    return strides_in(format, self.sizes());
  }
  if (is_non_overlapping_and_dense(self)) {
    return c10::Dims(self.strides());
  }
  Output like = fresh(c10::kMeta);
  Elementwise plan("empty_like", like, {self});
  return c10::Dims(like.tensor.strides());
}

} // namespace at::native
