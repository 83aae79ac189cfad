#pragma once

#include <c10/core/DeviceType.h>

namespace c10 {

using DeviceIndex = int8_t;

class Device {
 public:
  using Type = DeviceType;
  Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {}

  DeviceType type() const { return type_; }
  DeviceIndex index() const { return index_; }
  bool has_index() const { return index_ >= 0; }
  bool is_cpu() const { return type_ == DeviceType::CPU; }
  bool is_cuda() const { return type_ == DeviceType::CUDA; }
  bool is_meta() const { return type_ == DeviceType::Meta; }
  bool is_privateuseone() const { return type_ == DeviceType::PrivateUse1; }
  bool operator==(const Device& other) const {
    return type_ == other.type_ && index_ == other.index_;
  }
  bool operator!=(const Device& other) const { return !(*this == other); }
  std::string str() const {
    return has_index() ? DeviceTypeName(type_) + ":" + std::to_string(index_)
                       : DeviceTypeName(type_);
  }

 private:
  DeviceType type_;
  DeviceIndex index_;
};

inline std::ostream& operator<<(std::ostream& out, const Device& device) {
  return out << device.str();
}

} // namespace c10
