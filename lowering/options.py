"""What a run is asked to emit for PyTorch: the context that every lowering function takes."""

from __future__ import annotations

from enum import Enum

from dispatchless.frozen import frozen
from dispatchless.model import DispatchKey, OperatorTable

DEFAULT_KEYS = (DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.Meta)


class Registration(Enum):
    """When the kernels enter the dispatcher."""

    STATIC = "static"
    """By static initialisers, as soon as the library is loaded."""

    MANUAL = "manual"
    """By calling `register_<lib>_kernels()`."""


@frozen
class TorchOptions:
    """Options of one run of the torch target.

    Attributes:
        namespace: dispatcher namespace of operators whose schema names none; also the C++ namespace
            of what is generated for them.
        keys: the backends that get dispatch-free instances, in the order given.
        lib_name: names the register function and the library's own header.
        registration: static initialisers or a function called on demand.
        native: the operators that dependencies were looked up in (key resolution walks it).
    """

    namespace: str
    keys: tuple[DispatchKey, ...]
    lib_name: str
    registration: Registration
    native: OperatorTable
