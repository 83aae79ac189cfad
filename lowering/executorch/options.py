"""What a run is asked to emit for ExecuTorch: the frozen context of every lowering function."""

from __future__ import annotations

from enum import Enum

import attrs

from dispatchless.model.executorch_names import DEFAULT_LIBRARY, Naming

DEFAULT_TABLE_SIZE = 2000  # kMaxRegisteredKernels of operator_registry.cpp, unless a build sets it


class RegistrationMode(Enum):
    """How a library's kernels get into the runtime's table."""

    STATIC = "static"
    """By static initialisers, as soon as the library is loaded."""

    MANUAL = "manual"
    """By a function that the application calls."""

    TABLE = "table"
    """Not at all: a function hands out the kernels, for `load_method`."""


class Overlap(Enum):
    """What registering does with a kernel that is in the runtime's table already."""

    ERROR = "error"
    """Nothing is registered, and an error names the operators and libraries."""

    SKIP = "skip"
    """The kernel in the table stays: the library called first has priority."""

    REPLACE = "replace"
    """The new kernel takes its place: the library called last has priority."""


@attrs.frozen(kw_only=True)
class ExecutorchOptions:
    """Options of one run of the ExecuTorch target.

    Attributes:
        lib_name: names the library's functions and headers; None keeps the names of ExecuTorch's
            own generator.
        max_kernels: places in the runtime's table; None is the runtime's own number.
        aten: kernels are ATen's, on ATen's tensors.
        shards: over how many source files the kernels are spread.
    """

    lib_name: str | None = None
    naming: Naming = Naming.LIBRARY_INSIDE
    mode: RegistrationMode = RegistrationMode.STATIC
    overlap: Overlap = Overlap.ERROR
    max_kernels: int | None = None
    exception_boundary: bool = False
    aten: bool = False
    shards: int = 1
    headers: bool = True
    sources: bool = True
    custom_ops: bool = False

    @property
    def library(self) -> str:
        """The library's name in identifiers and messages."""
        return self.lib_name or DEFAULT_LIBRARY

    @property
    def register_function(self) -> str:
        """`register_<lib>_kernels`; without a name `register_all_kernels` in either naming."""
        if self.lib_name is None:
            return Naming.LIBRARY_INSIDE.function(DEFAULT_LIBRARY)
        return self.naming.function(self.lib_name)

    @property
    def table_function(self) -> str:
        """The function that hands out the kernels."""
        return f"get_{self.library}_kernels"
