"""Which kernel goes to which dispatch key: data, before any C++.

The table is what was found right in every mode of PyTorch 2.13. A backend kernel beside
CompositeImplicitAutograd alone loses gradients and version bumps without a word, since the autograd
key then takes the backend fallback; a generic kernel at Autograd mends that and gives every saved
dispatch back. Hence the grad-aware kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from dispatchless.frozen import frozen
from dispatchless.model import CompositeOperator, DispatchKey, Operator


class KernelKind(Enum):
    """What a registered kernel does."""

    BACKEND = "backend instance"
    """The template over the backend's own functions."""

    GRAD_AWARE = "grad-aware"
    """The backend instance where no input needs a gradient and the key set below autograd is that
    backend and nothing else; otherwise the generic instance."""

    INPLACE_OR_VIEW = "in-place or view"
    """For mutating variants: below the key, then a version bump; generic for other key sets."""

    GENERIC = "generic instance"
    """The template over `at::`: every inner operator goes through the dispatcher."""


@frozen
class KernelEntry:
    """One row: `key` gets a kernel of `kind`; `backend` says whose instance it may run."""

    key: DispatchKey
    kind: KernelKind
    backend: DispatchKey | None = None


_TRACING_KEYS = (
    DispatchKey.FuncTorchBatchedDecomposition,
    DispatchKey.Python,
    DispatchKey.Functionalize,
)


def registration_table(
    operator: CompositeOperator, keys: Sequence[DispatchKey], existing: Operator | None
) -> tuple[KernelEntry, ...]:
    """The kernels of one composite for the backends `keys`, in the order they are registered.

    `existing` is ATen's operator where the composite gives it kernels (`func: aten::x`).
    """
    if existing is not None and _has_own_autograd(existing):
        return tuple(KernelEntry(key, KernelKind.BACKEND, key) for key in keys)
    if not operator.schema.has_tensor_argument:
        # Without a tensor there is no backend in the key set: only this kernel is ever reached.
        return (KernelEntry(DispatchKey.CompositeImplicitAutograd, KernelKind.GENERIC),)
    direct: list[KernelEntry] = []
    generic = [DispatchKey.CompositeImplicitAutograd, *_TRACING_KEYS]
    if existing is not None:
        # ATen's composite keeps its own CompositeImplicitAutograd kernel and batching rule.
        generic = [DispatchKey.Python, DispatchKey.Functionalize]
    if not operator.schema.is_view:
        for key in keys:
            autograd = key.autograd_key
            assert autograd is not None, f"{key.name} is no backend that can be asked for"
            direct.append(KernelEntry(key, KernelKind.BACKEND, key))
            direct.append(KernelEntry(autograd, KernelKind.GRAD_AWARE, key))
            if key.autocast_key is not None:
                generic.append(key.autocast_key)
        if operator.schema.mutated_arguments:
            direct.append(KernelEntry(DispatchKey.ADInplaceOrView, KernelKind.INPLACE_OR_VIEW))
    return (*direct, *(KernelEntry(key, KernelKind.GENERIC) for key in generic))


def _has_own_autograd(existing: Operator) -> bool:
    """Whether ATen gives the operator autograd kernels, so that only backend keys are ours to set.

    derivatives.yaml's formulas are registered at the Autograd key of everything that is not
    CompositeImplicitAutograd.
    """
    return not existing.has_kernel(DispatchKey.CompositeImplicitAutograd)
