"""Which functions ATen offers in the namespaces of dispatch keys (`at::cpu`, `at::meta`, ...).

What stands in `ATen/ops/<root>_<key>_dispatch.h` follows from native_functions.yaml, and so does
whether libtorch exports it. The tests compare both with the headers and with the symbol table of
the installed libtorch.
"""

from __future__ import annotations

import enum

from dispatchless.lowering.torch_symbols import DIRECT_CALL_KEYS
from dispatchless.model import (
    DispatchKey,
    Operator,
    OperatorTable,
    SchemaKind,
    header_root,
    operators_of_header,
)


class Provision(enum.Enum):
    """How ATen comes by the function of an operator in a key's namespace."""

    KERNEL = "the kernel that its entry names"
    STRUCTURED = "the structured kernel of its out= operator"
    META = "the meta function of its structured operator"
    DEFAULT = "its out= operator, run on outputs that the meta function allocates"
    RETURNS_SELF = "a check that self is a meta tensor, and self"


def provision(operator: Operator, key: DispatchKey, table: OperatorTable) -> Provision | None:
    """How the function of `operator` in the namespace of `key` is made; None if there is none.

    Says what is declared; `is_exported` says whether it can be linked.
    """
    if key not in DIRECT_CALL_KEYS:
        return None
    if operator.is_structured:
        from_group = _structured_provision(operator, key, table)
        if from_group is not None:
            return from_group
    if operator.manual_kernel_registration:
        return None
    if operator.has_kernel(key):
        return Provision.KERNEL
    if key is DispatchKey.Meta and _returns_self_on_meta(operator):
        return Provision.RETURNS_SELF
    return None


def is_exported(
    how: Provision | None, operator: Operator, key: DispatchKey, table: OperatorTable
) -> bool:
    """Whether libtorch exports the function that `provision` found to be made as `how`.

    PyTorch is built with hidden visibility, and a function is visible through its declaration. The
    file that defines a key's functions includes the header of a root name only if an operator of
    that name has a real kernel at the key. A name that has only in-place operators that return
    self on meta tensors is left out: declared for users, defined, and hidden.
    """
    if how is not Provision.RETURNS_SELF:
        return how is not None
    return any(
        sibling.is_structured or sibling.has_kernel(key)
        for sibling in operators_of_header(header_root(operator.name), table)
    )


def is_named_kernel(operator: Operator, key: DispatchKey, table: OperatorTable) -> bool:
    """Whether the entry of `operator` or of its structured operator names a kernel at `key`."""
    if operator.has_kernel(key):
        return True
    parent = table.structured_parent(operator)
    return parent is not None and parent.has_kernel(key)


def _structured_provision(
    operator: Operator, key: DispatchKey, table: OperatorTable
) -> Provision | None:
    if key is DispatchKey.Meta:
        return Provision.META
    if key is DispatchKey.CompositeExplicitAutogradNonFunctional:
        # Backends that bring only the out= kernel get the other two from it.
        return None if operator.schema.kind is SchemaKind.OUT else Provision.DEFAULT
    parent = table.structured_parent(operator)
    kernel = None if parent is None else parent.kernel(key)
    return Provision.STRUCTURED if kernel is not None and kernel.structured else None


def _returns_self_on_meta(operator: Operator) -> bool:
    """Whether ATen makes up a Meta kernel: an in-place operator's result is known to be self."""
    composites = (
        DispatchKey.CompositeExplicitAutograd,
        DispatchKey.CompositeExplicitAutogradNonFunctional,
        DispatchKey.CompositeImplicitAutograd,
    )
    return (
        operator.schema.kind is SchemaKind.INPLACE
        and len(operator.schema.returns) == 1
        and not any(operator.has_kernel(key) for key in composites)
    )
