"""Which inner operators are called by their structured kernels themselves: the key ``kernels``."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dispatchless.model.design_entry import WrittenKernels
from dispatchless.model.design_text import ListedName
from dispatchless.model.designs import (
    Adapter,
    Composite,
    Dependency,
    Design,
    KernelAccess,
    StructuredComposite,
    StructuredWrapper,
)
from dispatchless.model.dispatch_stubs import stub_of
from dispatchless.model.errors import ErrorCollector, SpecError, did_you_mean
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.operator import Operator

_LEAVE_OUT = "leave it out of 'kernels': its function is called then"


def with_access(
    design: Design, written: WrittenKernels, native: OperatorTable, errors: ErrorCollector
) -> Design:
    """DESIGN with the way of calling kernels that an entry asks for.

    Operators that an entry names must have such a kernel; where it names none, all that have one
    are called so, and there must be one. Adds all errors.
    """
    if written.access is KernelAccess.FUNCTION or not isinstance(
        design, Composite | StructuredComposite | StructuredWrapper | Adapter
    ):
        return design
    chosen: set[int] = set()
    if written.names is None:
        reasons = [_why_not(call, written.access, native) for call in design.calls]
        chosen = {
            id(call.operator) for call, why in zip(design.calls, reasons, strict=True) if not why
        }
        if not chosen:
            errors.add(
                written.origin.error(
                    "no operator of the entry has a kernel that is called so",
                    hint=f"leave 'kernels' out: {'; '.join(filter(None, reasons))}",
                )
            )
    for listed in written.names or ():
        with errors.collecting():
            call = _named(listed, design.calls)
            why = _why_not(call, written.access, native)
            if why:
                raise listed.error(why, hint=_LEAVE_OUT)
            chosen.add(id(call.operator))

    def changed(call: Dependency) -> Dependency:
        here = id(call.operator) in chosen
        return attrs.evolve(call, access=written.access) if here else call

    design = attrs.evolve(design, calls=tuple(map(changed, design.calls)))
    if isinstance(design, StructuredComposite | StructuredWrapper | Adapter):
        tails = (attrs.evolve(t, dependency=changed(t.dependency)) for t in design.tails)
        design = attrs.evolve(design, tails=tuple(tails))
    return design


def _named(listed: ListedName, calls: tuple[Dependency, ...]) -> Dependency:
    for call in calls:
        if call.name == listed.name or call.operator.schema.name == listed.name:
            return call
    raise SpecError(
        f"the entry does not list '{listed.name}'",
        location=listed.origin,
        text=listed.text.value,
        span=listed.span,
        hint=did_you_mean(str(listed.name), (str(call.name) for call in calls))
        or "name one of the operators that it lists",
    )


def _why_not(call: Dependency, access: KernelAccess, native: OperatorTable) -> str:
    """Why an operator's kernel can't be called that way; empty if it can."""
    return next(_problems(call, access, native), "")


def _problems(call: Dependency, access: KernelAccess, native: OperatorTable) -> Iterator[str]:
    operator = call.operator
    parent = native.structured_parent(operator) if isinstance(operator, Operator) else None
    if parent is None:
        yield f"'{call.name}' is not structured: it has no kernel class"
        return
    if access is not KernelAccess.STUB:
        return
    if parent.structured_inherits != "TensorIteratorBase":
        yield f"the kernel class of '{call.name}' is no TensorIterator, which a stub takes"
    elif stub_of(parent) is None:
        yield f"no DispatchStub is known that does all that the kernel of '{call.name}' does"
