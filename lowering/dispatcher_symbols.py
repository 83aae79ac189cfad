"""C++ names of the dispatcher: registration, key sets, guards, each with its header.

The companion of `torch_symbols`, which holds the ATen C++ API.
"""

from __future__ import annotations

from dispatchless.cppast import Header, name
from dispatchless.model import DispatchKey

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

# Structured kernels that are called directly, and what they allocate with.
TENSOR_ITERATOR_BASE = name("at::TensorIteratorBase", header="ATen/TensorIterator.h")
META_DEVICE = name("at::kMeta", header="c10/core/Device.h")
EMPTY_FUNCTIONS = {
    key: (
        name(f"at::detail::empty_{word}", header="ATen/EmptyTensor.h"),
        name(f"at::detail::empty_strided_{word}", header="ATen/EmptyTensor.h"),
    )
    for key, word in ((DispatchKey.CPU, "cpu"), (DispatchKey.Meta, "meta"))
}
TORCH_INTERNAL_ASSERT = "TORCH_INTERNAL_ASSERT"
SIZE_T = name("size_t", header="cstddef")
ARRAY = name("std::array", header="array")
REFERENCE_WRAPPER = name("std::reference_wrapper", header="functional")
REFERENCE = name("std::ref", header="functional")
IS_BASE_OF = name("std::is_base_of_v", header="type_traits")
MAKE_TUPLE = name("std::make_tuple", header="tuple")

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
