"""Where calls of inner operators go to: functions of ATen, or structured kernels themselves."""

from __future__ import annotations

from dispatchless.lowering.options import TorchOptions
from dispatchless.lowering.resolution import Link, LinkKind, resolve
from dispatchless.model import Dependency, DispatchKey, KernelAccess, Operator, SpecError

# The backends on which structured kernels are called themselves.
KERNEL_KEYS = (DispatchKey.CPU, DispatchKey.Meta)


def inner_link(dependency: Dependency, key: DispatchKey | None, options: TorchOptions) -> Link:
    """Where calls of an inner operator of ATen go to in code for KEY.

    Raises:
        SpecError: its kernel is to be called itself, and there is none at the key.
    """
    operator = dependency.operator
    assert isinstance(operator, Operator)
    link = resolve(operator, key, options.native)
    if not calls_kernel(dependency) or key not in KERNEL_KEYS:
        return link
    if link.kind is not LinkKind.STRUCTURED:
        raise SpecError(
            f"'{operator.name}' has no structured kernel for {key.name}",
            location=dependency.origin,
            hint="leave it out of 'kernels', or the backend out of '--keys'",
        )
    # Few specifications want it, and it takes time to import.
    from dispatchless.lowering.structured_kernels import kernel_link

    return kernel_link(dependency, key, options, link)


def calls_kernel(dependency: Dependency) -> bool:
    """Whether the structured kernel of an operator of ATen is to be called itself."""
    return dependency.access is not KernelAccess.FUNCTION and isinstance(
        dependency.operator, Operator
    )
