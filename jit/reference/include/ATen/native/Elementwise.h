// Element-by-element operators: common shape and type, the output's allocation or checks, and the
// loop. The order of the checks is that of torch's iterator, so that the same fault is reported.
#pragma once

#include <ATen/ExpandUtils.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/native/Elements.h>
#include <ATen/native/Output.h>
#include <ATen/native/TypeProperties.h>

namespace at::native {

struct ElementwiseOptions {
  bool integers_to_float = false;    // a true division, exp, ...: integers become the default dtype
  std::size_t promote_from = 0;      // the first input that takes part in type promotion
  bool has_common_dtype = false;     // instead of promotion:
  c10::ScalarType common_dtype = c10::ScalarType::Undefined;
};

class Elementwise {
 public:
  Elementwise(const char* name, Output& output, c10::Sequence<Tensor> inputs,
              const ElementwiseOptions& options = {})
      : name_(name), output_(output), inputs_(std::move(inputs)) {
    check_overlap();
    broadcast();
    find_device();
    promote(options);
    allocate();
  }

  c10::ScalarType common_dtype() const { return common_dtype_; }

  // Stores the function's value for each element, the one of double or of int64_t, whichever fits
  // the common type. The first parameter holds the values of the inputs, the second the parameters.
  using RealFunction = double (*)(const double*, const double*);
  using IntegerFunction = int64_t (*)(const int64_t*, const int64_t*);
  void run(RealFunction real, IntegerFunction integer, const double* real_parameters = nullptr,
           const int64_t* integer_parameters = nullptr) const {
    if (!computes(output_)) {
      return;
    }
    check_device(output_, device_, name_);
    if (c10::isFloatingType(common_dtype_)) {
      loop<double>(real, real_parameters);
    } else {
      loop<int64_t>(integer, integer_parameters);
    }
  }

 private:
  void check_overlap() const {
    if (output_.kind == OutputKind::Fresh) {
      return;
    }
    assert_no_internal_overlap(output_.tensor);
    for (const Tensor& input : inputs_) {
      assert_no_partial_overlap(output_.tensor, input);
    }
  }

  // An out= argument that is also an input is written in place and keeps its shape.
  bool reads_output() const {
    bool reads = output_.kind == OutputKind::InPlace;
    for (const Tensor& input : inputs_) {
      reads = reads || (output_.tensor.defined() && input.is_same(output_.tensor));
    }
    return reads;
  }

  void broadcast() {
    bool first = true;
    for (const Tensor& input : inputs_) {
      shape_ = first ? c10::Dims(input.sizes()) : infer_size(shape_, input.sizes());
      first = false;
    }
    if (output_.kind == OutputKind::InPlace || (output_.tensor.defined() && reads_output())) {
      TORCH_CHECK(output_.tensor.sizes() == c10::IntArrayRef(shape_), "output with shape ",
                  output_.tensor.sizes(), " doesn't match the broadcast shape ",
                  c10::IntArrayRef(shape_));
    }
  }

  // The device of the first input that is not a cpu number; cpu numbers go with any device.
  void find_device() {
    const Tensor* reference = nullptr;
    for (const Tensor& input : inputs_) {
      const bool cpu_number = input.is_cpu() && input.dim() == 0;
      if (reference == nullptr || (reference->is_cpu() && reference->dim() == 0 && !cpu_number)) {
        reference = &input;
      }
    }
    device_ = reference->device();
    for (const Tensor& input : inputs_) {
      const bool cpu_number = input.is_cpu() && input.dim() == 0;
      check_same_device(input.device(), cpu_number);
    }
    if (output_.tensor.defined()) {
      check_same_device(output_.tensor.device(), false);
    }
  }
  void check_same_device(c10::Device device, bool exempt) const {
    TORCH_CHECK(exempt || device == device_, "Expected all tensors to be on the same device, but "
                "found at least two devices, ", device_, " and ", device, "!");
  }

  void promote(const ElementwiseOptions& options) {
    ResultTypeState state;
    for (std::size_t i = options.promote_from; i < inputs_.size(); ++i) {
      state = update_result_type_state(inputs_[i], state);
    }
    common_dtype_ = options.has_common_dtype ? options.common_dtype : result_type(state);
    if (options.integers_to_float && !c10::isFloatingType(common_dtype_)) {
      common_dtype_ = c10::get_default_dtype_as_scalartype();
    }
    if (output_.tensor.defined()) {
      TORCH_CHECK(c10::canCast(common_dtype_, output_.tensor.scalar_type()), "result type ",
                  common_dtype_, " can't be cast to the desired output type ",
                  output_.tensor.scalar_type());
    }
  }

  void allocate() {
    if (output_.kind == OutputKind::Fresh) {
      output_.tensor = make_strided(shape_, output_strides(), common_dtype_, device_);
    } else if (output_.tensor.sizes() != c10::IntArrayRef(shape_)) {
      resize_output(output_.tensor, shape_);
      output_.tensor.unsafeGetTensorImpl()->set_geometry(shape_, output_strides(),
                                                         output_.tensor.storage_offset());
    }
  }

  // A new output is dense and keeps the order of its inputs' dimensions in memory.
  c10::Dims output_strides() const {
    c10::Dims strides;
    if (has_shared_dense_strides(strides)) {
      return strides;
    }
    const std::size_t rank = shape_.size();
    c10::Dims order(rank, 0); // from the fastest dimension to the slowest
    for (std::size_t i = 0; i < rank; ++i) {
      order[i] = static_cast<int64_t>(rank - 1 - i);
    }
    for (std::size_t i = 1; i < rank; ++i) {
      std::size_t moving = i;
      for (std::size_t j = i; j-- > 0;) {
        const int order_of_pair =
            compare(static_cast<std::size_t>(order[j]), static_cast<std::size_t>(order[moving]));
        if (order_of_pair > 0) {
          std::swap(order[j], order[moving]);
          moving = j;
        } else if (order_of_pair < 0) {
          break;
        }
      }
    }
    strides.resize(rank);
    int64_t step = 1;
    for (const int64_t dimension : order) {
      const auto d = static_cast<std::size_t>(dimension);
      strides[d] = step;
      step *= shape_[d] > 1 ? shape_[d] : 1;
    }
    return strides;
  }
  // Contiguous inputs give a contiguous output, equal dense ones their own strides.
  bool has_shared_dense_strides(c10::Dims& strides) const {
    bool contiguous = true;
    bool equal = true;
    for (const Tensor& input : inputs_) {
      const bool full = input.sizes() == c10::IntArrayRef(shape_);
      contiguous = contiguous && full && input.is_contiguous();
      equal = equal && full && is_non_overlapping_and_dense(input) &&
          input.strides() == inputs_[0].strides();
    }
    strides = contiguous ? c10::contiguous_strides(shape_) : c10::Dims(inputs_[0].strides());
    return contiguous || equal;
  }
  // Negative: a is faster in memory than b; positive: slower; 0: no input tells.
  int compare(std::size_t a, std::size_t b) const {
    for (const Tensor& input : inputs_) {
      const std::size_t leading = shape_.size() - input.sizes().size();
      const int64_t stride_a = stride_of(input, a, leading);
      const int64_t stride_b = stride_of(input, b, leading);
      if (stride_a == 0 || stride_b == 0) {
        continue;
      }
      if (stride_a != stride_b) {
        return stride_a < stride_b ? -1 : 1;
      }
      if (shape_[a] > shape_[b]) {
        return 1;
      }
    }
    return 0;
  }
  int64_t stride_of(const Tensor& input, std::size_t d, std::size_t leading) const {
    if (d < leading) {
      return 0;
    }
    const std::size_t i = d - leading;
    return input.sizes()[i] == 1 && shape_[d] != 1 ? 0 : input.strides()[i];
  }

  template <class C>
  void loop(C (*function)(const C*, const C*), const C* parameters) const {
    ElementLoop loop(shape_, {output_.tensor});
    for (const Tensor& input : inputs_) {
      loop.add(input);
    }
    C values[3];
    while (loop.next()) {
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        values[i] = rounded(loop.load<C>(i + 1), common_dtype_);
      }
      loop.store<C>(0, rounded(function(values, parameters), common_dtype_));
    }
  }

  const char* name_;
  Output& output_;
  c10::Sequence<Tensor> inputs_;
  c10::Dims shape_;
  c10::Device device_{c10::kCPU};
  c10::ScalarType common_dtype_ = c10::ScalarType::Undefined;
};

} // namespace at::native
