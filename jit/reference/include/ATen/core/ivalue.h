// c10::IValue: one argument or result of a boxed call. Integers, symbolic integers and the enums of
// signatures (dtype, layout, memory format) are all "Int", as in torch's stacks.
#pragma once

#include <ATen/core/TensorBody.h>

#include <string_view>

namespace c10 {

class IValue {
 public:
  enum class Tag : uint8_t { None, Tensor, Double, Int, Bool, Device, String, List };

  IValue() = default;
  IValue(at::Tensor value) : tag_(Tag::Tensor), tensor_(std::move(value)) {}
  IValue(double value) : tag_(Tag::Double), real_(value) {}
  IValue(int64_t value) : tag_(Tag::Int), integer_(value) {}
  IValue(bool value) : tag_(Tag::Bool), integer_(value) {}
  IValue(const Scalar& value)
      : tag_(value.isFloatingPoint() ? Tag::Double : value.isBoolean() ? Tag::Bool : Tag::Int) {
    if (value.isFloatingPoint()) {
      real_ = value.toDouble();
    } else {
      integer_ = value.isBoolean() ? value.toBool() : value.toLong();
    }
  }
  IValue(Device device)
      : tag_(Tag::Device), real_(device.index()), integer_(static_cast<int64_t>(device.type())) {}
  IValue(std::string value); // below
  static IValue list(); // below

  Tag tag() const { return tag_; }
  bool isNone() const { return tag_ == Tag::None; }
  bool isTensor() const { return tag_ == Tag::Tensor; }
  bool isInt() const { return tag_ == Tag::Int; }
  bool isDouble() const { return tag_ == Tag::Double; }
  bool isBool() const { return tag_ == Tag::Bool; }
  bool isString() const { return tag_ == Tag::String; }
  bool isList() const { return tag_ == Tag::List; }

  const at::Tensor& toTensor() const {
    expect(Tag::Tensor);
    return tensor_;
  }
  // The tensor, or an undefined one for None and for anything else.
  at::Tensor& tensor() { return tensor_; }
  const at::Tensor& tensor() const { return tensor_; }
  double toDouble() const {
    if (isInt()) {
      return static_cast<double>(integer_);
    }
    expect(Tag::Double);
    return real_;
  }
  int64_t toInt() const {
    expect(Tag::Int);
    return integer_;
  }
  bool toBool() const {
    expect(Tag::Bool);
    return integer_ != 0;
  }
  Device toDevice() const {
    expect(Tag::Device);
    return Device(static_cast<DeviceType>(integer_), static_cast<DeviceIndex>(real_));
  }
  Scalar toScalar() const {
    if (isDouble()) {
      return real_;
    }
    if (isBool()) {
      return integer_ != 0;
    }
    return toInt();
  }
  const std::string& toStringRef() const; // below
  Sequence<IValue>& elements() const; // below; the list is shared by copies

 private:
  struct Heap;

  void expect(Tag wanted) const {
    static const char* const names[] = {"None", "Tensor", "float", "int",
                                        "bool", "Device", "str",   "list"};
    TORCH_CHECK(tag_ == wanted, "Expected a value of type '", names[static_cast<int>(wanted)],
                "' but instead found type '", names[static_cast<int>(tag_)], "'.");
  }

  Tag tag_ = Tag::None;
  at::Tensor tensor_;
  double real_ = 0;
  int64_t integer_ = 0;
  intrusive_ptr<intrusive_ptr_target> heap_;
};

struct IValue::Heap : intrusive_ptr_target {
  std::string text;
  Sequence<IValue> list;
};

inline IValue::IValue(std::string value) : tag_(Tag::String), heap_(make_intrusive<Heap>()) {
  static_cast<Heap*>(heap_.get())->text = std::move(value);
}
inline IValue IValue::list() {
  IValue value;
  value.tag_ = Tag::List;
  value.heap_ = make_intrusive<Heap>();
  return value;
}
inline const std::string& IValue::toStringRef() const {
  expect(Tag::String);
  return static_cast<Heap*>(heap_.get())->text;
}
inline Sequence<IValue>& IValue::elements() const {
  expect(Tag::List);
  return static_cast<Heap*>(heap_.get())->list;
}

} // namespace c10

namespace torch::jit {
using Stack = c10::Sequence<c10::IValue>;
}
namespace at {
using c10::IValue;
}
namespace c10 {
using torch::jit::Stack;
}
