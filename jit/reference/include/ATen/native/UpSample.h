// Nearest-neighbour upsampling of N,C,W tensors.
#pragma once

#include <ATen/native/Elements.h>
#include <ATen/native/Output.h>

#include <algorithm>
#include <cmath>

namespace at::native {

namespace upsample {

// The output size from exactly one of an explicit size and scale factors.
inline c10::Dims compute_output_size(c10::IntArrayRef input_size,
                                                c10::OptionalIntArrayRef output_size,
                                                std::optional<c10::ArrayRef<double>> scale_factors) {
  const std::size_t spatial = input_size.size() - 2;
  if (output_size) {
    TORCH_CHECK(!scale_factors, "Must specify exactly one of output_size and scale_factors");
    TORCH_CHECK(output_size->size() == spatial);
    return c10::Dims(*output_size);
  }
  TORCH_CHECK(scale_factors, "Must specify exactly one of output_size and scale_factors");
  TORCH_CHECK(scale_factors->size() == spatial);
  c10::Dims sizes;
  for (std::size_t i = 0; i < spatial; ++i) {
    sizes.push_back(static_cast<int64_t>(static_cast<double>(input_size[i + 2]) * (*scale_factors)[i]));
  }
  return sizes;
}

inline std::optional<double> get_scale_value(std::optional<c10::ArrayRef<double>> scales, int index) {
  return scales ? std::optional<double>(scales->at(static_cast<std::size_t>(index))) : std::nullopt;
}

} // namespace upsample

// The input position that an output position shows. The scale is a float, as in torch.
inline int64_t nearest_source(int64_t position, int64_t input_size, int64_t output_size,
                              std::optional<double> scale) {
  if (output_size == input_size) {
    return position;
  }
  if (output_size == 2 * input_size) {
    return position >> 1;
  }
  const float step = scale && *scale > 0
      ? static_cast<float>(1.0 / *scale)
      : static_cast<float>(input_size) / static_cast<float>(output_size);
  return std::min(static_cast<int64_t>(std::floor(static_cast<float>(position) * step)), input_size - 1);
}

inline c10::Dims upsample_nearest1d_sizes(c10::IntArrayRef input, c10::IntArrayRef output) {
  TORCH_CHECK(output.size() == 1, "It is expected output_size equals to 1, but got size ", output.size());
  TORCH_CHECK(input.size() == 3, "It is expected input_size equals to 3, but got size ", input.size());
  TORCH_CHECK(input[2] > 0 && output[0] > 0,
              "Input and output sizes should be greater than 0, but got input (W: ", input[2],
              ") and output (W: ", output[0], ")");
  return {input[0], input[1], output[0]};
}

inline Tensor upsample_nearest1d(Output out, const Tensor& self, c10::IntArrayRef output_size,
                                 std::optional<double> scale) {
  const c10::Dims sizes = upsample_nearest1d_sizes(self.sizes(), output_size);
  TORCH_CHECK(self.size(1) != 0 && self.size(2) != 0,
              "Non-empty 3D data tensor expected but got a tensor with sizes ", self.sizes());
  prepare(out, sizes, self.scalar_type(), self.device());
  if (computes(out)) {
    check_device(out, self.device(), "upsample_nearest1d");
    TORCH_CHECK(self.is_floating_point(), "\"compute_indices_weights_nearest\" not implemented for '",
                self.scalar_type(), "'");
    ElementLoop loop(sizes, {out.tensor});
    loop.add_index({self.stride(0), self.stride(1), 0}, 0);
    while (loop.next()) {
      const int64_t source = nearest_source(loop.index(2), self.size(2), sizes[2], scale);
      loop.store<double>(0, load_element<double>(self.const_data_ptr(),
                                                 loop.offset(1) + source * self.stride(2),
                                                 self.scalar_type()));
    }
  }
  return out.tensor;
}

// The gradient of upsample_nearest1d: what each input position showed at the output, added up.
inline Tensor upsample_nearest1d_backward(const Tensor& grad, c10::IntArrayRef input_size,
                                          std::optional<double> scale) {
  Tensor result = make_contiguous(input_size, grad.scalar_type(), grad.device());
  if (!grad.is_meta()) {
    c10::Sequence<double> sums(static_cast<std::size_t>(result.numel()), 0);
    ElementLoop read(grad.sizes(), {grad});
    read.add_index({input_size[1] * input_size[2], input_size[2], 0}, 0);
    while (read.next()) {
      const int64_t source = nearest_source(read.index(2), input_size[2], grad.size(2), scale);
      sums[static_cast<std::size_t>(read.offset(1) + source)] += read.load<double>(0);
    }
    std::size_t next = 0;
    for (ElementLoop write(input_size, {result}); write.next();) {
      write.store<double>(0, sums[next++]);
    }
  }
  return result;
}

} // namespace at::native
