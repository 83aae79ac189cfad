"""Kernel libraries of ExecuTorch: operators by namespace and name, each with its kernels."""

from __future__ import annotations

import functools

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.executorch_keys import DEFAULT_KEY, KernelKey
from dispatchless.model.location import Location
from dispatchless.model.schema import FunctionSchema, OperatorName


@attrs.frozen(order=True)
class CppKernel:
    """A kernel function in C++: ``namespace`` ends in ``native``, as ExecuTorch's rule is that
    the kernel written ``a::foo`` is the function ``a::native::foo``."""

    namespace: tuple[str, ...]
    name: str

    def __str__(self) -> str:
        return "::".join((*self.namespace, self.name))


@frozen
class BoundKernel:
    """A kernel and the key that it is registered for."""

    key: KernelKey
    kernel: CppKernel


@frozen
class LibraryOperator:
    """An operator of a kernel library; ``schema.name`` always has its namespace.

    ``custom`` says that it stands in the file of custom operators; ``registers`` that kernels
    are registered for it (an operator that is selected without being a root is only declared).
    """

    schema: FunctionSchema
    kernels: tuple[BoundKernel, ...]
    custom: bool = attrs.field(default=False, kw_only=True)
    method_only: bool = attrs.field(default=False, kw_only=True)
    const_mutable: bool = attrs.field(default=False, kw_only=True)
    tags: tuple[str, ...] = attrs.field(default=(), kw_only=True)
    registers: bool = attrs.field(default=True, kw_only=True)
    origin: Location | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)

    @property
    def name(self) -> OperatorName:
        """The operator's name with its namespace."""
        return self.schema.name

    @property
    def functions(self) -> tuple[CppKernel, ...]:
        """The kernel functions, each once."""
        return tuple(dict.fromkeys(bound.kernel for bound in self.kernels))

    @property
    def direct_kernel(self) -> CppKernel | None:
        """The kernel that takes any tensors: the default one, or the only one. None if which
        kernel is right depends on the tensors."""
        for bound in self.kernels:
            if bound.key == DEFAULT_KEY:
                return bound.kernel
        return self.functions[0] if len(self.functions) == 1 else None


@frozen
class Remark:
    """Something in a specification that is allowed and probably not meant."""

    message: str
    location: Location | None = None
    hint: str | None = None

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location is not None else ""
        hint = f"\n  hint: {self.hint}" if self.hint else ""
        return f"{place}warning: {self.message}{hint}"


@attrs.frozen
class KernelLibrary:
    """The operators of one library, each name once, in the order of the files."""

    operators: tuple[LibraryOperator, ...]
    input_files: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = attrs.field(default=(), eq=False)

    @functools.cached_property
    def by_name(self) -> dict[OperatorName, LibraryOperator]:
        """The operators by their names."""
        return {operator.name: operator for operator in self.operators}

    @property
    def registered(self) -> tuple[LibraryOperator, ...]:
        """The operators that kernels are registered for."""
        return tuple(o for o in self.operators if o.registers and o.kernels)

    @property
    def custom(self) -> tuple[LibraryOperator, ...]:
        """The operators from the file of custom operators."""
        return tuple(o for o in self.operators if o.custom)

    @property
    def kernel_count(self) -> int:
        """How many places the library takes in the runtime's table."""
        return sum(len(o.kernels) for o in self.registered)
