#pragma once

#include <c10/util/Exception.h>

#include <cstdint>
#include <ostream>
#include <string>

namespace c10 {

// The values are torch's, so that a number crossing a boundary means the same device there.
enum class DeviceType : int8_t {
  CPU = 0,
  CUDA = 1,
  XPU = 12,
  MPS = 13,
  Meta = 14,
  MTIA = 19,
  PrivateUse1 = 20,
  COMPILE_TIME_MAX_DEVICE_TYPES = 21, // no device
};

constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
constexpr DeviceType kXPU = DeviceType::XPU;
constexpr DeviceType kMPS = DeviceType::MPS;
constexpr DeviceType kMeta = DeviceType::Meta;
constexpr DeviceType kMTIA = DeviceType::MTIA;
constexpr DeviceType kPrivateUse1 = DeviceType::PrivateUse1;

namespace detail {
inline std::string& privateuse1_name() {
  static std::string name = "privateuseone";
  return name;
}
} // namespace detail

// The one out-of-tree backend may choose how its device prints.
inline void register_privateuse1_backend(const std::string& name) {
  detail::privateuse1_name() = name;
}

inline std::string DeviceTypeName(DeviceType type) {
  switch (type) {
    case DeviceType::CPU:
      return "cpu";
    case DeviceType::CUDA:
      return "cuda";
    case DeviceType::XPU:
      return "xpu";
    case DeviceType::MPS:
      return "mps";
    case DeviceType::Meta:
      return "meta";
    case DeviceType::MTIA:
      return "mtia";
    case DeviceType::PrivateUse1:
      return detail::privateuse1_name();
    case DeviceType::COMPILE_TIME_MAX_DEVICE_TYPES:
      break;
  }
  return "unknown";
}

inline std::ostream& operator<<(std::ostream& out, DeviceType type) {
  return out << DeviceTypeName(type);
}

} // namespace c10

namespace at {
using c10::DeviceType;
using c10::kCPU;
using c10::kCUDA;
using c10::kMeta;
using c10::kPrivateUse1;
} // namespace at
