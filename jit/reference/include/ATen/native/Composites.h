// Kernels written with other operators: what ATen registers for CompositeExplicitAutograd and
// CompositeImplicitAutograd.
#pragma once

#include <ATen/core/dispatch/Registry.h>
#include <ATen/native/Factories.h>
#include <ATen/native/PointwiseOps.h>
#include <ATen/native/ReduceOps.h>
#include <ATen/native/TensorShape.h>
#include <ATen/native/UpSample.h>

namespace at::native {

using c10::IValue;

inline c10::OperatorName aten_name(const char* text) {
  const std::string name(text);
  const std::size_t dot = name.find('.');
  return {"aten::" + name.substr(0, dot), dot == std::string::npos ? "" : name.substr(dot + 1)};
}

// One call of an ATen operator with one tensor as its result. Kernels call each other so because a
// typed call would be compiled anew for each type of operator.
inline Tensor call(const char* name, std::initializer_list<IValue> arguments) {
  c10::Stack stack(arguments);
  c10::OperatorHandle(c10::Dispatcher::singleton().findSchema(aten_name(name)).value())
      .callBoxed(&stack);
  return stack.back().tensor();
}
inline IValue list(c10::IntArrayRef values) { return c10::boxing::box(values); }
inline IValue type(c10::ScalarType dtype) { return IValue(static_cast<int64_t>(dtype)); }

inline Tensor abs(const Tensor& self) {
  return call("abs.out", {self, abs(fresh(c10::kMeta), self)});
}
inline Tensor& abs_(Tensor& self) {
  call("abs.out", {self, self});
  return self;
}

// Between a tensor and a number, which becomes a 0-dimensional tensor first.
inline Tensor add(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  return call("add.Tensor", {self, wrapped_scalar_tensor(other), alpha});
}
inline Tensor& add_(Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  call("add_.Tensor", {self, wrapped_scalar_tensor(other), alpha});
  return self;
}
inline Tensor sub(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  return call("sub.Tensor", {self, wrapped_scalar_tensor(other), alpha});
}
inline Tensor& sub_(Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  call("sub_.Tensor", {self, wrapped_scalar_tensor(other), alpha});
  return self;
}
inline Tensor mul(const Tensor& self, const c10::Scalar& other) {
  return call("mul.Tensor", {self, wrapped_scalar_tensor(other)});
}
inline Tensor& mul_(Tensor& self, const c10::Scalar& other) {
  call("mul_.Tensor", {self, wrapped_scalar_tensor(other)});
  return self;
}

inline Tensor ones(c10::IntArrayRef size, const TensorSpec& spec) {
  const Tensor result = call("empty.memory_format", {list(size), type(spec.dtype), IValue(),
                                                     spec.device, IValue(), IValue()});
  return call("fill_.Scalar", {result, c10::Scalar(1)});
}
inline Tensor ones(c10::IntArrayRef size, std::optional<c10::ScalarType> dtype,
                   std::optional<c10::Layout> layout, std::optional<c10::Device> device,
                   std::optional<bool> pin_memory) {
  return ones(size, spec(dtype, layout, device, pin_memory, c10::kCPU));
}
inline Tensor& ones_out(c10::IntArrayRef size, Tensor& out) {
  resize_output(out, size);
  call("fill_.Scalar", {out, c10::Scalar(1)});
  return out;
}
// A tensor with self's strides when the format is Preserve, else that format's.
inline Tensor empty_like(const Tensor& self, const TensorSpec& spec, c10::MemoryFormat format) {
  return call("empty_strided", {list(self.sizes()), list(strides_like(self, format)),
                                type(spec.dtype), IValue(), spec.device, IValue()});
}
inline Tensor ones_like(const Tensor& self, const TensorSpec& spec, c10::MemoryFormat format) {
  return call("fill_.Scalar", {empty_like(self, spec, format), c10::Scalar(1)});
}
inline Tensor ones_like(const Tensor& self, std::optional<c10::ScalarType> dtype,
                        std::optional<c10::Layout> layout, std::optional<c10::Device> device,
                        std::optional<bool> pin_memory,
                        std::optional<c10::MemoryFormat> memory_format) {
  return ones_like(self,
                   spec(dtype.value_or(self.scalar_type()), layout, device.value_or(self.device()),
                        pin_memory, c10::kCPU),
                   memory_format.value_or(c10::MemoryFormat::Preserve));
}
inline TensorSpec spec_of(const Tensor& self) { return {self.scalar_type(), self.device()}; }
inline Tensor clone(const Tensor& self, c10::MemoryFormat format) {
  return call("copy_", {empty_like(self, spec_of(self), format), self, IValue(false)});
}
inline Tensor clone(const Tensor& self, std::optional<c10::MemoryFormat> format) {
  return clone(self, format.value_or(c10::MemoryFormat::Preserve));
}
inline Tensor fill(const Tensor& self, const c10::Scalar& value) {
  return call("fill_.Scalar", {empty_like(self, spec_of(self), c10::MemoryFormat::Preserve), value});
}
inline Tensor& copy_(Tensor& self, const Tensor& src, bool) {
  TORCH_CHECK(src.defined(), "src is undefined");
  copy_(self, src);
  return self;
}

inline Tensor sum(const Tensor& self, std::optional<c10::ScalarType> dtype) {
  return call("sum.dim_IntList",
              {self, list({}), IValue(false), dtype.has_value() ? type(*dtype) : IValue()});
}

inline Tensor resolve_neg(const Tensor& self) {
  return self.is_neg() ? call("clone", {self, IValue()}) : self;
}

inline Tensor linear(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias) {
  TORCH_CHECK(input.dim() == 2 && weight.dim() == 2,
              "linear(): the reference runtime takes matrices only, got ", input.dim(), "-D and ",
              weight.dim(), "-D");
  const Tensor transposed = call("t", {weight});
  return bias.has_value() && bias->defined()
      ? call("addmm", {*bias, input, transposed, c10::Scalar(1), c10::Scalar(1)})
      : call("mm", {input, transposed});
}

inline Tensor upsample_nearest1d(const Tensor& input, c10::OptionalIntArrayRef output_size,
                                 std::optional<c10::ArrayRef<double>> scale_factors) {
  const c10::Dims size = upsample::compute_output_size(input.sizes(), output_size, scale_factors);
  const std::optional<double> scale = upsample::get_scale_value(scale_factors, 0);
  return call("upsample_nearest1d", {input, list(size), scale.has_value() ? IValue(*scale) : IValue()});
}

} // namespace at::native
