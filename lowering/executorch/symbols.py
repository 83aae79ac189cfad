"""Every C++ name outside the project that the ExecuTorch half writes, each with its header.

Names are written from the global namespace, since what is generated stands in namespaces of the
user's choice. `ET_RUNTIME_NAMESPACE` is the runtime's own macro: `runtime`, or `runtime::aten` when
kernels work on ATen's tensors.
"""

from __future__ import annotations

from dispatchless.cppast import Header, QualifiedName, name

_EXEC_ATEN = "executorch/runtime/core/exec_aten/exec_aten.h"
_REGISTRY = "executorch/runtime/kernel/operator_registry.h"
_CONTEXT = "executorch/runtime/kernel/kernel_runtime_context.h"
_TRACER = "executorch/runtime/core/event_tracer_hooks.h"
_BACKEND = "executorch/runtime/backend/interface.h"
_ERROR = "executorch/runtime/core/error.h"

# Values of operators.
TENSOR = name("::executorch::aten::Tensor", header=_EXEC_ATEN)
SCALAR = name("::executorch::aten::Scalar", header=_EXEC_ATEN)
SCALAR_TYPE = name("::executorch::aten::ScalarType", header=_EXEC_ATEN)
MEMORY_FORMAT = name("::executorch::aten::MemoryFormat", header=_EXEC_ATEN)
LAYOUT = name("::executorch::aten::Layout", header=_EXEC_ATEN)
DEVICE = name("::executorch::aten::Device", header=_EXEC_ATEN)
ARRAY_REF = name("::executorch::aten::ArrayRef", header=_EXEC_ATEN)
EVALUE = name("::executorch::runtime::EValue", header="executorch/runtime/core/evalue.h")

# The runtime.
SPAN = name("::executorch::runtime::Span", header="executorch/runtime/core/span.h")
ERROR = name("::executorch::runtime::Error", header=_ERROR)
CONTEXT = name("::executorch::ET_RUNTIME_NAMESPACE::KernelRuntimeContext", header=_CONTEXT)
KERNEL = name("::executorch::ET_RUNTIME_NAMESPACE::Kernel", header=_REGISTRY)
REGISTER_KERNELS = name("::executorch::ET_RUNTIME_NAMESPACE::register_kernels", header=_REGISTRY)
REGISTERED_KERNELS = name(
    "::executorch::ET_RUNTIME_NAMESPACE::get_registered_kernels", header=_REGISTRY
)
PROFILE_SCOPE = name(
    "::executorch::ET_RUNTIME_NAMESPACE::internal::EventTracerProfileOpScope", header=_TRACER
)
LOG_EVALUE = name(
    "::executorch::ET_RUNTIME_NAMESPACE::internal::event_tracer_log_evalue", header=_TRACER
)
REGISTER_BACKEND = name("::executorch::ET_RUNTIME_NAMESPACE::register_backend", header=_BACKEND)
BACKEND = name("::executorch::ET_RUNTIME_NAMESPACE::Backend", header=_BACKEND)
BACKEND_CLASS = name("::executorch::ET_RUNTIME_NAMESPACE::get_backend_class", header=_BACKEND)

LOG_MACRO = "ET_LOG"
LOG_HEADER = Header("executorch/runtime/platform/log.h")
PROFILE_MACRO = "EXECUTORCH_SCOPE_PROF"
PROFILE_HEADER = Header("executorch/runtime/platform/profiler.h")
TABLE_SIZE_MACRO = "MAX_KERNEL_NUM"  # of operator_registry.cpp: a build may set it

# The standard library.
INT64 = name("int64_t", header="cstdint")
SIZE = name("size_t", header="cstddef")
STRING_VIEW = name("::std::string_view", header="string_view")
OPTIONAL = name("::std::optional", header="optional")
TUPLE = name("::std::tuple", header="tuple")
VECTOR = name("::std::vector", header="vector")
EXCEPTION = name("::std::exception", header="exception")
ATOMIC_FLAG = name("::std::atomic_flag", header="atomic")
ATOMIC_FLAG_INIT = "ATOMIC_FLAG_INIT"
ACQUIRE = name("::std::memory_order_acquire", header="atomic")
RELEASE = name("::std::memory_order_release", header="atomic")
STRCMP = name("::std::strcmp", header="cstring")
SNPRINTF = name("::std::snprintf", header="cstdio")

# Where what is generated lives: beside the register_all_kernels() that ExecuTorch's own generator
# writes, so that callers change a name only.
PUBLIC_NAMESPACE = ("torch", "executor")


# What the source files bring into a scope of their own by using-declarations.
USED = (
    ARRAY_REF,
    CONTEXT,
    DEVICE,
    ERROR,
    EVALUE,
    KERNEL,
    LAYOUT,
    LOG_EVALUE,
    MEMORY_FORMAT,
    PROFILE_SCOPE,
    SCALAR,
    SCALAR_TYPE,
    SPAN,
    TENSOR,
)


def used(qualified: QualifiedName) -> QualifiedName:
    """The short form of a name of `USED`, for the scope that has the using-declarations."""
    assert qualified in USED, "only these names have a using-declaration"
    return QualifiedName(qualified.parts[-1:], headers=qualified.headers)


def public(local: str) -> QualifiedName:
    """A generated name of the public namespace, from anywhere."""
    return name("::" + "::".join((*PUBLIC_NAMESPACE, local)))


def error(enumerator: str) -> QualifiedName:
    """An enumerator of `Error`."""
    return ERROR.joined(enumerator)


def local_header(path: str) -> Header:
    """A generated header, found beside the file that includes it."""
    return Header(path, system=False)
