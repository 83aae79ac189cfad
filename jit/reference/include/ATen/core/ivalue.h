// c10::IValue: one argument or result of a boxed call. Integers, symbolic integers and the enums of
// signatures (dtype, layout, memory format) are all "Int", as in torch's stacks.
#pragma once

#include <ATen/core/TensorBody.h>

#include <string_view>

namespace c10 {

struct IValue {
  enum class Tag { None, Tensor, Double, Int, Bool, String, List, Device };

  Tag tag = Tag::None;
  at::Tensor tensor;
  double real = 0;
  int64_t integer = 0;
  std::string text;
  std::vector<IValue> list;

  IValue() = default;
  IValue(at::Tensor value) : tag(Tag::Tensor), tensor(std::move(value)) {}
  IValue(double value) : tag(Tag::Double), real(value) {}
  IValue(int64_t value) : tag(Tag::Int), integer(value) {}
  IValue(bool value) : tag(Tag::Bool), integer(value) {}
  IValue(std::string value) : tag(Tag::String), text(std::move(value)) {}
  IValue(const char* value) : IValue(std::string(value)) {}
  IValue(std::vector<IValue> values) : tag(Tag::List), list(std::move(values)) {}
  IValue(Device device)
      : tag(Tag::Device), integer(static_cast<int64_t>(device.type())),
        text(std::to_string(device.index())) {}

  bool isNone() const { return tag == Tag::None; }
  bool isTensor() const { return tag == Tag::Tensor; }
  bool isInt() const { return tag == Tag::Int; }
  bool isDouble() const { return tag == Tag::Double; }
  bool isBool() const { return tag == Tag::Bool; }
  bool isString() const { return tag == Tag::String; }
  bool isList() const { return tag == Tag::List; }

  const at::Tensor& toTensor() const { return expect(Tag::Tensor, "Tensor").tensor; }
  double toDouble() const { return isInt() ? static_cast<double>(integer) : expect(Tag::Double, "float").real; }
  int64_t toInt() const { return expect(Tag::Int, "int").integer; }
  bool toBool() const { return expect(Tag::Bool, "bool").integer != 0; }
  const std::vector<IValue>& toList() const { return expect(Tag::List, "list").list; }
  Device toDevice() const {
    const IValue& self = expect(Tag::Device, "Device");
    return Device(static_cast<DeviceType>(self.integer), static_cast<DeviceIndex>(std::stoi(self.text)));
  }
  Scalar toScalar() const {
    if (isBool()) {
      return Scalar(integer != 0);
    }
    return isDouble() ? Scalar(real) : Scalar(expect(Tag::Int, "Scalar").integer);
  }

 private:
  const IValue& expect(Tag wanted, const char* name) const {
    static const char* const names[] = {"None", "Tensor", "float", "int", "bool", "str", "list", "Device"};
    TORCH_CHECK(tag == wanted, "Expected a value of type '", name, "' but instead found type '",
                names[static_cast<int>(tag)], "'.");
    return *this;
  }
};

} // namespace c10

namespace torch::jit {
using Stack = std::vector<c10::IValue>;
}
namespace at {
using c10::IValue;
}
namespace c10 {
using torch::jit::Stack;
}
