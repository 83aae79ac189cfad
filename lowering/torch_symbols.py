"""Every C++ name outside the project that lowering writes for PyTorch, each with its header.

This is the only module of lowering that spells qualified C++ names: a name that is used carries its
header into the file that uses it, so an include can be neither forgotten nor left over. Spellings
are those of torch 2.13's own headers (`at::IntArrayRef`, but `c10::SymIntArrayRef`), because the
names are compared with declarations that ATen prints.
"""

from __future__ import annotations

import attrs

from dispatchless.cppast import Header, QualifiedName, name
from dispatchless.model import DTYPE_WORDS, DispatchKey

# Types of the ATen C++ API. `Tensor.h` is what makes at::Tensor complete; the dispatch headers
# only declare it.
TENSOR = name("at::Tensor", header="ATen/core/Tensor.h")
TENSOR_LIST = name("at::TensorList", header="ATen/core/Tensor.h")
TENSOR_LIST_REF = name("at::ITensorListRef", header="ATen/core/IListRef.h")
OPTIONAL_TENSOR_REF = name("at::OptionalTensorRef", header="ATen/core/Tensor.h")
OPTIONAL_SCALAR_REF = name("at::OptionalScalarRef", header="c10/core/Scalar.h")
BOXED_LIST = name("c10::List", header="ATen/core/List.h")
SCALAR = name("at::Scalar", header="c10/core/Scalar.h")
SCALAR_TYPE = name("at::ScalarType", header="c10/core/ScalarType.h")
LAYOUT = name("at::Layout", header="c10/core/Layout.h")
DEVICE = name("at::Device", header="c10/core/Device.h")
DEVICE_INDEX = name("at::DeviceIndex", header="c10/core/Device.h")
MEMORY_FORMAT = name("at::MemoryFormat", header="c10/core/MemoryFormat.h")
TENSOR_OPTIONS = name("at::TensorOptions", header="c10/core/TensorOptions.h")
GENERATOR = name("at::Generator", header="ATen/core/Generator.h")
QSCHEME = name("at::QScheme", header="c10/core/QScheme.h")
STORAGE = name("at::Storage", header="c10/core/Storage.h")
STREAM = name("at::Stream", header="c10/core/Stream.h")
DIM_VECTOR = name("at::DimVector", header="ATen/core/DimVector.h")
SYM_INT = name("c10::SymInt", header="c10/core/SymInt.h")
SYM_BOOL = name("c10::SymBool", header="c10/core/SymBool.h")
STRING_VIEW = name("c10::string_view", header="c10/util/string_view.h")
INT_ARRAY_REF = name("at::IntArrayRef", header="c10/util/ArrayRef.h")
SYM_INT_ARRAY_REF = name("c10::SymIntArrayRef", header="c10/core/SymIntArrayRef.h")
# The `at::` spellings of the optional arrays are aliases that ATen_fwd.h makes.
OPTIONAL_INT_ARRAY_REF = name("at::OptionalIntArrayRef", header="ATen/core/ATen_fwd.h")
OPTIONAL_SYM_INT_ARRAY_REF = name("at::OptionalSymIntArrayRef", header="ATen/core/ATen_fwd.h")
ARRAY_REF = name("at::ArrayRef", header="c10/util/ArrayRef.h")

# The standard library, spelled from the global namespace as ATen's headers do.
INT64 = name("int64_t", header="cstdint")
STD_OPTIONAL = name("::std::optional", header="optional")
STD_NULLOPT = name("::std::nullopt", header="optional")
STD_MAKE_OPTIONAL = name("::std::make_optional", header="optional")
STD_ARRAY = name("::std::array", header="array")
STD_VECTOR = name("::std::vector", header="vector")
STD_TUPLE = name("::std::tuple", header="tuple")

# Constants that schema defaults name by a word: the dispatcher's schema parser knows the same ones
# (torch/csrc/jit/frontend/schema_type_parser.cpp and script_type_parser.cpp).
DEFAULT_WORDS: dict[str, QualifiedName] = {
    "Mean": name("at::Reduction::Mean", header="ATen/core/Reduction.h"),
    "contiguous_format": name("c10::MemoryFormat::Contiguous", header="c10/core/MemoryFormat.h"),
    "strided": name("at::kStrided", header="c10/core/Layout.h"),
    **{
        word: name(f"at::k{enumerator}", header="c10/core/ScalarType.h")
        for word, enumerator in DTYPE_WORDS.items()
    },
}

# Functions and macros that convert between two forms of one argument.
FROM_INT_ARRAY_REF = name("c10::fromIntArrayRefSlow", header="c10/core/SymIntArrayRef.h")
AS_INT_ARRAY_REF = "C10_AS_INTARRAYREF_SLOW"
AS_INT_ARRAY_REF_HEADER = Header("c10/core/SymIntArrayRef.h")
OPTIONAL_SCALAR_TYPE = name(
    "c10::optTypeMetaToScalarType", header="c10/core/ScalarTypeToTypeMeta.h"
)
EXTRACT_MEMORY_FORMAT = name(
    "c10::impl::check_tensor_options_and_extract_memory_format",
    # It is in CheckMemoryFormat.h, which has no include guard and is included by this one.
    header="ATen/core/Tensor.h",
)

# Keys whose kernels ATen declares as functions in a namespace of their own, one header per root
# name (`ATen/ops/<root>_<namespace>_dispatch.h`). A build of PyTorch for another device declares
# more; the ones here are in every build's headers.
DIRECT_CALL_KEYS = (
    DispatchKey.CPU,
    DispatchKey.CUDA,
    DispatchKey.Meta,
    DispatchKey.CompositeExplicitAutograd,
    DispatchKey.CompositeExplicitAutogradNonFunctional,
    DispatchKey.CompositeImplicitAutograd,
    DispatchKey.CompositeImplicitAutogradNestedTensor,
)


def enumerator(enumeration: QualifiedName, word: str) -> QualifiedName:
    """The enumerator `word` of the scoped enumeration `enumeration`, with its headers."""
    return attrs.evolve(enumeration, parts=(*enumeration.parts, word))
