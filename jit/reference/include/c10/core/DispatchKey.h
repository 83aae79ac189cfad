// Dispatch keys of the embedded runtime: torch's names, in torch's order of priority. torch keeps
// functionality and backend apart; here each pair that may occur is a key of its own, which is
// enough because every tensor here belongs to exactly one backend.
#pragma once

#include <c10/core/DeviceType.h>

#include <cstdint>
#include <ostream>

// Runtime keys from the lowest priority to the highest.
#define DISPATCHLESS_RUNTIME_KEYS(_)                                                            \
  _(CPU) _(CUDA) _(XPU) _(MPS) _(MTIA) _(PrivateUse1) _(Meta)                                   \
  _(QuantizedCPU) _(QuantizedCUDA) _(MkldnnCPU)                                                 \
  _(SparseCPU) _(SparseCUDA) _(SparseMeta) _(SparseCsrCPU) _(SparseCsrCUDA) _(SparseCsrMeta)    \
  _(NestedTensorCPU) _(NestedTensorCUDA)                                                        \
  _(BackendSelect) _(Python) _(FuncTorchDynamicLayerBackMode) _(Functionalize) _(Conjugate)     \
  _(Negative) _(ZeroTensor) _(ADInplaceOrView)                                                  \
  _(AutogradOther) _(AutogradCPU) _(AutogradCUDA) _(AutogradXPU) _(AutogradMPS)                 \
  _(AutogradMTIA) _(AutogradPrivateUse1) _(AutogradMeta) _(AutogradNestedTensor) _(Tracer)      \
  _(AutocastCPU) _(AutocastXPU) _(AutocastMPS) _(AutocastMTIA) _(AutocastCUDA)                  \
  _(AutocastPrivateUse1)                                                                        \
  _(FuncTorchBatched) _(BatchedNestedTensor) _(FuncTorchVmapMode) _(Batched) _(VmapMode)        \
  _(FuncTorchGradWrapper) _(PythonTLSSnapshot) _(FuncTorchDynamicLayerFrontMode)                \
  _(PreDispatch) _(PythonDispatcher)

#define DISPATCHLESS_ALIAS_KEYS(_)                                                        \
  _(Autograd) _(CompositeImplicitAutograd) _(FuncTorchBatchedDecomposition)               \
  _(CompositeImplicitAutogradNestedTensor) _(CompositeExplicitAutograd)                   \
  _(CompositeExplicitAutogradNonFunctional)

namespace c10 {

#define DISPATCHLESS_ENUMERATOR(name) name,
enum class DispatchKey : uint16_t {
  Undefined = 0,
  CatchAll = Undefined,
  DISPATCHLESS_RUNTIME_KEYS(DISPATCHLESS_ENUMERATOR)
  EndOfRuntimeKeys,
  DISPATCHLESS_ALIAS_KEYS(DISPATCHLESS_ENUMERATOR)
  DefaultBackend = CompositeExplicitAutograd,
};
#undef DISPATCHLESS_ENUMERATOR

constexpr unsigned num_runtime_keys = static_cast<unsigned>(DispatchKey::EndOfRuntimeKeys);
static_assert(num_runtime_keys <= 64, "a key set is one 64-bit word");

inline const char* toString(DispatchKey key) {
  switch (key) {
#define DISPATCHLESS_NAME(name) \
  case DispatchKey::name:       \
    return #name;
    DISPATCHLESS_RUNTIME_KEYS(DISPATCHLESS_NAME)
    DISPATCHLESS_ALIAS_KEYS(DISPATCHLESS_NAME)
#undef DISPATCHLESS_NAME
    case DispatchKey::Undefined:
      return "Undefined";
    default:
      return "UNKNOWN_TENSOR_TYPE_ID";
  }
}

inline std::ostream& operator<<(std::ostream& out, DispatchKey key) { return out << toString(key); }

inline bool isAliasDispatchKey(DispatchKey key) { return key > DispatchKey::EndOfRuntimeKeys; }

// The key of dense tensors on a device.
inline DispatchKey backendKeyOf(DeviceType device) {
  switch (device) {
    case DeviceType::CPU:
      return DispatchKey::CPU;
    case DeviceType::CUDA:
      return DispatchKey::CUDA;
    case DeviceType::XPU:
      return DispatchKey::XPU;
    case DeviceType::MPS:
      return DispatchKey::MPS;
    case DeviceType::MTIA:
      return DispatchKey::MTIA;
    case DeviceType::PrivateUse1:
      return DispatchKey::PrivateUse1;
    case DeviceType::Meta:
      return DispatchKey::Meta;
    case DeviceType::COMPILE_TIME_MAX_DEVICE_TYPES:
      break;
  }
  return DispatchKey::Undefined;
}

// The autograd key above a backend key.
inline DispatchKey autogradKeyOf(DispatchKey backend) {
  switch (backend) {
    case DispatchKey::CPU:
      return DispatchKey::AutogradCPU;
    case DispatchKey::CUDA:
      return DispatchKey::AutogradCUDA;
    case DispatchKey::XPU:
      return DispatchKey::AutogradXPU;
    case DispatchKey::MPS:
      return DispatchKey::AutogradMPS;
    case DispatchKey::MTIA:
      return DispatchKey::AutogradMTIA;
    case DispatchKey::PrivateUse1:
      return DispatchKey::AutogradPrivateUse1;
    case DispatchKey::Meta:
      return DispatchKey::AutogradMeta;
    default:
      return DispatchKey::AutogradOther;
  }
}

} // namespace c10

namespace at {
using c10::DispatchKey;
}
