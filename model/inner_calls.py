"""Which operators the kernels of one form call directly."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dispatchless.model.designs import (
    Adapter,
    Dependency,
    Design,
    StructuredComposite,
    StructuredWrapper,
    Tail,
)
from dispatchless.model.operator import Operator
from dispatchless.model.schema import SchemaKind


def inner_calls(kind: SchemaKind, design: Design) -> tuple[Dependency, ...]:
    """The operators that an operator of a kind and design may call without the dispatcher.

    Those listed, and what the in-place and the out= form make of the ones that write the result.
    """
    calls = list(design.calls)
    if isinstance(design, StructuredComposite | StructuredWrapper | Adapter):
        for tail in design.tails:
            calls.extend(_written_by(tail, kind))
        if kind is SchemaKind.INPLACE and design.write_back is not None:
            calls.append(design.write_back)
    if isinstance(design, StructuredComposite) and kind is SchemaKind.FUNCTIONAL:
        calls.extend(design.allocation)
    unique: dict[object, Dependency] = {}
    for call in calls:
        unique.setdefault(_key(call), call)
    return tuple(unique.values())


def _written_by(tail: Tail, kind: SchemaKind) -> Iterator[Dependency]:
    operator = tail.forms.of(kind)
    if operator is not None and operator is not tail.dependency.operator:
        yield attrs.evolve(tail.dependency, name=operator.schema.name, operator=operator)


def _key(call: Dependency) -> object:
    own = isinstance(call.operator, Operator)
    return own, call.operator.schema.name
