"""What each inner call of a composite goes to, and why: the data behind `dispatchless explain`."""

from __future__ import annotations

import attrs

from dispatchless.lowering import (
    KernelKind,
    Link,
    OperatorNames,
    TorchOptions,
    existing_operator,
    operator_names,
    registration_table,
    signatures,
)
from dispatchless.lowering.direct_calls import provision
from dispatchless.lowering.inner_links import inner_link
from dispatchless.model import (
    CompositeOperator,
    DispatchKey,
    Dispatchless,
    Operator,
    Specification,
    design_title,
)
from dispatchless.model.cpp_declarations import HeaderReader
from dispatchless.model.template_dispatches import TemplateDispatch, template_dispatches


@attrs.frozen
class InnerCall:
    """One dependency for one backend: the function that is called, and how it was found.

    Attributes:
        operator: the inner operator's name, as the specification lists it.
        function: the C++ function that is called in its place.
        kind: what it is (`structured kernel`, `CompositeExplicitAutograd`, `dispatcher`, ...).
        direct: whether the call goes past the dispatcher.
        path: every step of the search, the last one taken.
        inside: what is known of dispatcher calls inside the function.
    """

    operator: str
    function: str
    kind: str
    direct: bool
    path: tuple[str, ...]
    inside: str


@attrs.frozen
class BackendExplanation:
    """The inner calls of one instance; `key` is None for the generic one."""

    key: DispatchKey | None
    struct: str
    calls: tuple[InnerCall, ...]


@attrs.frozen
class RegisteredKernel:
    """The kernel that a dispatch key gets.

    `replaces` is, for an operator of ATen, how ATen comes by the kernel that it has there; None if
    it has none, and the composite gives it its first.
    """

    key: DispatchKey
    kind: KernelKind
    replaces: str | None
    is_aten: bool

    @property
    def note(self) -> str:
        """What is to be known of it besides; empty for operators of the library's own."""
        if not self.is_aten or self.kind is not KernelKind.BACKEND:
            return ""
        if self.replaces is not None:
            return f"in place of ATen's: {self.replaces}"
        return "derived from the composite: ATen has no kernel there"


@attrs.frozen
class OperatorExplanation:
    """One composite: what its instances call, and which kernel each dispatch key gets.

    `dispatches` are the calls of the dispatcher that the author's own code is seen to make.
    """

    operator: str
    location: str
    template: str
    backends: tuple[BackendExplanation, ...]
    registered: tuple[RegisteredKernel, ...]
    dispatches: tuple[TemplateDispatch, ...] = ()

    def to_json(self) -> dict[str, object]:
        return {
            "operator": self.operator,
            "location": self.location,
            "template": self.template,
            "backends": [
                {
                    "key": backend.key.name if backend.key else "generic",
                    "struct": backend.struct,
                    "calls": [attrs.asdict(call) for call in backend.calls],
                }
                for backend in self.backends
            ],
            "registered": [
                {
                    "key": each.key.name,
                    "kernel": each.kind.value,
                    **({"note": each.note} if each.note else {}),
                }
                for each in self.registered
            ],
            "dispatches": [
                {"names": list(each.names), "location": str(each.location)}
                for each in self.dispatches
            ],
        }


def explain(specification: Specification, options: TorchOptions) -> tuple[OperatorExplanation, ...]:
    """Every operator of a specification, explained.

    Raises:
        SpecError: as `generate`.
    """
    names = operator_names(specification.operators, options)
    headers = HeaderReader()
    explained = []
    for operator in specification.operators:
        own = names[operator.schema.name]
        backends = tuple(
            BackendExplanation(key, _argument(operator, own, key), _calls(operator, key, options))
            for key in (*options.keys, None)
        )
        explained.append(
            OperatorExplanation(
                operator=f"{own.namespace}::{own.local}",
                location=str(operator.origin),
                template=design_title(operator.design),
                backends=backends,
                registered=_registered(operator, options),
                dispatches=template_dispatches(operator, headers, options.native),
            )
        )
    return tuple(explained)


def _registered(operator: CompositeOperator, options: TorchOptions) -> tuple[RegisteredKernel, ...]:
    existing = existing_operator(operator, options)

    def replaced(key: DispatchKey) -> str | None:
        how = None if existing is None else provision(existing, key, options.native)
        return None if how is None else how.value

    return tuple(
        RegisteredKernel(entry.key, entry.kind, replaced(entry.key), operator.is_aten)
        for entry in registration_table(operator, options.keys, existing)
    )


def _argument(operator: CompositeOperator, own: OperatorNames, key: DispatchKey | None) -> str:
    """What the author's code is made an instance with: a struct, or a device type."""
    if isinstance(operator.design, Dispatchless):
        return f"{key.name} devices" if key is not None else "any device"
    return own.ops_struct(key)


def _calls(
    operator: CompositeOperator, key: DispatchKey | None, options: TorchOptions
) -> tuple[InnerCall, ...]:
    calls = []
    for dependency in operator.inner_calls:
        target = dependency.operator
        if isinstance(target, Operator):
            calls.append(_native_call(inner_link(dependency, key, options), target))
            continue
        template = design_title(target.design)
        calls.append(
            InnerCall(
                operator=str(target.schema.name),
                function=template if key is not None else "the dispatcher",
                kind="composite of this library" if key is not None else "dispatcher",
                direct=key is not None,
                path=("take the instance for the same backend",) if key else ("take dispatcher",),
                inside="as that operator's own",
            )
        )
    return tuple(calls)


def _native_call(link: Link, operator: Operator) -> InnerCall:
    function = link.callee(signatures(operator)[0])
    return InnerCall(
        operator=operator.name.local,
        function="::".join(str(part) for part in function.parts),
        kind=link.kind.value,
        direct=link.is_direct,
        path=tuple(str(step) for step in link.steps),
        inside=str(link.inner),
    )
