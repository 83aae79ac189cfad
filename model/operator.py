"""Operators as native_functions.yaml describes them."""

from __future__ import annotations

import enum
import functools
from collections.abc import Mapping

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.dispatch_keys import STRUCTURED_KEYS, DispatchKey
from dispatchless.model.location import Location
from dispatchless.model.schema import Argument, FunctionSchema, OperatorName, SchemaKind
from dispatchless.model.schema_forms import functional_signature

NATIVE_NAMESPACE = "at::native"


class Variant(enum.Enum):
    """In which forms C++ and Python offer the operator."""

    FUNCTION = "function"
    METHOD = "method"


class DeviceCheck(enum.Enum):
    """Whether generated code checks that all tensors are on one device."""

    EXACT_SAME = "ExactSame"
    NO_CHECK = "NoCheck"


@frozen
class Kernel:
    """One entry of a dispatch table: the C++ function that computes the operator at a key."""

    name: str
    namespace: str = NATIVE_NAMESPACE
    structured: bool = False

    @property
    def takes_symint(self) -> bool:
        """Whether the function takes ``c10::SymInt`` (and lists of it) for SymInt arguments;
        if not, it takes ``int64_t``. The name alone decides: it holds ``_symint``."""
        return "_symint" in self.name

    @property
    def qualified_name(self) -> str:
        """The function's name from the global namespace."""
        return f"{self.namespace}::{self.name}"

    def __str__(self) -> str:
        return self.name


@frozen
class Precomputed:
    """What the meta function of a structured operator computes for its kernels.

    ``replace``: kernel parameter -> the arguments that stand for it; ``add``: further ones.
    """

    replace: Mapping[str, tuple[Argument, ...]] = attrs.field(hash=False)
    add: tuple[Argument, ...] = ()


@frozen
class UfuncInnerLoop:
    """A loop body given once for several dtypes: ``name (dtypes)``."""

    key: str
    name: str
    dtypes: tuple[str, ...]


@attrs.frozen
class Operator:
    """One operator: an entry of native_functions.yaml, or one that an entry's ``autogen``
    stands for (then ``is_generated``).

    ``dispatch`` holds the kernel of each key. As in ATen it is never quite empty: an entry
    without ``dispatch:`` that is not structured has one CompositeImplicitAutograd kernel
    named as the operator, a ``ufunc_inner_loop`` has kernels for CPU and CUDA.
    ``written_dispatch`` is what the entry itself says.
    """

    schema: FunctionSchema
    dispatch: Mapping[DispatchKey, Kernel] = attrs.field(factory=dict, hash=False, kw_only=True)
    written_dispatch: bool = attrs.field(default=False, kw_only=True)
    variants: frozenset[Variant] = attrs.field(default=frozenset({Variant.FUNCTION}), kw_only=True)
    structured: bool = attrs.field(default=False, kw_only=True)
    structured_delegate: OperatorName | None = attrs.field(default=None, kw_only=True)
    structured_inherits: str | None = attrs.field(default=None, kw_only=True)
    precomputed: Precomputed | None = attrs.field(default=None, kw_only=True)
    autogen: tuple[OperatorName, ...] = attrs.field(default=(), kw_only=True)
    tags: frozenset[str] = attrs.field(default=frozenset(), kw_only=True)
    manual_cpp_binding: bool = attrs.field(default=False, kw_only=True)
    manual_kernel_registration: bool = attrs.field(default=False, kw_only=True)
    device_check: DeviceCheck = attrs.field(default=DeviceCheck.EXACT_SAME, kw_only=True)
    device_guard: bool = attrs.field(default=True, kw_only=True)
    category_override: str | None = attrs.field(default=None, kw_only=True)
    python_module: str | None = attrs.field(default=None, kw_only=True)
    cpp_no_default_args: frozenset[str] = attrs.field(default=frozenset(), kw_only=True)
    use_const_ref_for_mutable_tensors: bool = attrs.field(default=False, kw_only=True)
    ufunc_inner_loop: tuple[UfuncInnerLoop, ...] = attrs.field(default=(), kw_only=True)
    is_generated: bool = attrs.field(default=False, kw_only=True)
    origin: Location | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)

    @property
    def name(self) -> OperatorName:
        """The operator's name as its schema writes it (ATen's entries write no namespace)."""
        return self.schema.name

    @property
    def namespace(self) -> str:
        """The namespace in the dispatcher: ``aten`` unless the schema writes another."""
        return self.schema.name.namespace or "aten"

    @property
    def qualified_name(self) -> str:
        """The name in the dispatcher: ``aten::add.Tensor``."""
        return f"{self.namespace}::{self.schema.name.local}"

    @property
    def cpp_name(self) -> str:
        """The name of the C++ function without namespace: ``add``, ``add_``, ``add_out``."""
        return self.schema.name.base + ("_out" if self.schema.out_arguments else "")

    @functools.cached_property
    def is_view_op(self) -> bool:
        """Whether a result shares memory with an argument, or the operator changes an
        argument's view (``inplace_view``); such an operator has no plain out= form."""
        if self.schema.is_view:
            return True
        if "inplace_view" in self.tags and self.schema.name.local not in ("resize_", "resize_as_"):
            return True
        return any(
            a.annotation is not None and "*" in a.annotation.after for a in self.schema.arguments
        )

    @functools.cached_property
    def signature(self) -> FunctionSchema:
        """What the schemas of all forms of the operator's function have in common; see
        :func:`~dispatchless.model.schema_forms.functional_signature`."""
        return functional_signature(self.schema)

    @property
    def is_structured(self) -> bool:
        """Whether the operator belongs to a structured group: it holds the kernel
        (``structured``) or uses that of its out= operator (``structured_delegate``)."""
        return self.structured or self.structured_delegate is not None

    def kernel(self, key: DispatchKey) -> Kernel | None:
        """The kernel that the entry names for the key, aliases not resolved."""
        return self.dispatch.get(key)

    def has_kernel(self, key: DispatchKey) -> bool:
        """Whether the entry names a kernel for the key."""
        return key in self.dispatch


def is_structured_kernel(structured: bool, key: DispatchKey) -> bool:
    """Whether an entry's kernel at the key has the structured form."""
    return structured and key in STRUCTURED_KEYS


__all__ = [
    "NATIVE_NAMESPACE",
    "DeviceCheck",
    "Kernel",
    "Operator",
    "Precomputed",
    "SchemaKind",
    "UfuncInnerLoop",
    "Variant",
    "is_structured_kernel",
]
