"""What is measured: operators, and for each the ways of making the same call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import attrs

from dispatchless.cppast import Expr, Header, NameExpr, name
from dispatchless.jit.bench.inputs import Inputs
from dispatchless.jit.shadow import shadow_specification
from dispatchless.lowering import (
    CppSignature,
    OperatorNames,
    TorchOptions,
    kernel_signature,
    operator_names,
)
from dispatchless.lowering.composite_calls import find_operator, instance_call
from dispatchless.model import (
    Adapter,
    Alias,
    Composite,
    CompositeOperator,
    Design,
    DispatchKey,
    Dispatchless,
    KernelAccess,
    OperatorName,
    SchemaKind,
    Specification,
    StructuredComposite,
    StructuredWrapper,
)

#: The composite over the dispatcher's functions, called as a function.
DISPATCHER = "dispatcher"
#: The same registered for CompositeImplicitAutograd, called through the dispatcher.
ORDINARY = "registered, ordinary"
#: The dispatch-free kernels with the grad-aware one, called through the dispatcher.
REGISTERED = "registered, grad-aware"
HAND_WRITTEN = "hand-written"

_DESIGNS: dict[type, str] = {
    Composite: "OPS struct",
    StructuredComposite: "structured",
    StructuredWrapper: "wrapper",
    Adapter: "adapter",
    Alias: "alias",
    Dispatchless: "dispatchless<DEV>",
}
_VARIANTS = {
    SchemaKind.FUNCTIONAL: "functional",
    SchemaKind.INPLACE: "inplace",
    SchemaKind.OUT: "out",
    SchemaKind.MUTABLE: "functional",
    SchemaKind.SCRATCH: "out",
}
# As ATen names the functions of the three forms.
_API_SUFFIXES = {**dict.fromkeys(SchemaKind, ""), SchemaKind.INPLACE: "_", SchemaKind.OUT: "_out"}
_DIRECT_KEYS = {"cpu": DispatchKey.CPU, "meta": DispatchKey.Meta}


def design_label(design: Design) -> str:
    """What tables call a design, with the way by which it calls kernels where it is another."""
    ways = {call.access for call in design.calls} - {KernelAccess.FUNCTION}
    return ", ".join([_DESIGNS[type(design)], *sorted(way.value for way in ways)])


@attrs.frozen
class Contender:
    """One way of making a subject's call.

    Attributes:
        design: what tables and pictures call it.
        device: where it works (`cpu`, `meta`); None where it works everywhere.
        callee: the function, or the expression that looks the operator up. The arguments follow in
            the schema's order.
        gradients: whether the result of the call has a gradient where one is needed.
        registered: whether it is called through the dispatcher, `callee` being its handle.
    """

    design: str
    device: str | None
    callee: Expr
    gradients: bool
    registered: bool = False


class Measured(Protocol):
    """What comparisons are made of: `key` is unique in a program, and a C++ identifier."""

    @property
    def key(self) -> str: ...

    @property
    def operator(self) -> str:
        """What tables call it."""

    @property
    def variant(self) -> str:
        """`functional`, `inplace` or `out`."""

    @property
    def inner(self) -> int:
        """How many inner operators it calls."""

    @property
    def inputs(self) -> Inputs | None:
        """What a person gave for its arguments."""


@attrs.frozen
class Subject:
    """One operator in one form, with everything that makes the same call.

    Attributes:
        key: unique among the subjects of a program, and a C++ identifier.
        operator: what tables call it: its name, with the overload where several share it.
        variant: `functional`, `inplace` or `out`.
        inner: how many inner operators it calls.
        signature: the parameters that all contenders take.
        inputs: what a person gave for them; None tries what is accepted.
    """

    key: str
    operator: str
    variant: str
    inner: int
    signature: CppSignature
    contenders: tuple[Contender, ...]
    inputs: Inputs | None = None

    def contenders_on(self, device: str, *, gradients: bool) -> tuple[Contender, ...]:
        """Those that can be compared on a device."""
        return tuple(
            contender
            for contender in self.contenders
            if contender.device in (None, device) and (contender.gradients or not gradients)
        )


@attrs.frozen
class Rival:
    """Functions written by a person, named as ATen would name the operator's own: `sub`, `sub_`,
    `sub_out` in a namespace of a header.

    `functions` are the names that are there; the argument order is the schema's. They work on
    `device`.
    """

    design: str
    namespace: str
    header: Header
    functions: frozenset[str]
    device: str = "cpu"


@attrs.frozen
class Grouping:
    """Which operators are the same subject in several designs.

    `split` gives the subject's name of an operator's root name; `inner` the numbers of inner
    operators by subject, where the author knows better than counting what is listed.
    """

    suffixes: frozenset[str] = frozenset()
    inner: Mapping[str, int] = attrs.field(factory=dict)

    def subject(self, root: str) -> str | None:
        """`three` for `three_wrapper`, where `wrapper` is one of the suffixes; else None."""
        head, _, tail = root.rpartition("_")
        return head if head and tail in self.suffixes else None

    def label(self, operator: CompositeOperator) -> str:
        """What tables call an operator."""
        root = operator.schema.name.root.strip("_")
        return self.subject(root) or root


def subjects_of(
    specification: Specification,
    options: TorchOptions,
    *,
    rivals: Sequence[Rival] = (),
    grouping: Grouping | None = None,
    inputs: Mapping[OperatorName, Sequence[Inputs]] | None = None,
) -> tuple[Subject, ...]:
    """Every operator of a specification with its contenders; those of the same subject joined.

    An operator for which inputs are given is a subject for each set of them.

    Operators of ATen itself are left out: their kernels change what the others are measured with.
    """
    grouping = grouping or Grouping()
    names = operator_names(specification.operators, options)
    shadow = shadow_specification(specification, options.namespace)
    shadow_names = operator_names(shadow.operators, options)
    subjects: dict[str, Subject] = {}
    for operator, other in zip(specification.operators, shadow.operators, strict=True):
        if operator.is_aten:
            continue
        own, ordinary = names[operator.schema.name], shadow_names[other.schema.name]
        one = _subject(operator, own, ordinary, options, rivals, grouping)
        if given := (inputs or {}).get(operator.schema.name):
            for number, each in enumerate(given):
                key = f"{one.key}__{number}"
                subjects[key] = attrs.evolve(one, key=key, inputs=each)
            continue
        first = subjects.get(one.key)
        subjects[one.key] = one if first is None else _joined(first, one)
    overloads = {(s.operator, s.variant, s.signature.schema.name) for s in subjects.values()}
    shared = Counter((operator, variant) for operator, variant, _ in overloads)
    return tuple(
        subject if shared[subject.operator, subject.variant] == 1 else _with_overload(subject)
        for subject in subjects.values()
    )


def _with_overload(subject: Subject) -> Subject:
    """SUBJECT, named so that tables tell it from another overload."""
    overload = subject.signature.schema.name.overload or "default"
    return attrs.evolve(subject, operator=f"{subject.operator}.{overload}")


def part_of(specification: Specification, operators: Sequence[CompositeOperator]) -> Specification:
    """The part of a specification that has what OPERATORS need: themselves, the composites that
    they call, and the entries that they are forms of."""
    by_name = {operator.schema.name: operator for operator in specification.operators}
    needed: set[OperatorName] = set()
    waiting = [operator.schema.name for operator in operators]
    while waiting:
        name = waiting.pop()
        if name in needed:
            continue
        needed.add(name)
        operator = by_name[name]
        waiting.append(operator.entry)
        inner = (call.operator for call in operator.design.calls)
        waiting += [one.schema.name for one in inner if isinstance(one, CompositeOperator)]
    kept = tuple(each for each in specification.operators if each.schema.name in needed)
    return attrs.evolve(specification, operators=kept)


def variant_of(operator: CompositeOperator) -> str:
    """`functional`, `inplace` or `out`."""
    return _VARIANTS[operator.schema.kind]


def _joined(first: Subject, other: Subject) -> Subject:
    """FIRST with what only OTHER has."""
    known = {(contender.design, contender.device) for contender in first.contenders}
    new = (c for c in other.contenders if (c.design, c.device) not in known)
    return attrs.evolve(first, contenders=(*first.contenders, *new))


def _subject(
    operator: CompositeOperator,
    names: OperatorNames,
    ordinary: OperatorNames,
    options: TorchOptions,
    rivals: Sequence[Rival],
    grouping: Grouping,
) -> Subject:
    schema = operator.schema
    root = grouping.label(operator)
    grouped = grouping.subject(schema.name.root.strip("_")) is not None
    variant = variant_of(operator)
    signature = kernel_signature(schema, symint=operator.design.symint)
    contenders = [
        *_rivals(operator, root, rivals),
        Contender(DISPATCHER, None, _instance(operator, names, None), gradients=True),
        _registered(ORDINARY, ordinary, signature),
        _registered(REGISTERED, names, signature),
        *(
            Contender(
                design_label(operator.design),
                device,
                _instance(operator, names, key),
                gradients=False,
            )
            for device, key in _DIRECT_KEYS.items()
            if key in options.keys
        ),
    ]
    inner = grouping.inner.get(root, len({str(call.name) for call in operator.inner_calls}))
    key = f"{root}_{variant}" if grouped else names.stem
    return Subject(key, root, variant, inner, signature, tuple(contenders))


def _instance(operator: CompositeOperator, names: OperatorNames, key: DispatchKey | None) -> Expr:
    return instance_call(operator, names, key, ()).callee


def _registered(design: str, names: OperatorNames, signature: CppSignature) -> Contender:
    handle = find_operator(names, signature)
    return Contender(design, None, handle, gradients=True, registered=True)


def _rivals(operator: CompositeOperator, root: str, rivals: Sequence[Rival]) -> Iterator[Contender]:
    function = root + _API_SUFFIXES[operator.schema.kind]
    for rival in rivals:
        if function in rival.functions:
            callee = name(f"::{rival.namespace}::{function}", header=rival.header)
            yield Contender(rival.design, rival.device, NameExpr(callee), gradients=False)
