"""Reads the dispatch table of an entry of native_functions.yaml."""

from __future__ import annotations

import re

from dispatchless.model.dispatch_keys import DispatchKey
from dispatchless.model.errors import ErrorCollector, SpecError, did_you_mean
from dispatchless.model.identifiers import why_not_cpp_name
from dispatchless.model.location import ShiftedPositions
from dispatchless.model.operator import (
    NATIVE_NAMESPACE,
    Kernel,
    UfuncInnerLoop,
    is_structured_kernel,
)
from dispatchless.model.yaml_fields import wrong_kind
from dispatchless.model.yaml_source import YamlMapping, YamlNode, YamlScalar

_UFUNC_LOOPS = (
    "Generic",
    "ScalarOnly",
    "CUDAFunctor",
    "CUDAFunctorOnOther",
    "CUDAFunctorOnSelf",
    "CPUScalar",
    "CPUVector",
)


def read_dispatch(
    node: YamlNode | None, errors: ErrorCollector, *, structured: bool
) -> dict[DispatchKey, Kernel]:
    """The kernels that ``dispatch:`` names, key by key in its order; ``structured``: the entry
    is, so its kernels at some keys have the structured form."""
    dispatch: dict[DispatchKey, Kernel] = {}
    if node is None or (isinstance(node, YamlScalar) and node.is_null):
        return dispatch
    if not isinstance(node, YamlMapping):
        errors.add(
            wrong_kind(node, "'dispatch'", "a mapping", hint="write it as 'CPU, CUDA: kernel_name'")
        )
        return dispatch
    for keys, value in node.pairs:
        kernel = _kernel(value, errors)
        offset = 0
        for written in keys.value.split(","):
            name = written.strip()
            key = DispatchKey.parse(name)
            place = ShiftedPositions(keys, offset + len(written) - len(written.lstrip()))
            offset += len(written) + 1
            if key is None or not _can_be_dispatched(key):
                errors.add(_bad_dispatch_key(key, name, keys, place))
            elif key in dispatch:
                errors.add(
                    SpecError(
                        f"'{name}' has two kernels",
                        location=place.at(0),
                        text=keys.value,
                        hint="name each key once",
                    )
                )
            elif kernel is not None:
                namespace, base = kernel
                dispatch[key] = Kernel(base, namespace, is_structured_kernel(structured, key))
    return dispatch


def _kernel(value: YamlNode, errors: ErrorCollector) -> tuple[str, str] | None:
    """The namespace and the name of a kernel."""
    if not isinstance(value, YamlScalar) or value.is_null:
        errors.add(wrong_kind(value, "a kernel", "a C++ name"))
        return None
    parts = value.value.split("::")
    for part in parts:
        reason = why_not_cpp_name(part)
        if reason is not None:
            errors.add(
                value.error(
                    f"the kernel's name '{value.value}': '{part}' {reason}",
                    hint="it is a C++ name, as 'my_kernel'",
                )
            )
            return None
    if len(parts) > 4:
        errors.add(
            value.error(
                "a kernel stands in at most three namespaces",
                hint="leave out some of its namespaces",
            )
        )
        return None
    if len(parts) == 1:
        return NATIVE_NAMESPACE, parts[0]
    return "::".join(parts[:-1]) + "::native", parts[-1]


def read_ufunc_loops(node: YamlNode | None, errors: ErrorCollector) -> tuple[UfuncInnerLoop, ...]:
    """The loops of ``ufunc_inner_loop:``: one text, or one for each kind of loop."""
    if node is None:
        return ()
    if isinstance(node, YamlScalar):
        pairs = [("Generic", node)]
    elif isinstance(node, YamlMapping):
        pairs = []
        for key, value in node.pairs:
            if key.value not in _UFUNC_LOOPS:
                errors.add(
                    key.error(
                        f"unknown ufunc loop '{key.value}'",
                        hint=did_you_mean(key.value, _UFUNC_LOOPS),
                    )
                )
            elif isinstance(value, YamlScalar):
                pairs.append((key.value, value))
            else:
                errors.add(wrong_kind(value, "a ufunc loop", "a text"))
    else:
        errors.add(wrong_kind(node, "'ufunc_inner_loop'", "a text or a mapping"))
        return ()
    loops: list[UfuncInnerLoop] = []
    for loop, value in pairs:
        match = re.fullmatch(r"(\w+) \((\w+(?:, \w+)*)\)", value.value)
        if match is None:
            errors.add(
                value.error(
                    f"not a ufunc loop: {value.described}",
                    hint="it is written 'name (dtype, dtype)'",
                )
            )
        else:
            loops.append(UfuncInnerLoop(loop, match[1], tuple(match[2].split(", "))))
    return tuple(loops)


def _can_be_dispatched(key: DispatchKey) -> bool:
    return key.is_backend or key.is_composite or key is DispatchKey.ZeroTensor


def _bad_dispatch_key(
    key: DispatchKey | None, name: str, keys: YamlScalar, place: ShiftedPositions
) -> SpecError:
    known = [k.value for k in DispatchKey if _can_be_dispatched(k)]
    if key is not None:
        message = f"no entry can have a kernel at the key '{name}'"
        hint: str | None = "entries name kernels of backends and composites"
    else:
        message = f"unknown dispatch key '{name}'"
        hint = did_you_mean(name, known)
    return SpecError(
        message,
        location=place.at(0),
        text=keys.value,
        span=(place.offset, max(1, len(name))),
        hint=hint,
    )
