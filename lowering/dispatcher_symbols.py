"""C++ names of the dispatcher: registration, key sets, guards, each with its header.

The companion of `torch_symbols`, which holds the ATen C++ API.
"""

from __future__ import annotations

from dispatchless.cppast import Header, name

LIBRARY_HEADER = Header("torch/library.h")
DISPATCH_KEY_SET_HEADER = "c10/core/DispatchKeySet.h"

# Registration.
LIBRARY = name("torch::Library", header="torch/library.h")
LIBRARY_FRAGMENT = name("torch::Library::FRAGMENT", header="torch/library.h")
LIBRARY_IMPL = name("torch::Library::IMPL", header="torch/library.h")
TAG = name("at::Tag", header="torch/library.h")
TORCH_LIBRARY_FRAGMENT = "TORCH_LIBRARY_FRAGMENT"
TORCH_LIBRARY_IMPL = "TORCH_LIBRARY_IMPL"
NULLOPT = name("std::nullopt", header="optional")
OPTIONAL = name("std::optional", header="optional")
VECTOR = name("std::vector", header="vector")
UNIQUE_PTR = name("std::unique_ptr", header="memory")
MAKE_UNIQUE = name("std::make_unique", header="memory")

MOVE = name("std::move", header="utility")

# What generated checks and outputs use.
TORCH_CHECK = "TORCH_CHECK"
TORCH_CHECK_HEADER = Header("c10/util/Exception.h")
CAN_CAST = name("c10::canCast", header="c10/core/ScalarType.h")
RESIZE_OUTPUT = name("at::native::resize_output", header="ATen/native/Resize.h")

# Devices, as template arguments. The last enumerator is no device: it stands for all of them.
DEVICE_TYPE_HEADER = "c10/core/DeviceType.h"
DEVICE_TYPE = name("c10::DeviceType", header=DEVICE_TYPE_HEADER)
ANY_DEVICE = "COMPILE_TIME_MAX_DEVICE_TYPES"

DEVICE_OF_KEY = name("c10::dispatchKeyToDeviceType", header="c10/core/TensorOptions.h")
LAYOUT_OF_KEY = name("c10::dispatchKeyToLayout", header="c10/core/TensorOptions.h")

# Key sets and what runs below a key.
DISPATCH_KEY_SET = name("c10::DispatchKeySet", header=DISPATCH_KEY_SET_HEADER)
DISPATCH_KEY = name("c10::DispatchKey", header="c10/core/DispatchKey.h")
AFTER_INPLACE_OR_VIEW = name("c10::after_ADInplaceOrView_keyset", header=DISPATCH_KEY_SET_HEADER)
BELOW_INPLACE_OR_VIEW = name(
    "at::AutoDispatchBelowADInplaceOrView", header="ATen/core/LegacyTypeDispatch.h"
)
GRAD_MODE_IS_ENABLED = name("c10::GradMode::is_enabled", header="c10/core/GradMode.h")
DISPATCHER_SINGLETON = name("c10::Dispatcher::singleton", header="ATen/core/dispatch/Dispatcher.h")
TYPED_OPERATOR_HANDLE = name("c10::TypedOperatorHandle", header="ATen/core/dispatch/Dispatcher.h")

# Present in a PyTorch that was built with CUDA, absent from a CPU-only one, whose headers still
# declare at::cuda functions that nothing defines.
CUDA_BUILD_HEADER = "c10/cuda/impl/cuda_cmake_macros.h"
