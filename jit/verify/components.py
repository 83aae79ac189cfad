"""Splitting a specification into parts that can be compiled and verified on their own."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from dispatchless.model import CompositeOperator, OperatorName, Specification


def components(specification: Specification) -> Iterator[Specification]:
    """The operators in groups: those that call each other, directly or not, stay together.

    A user's header that does not compile so spoils its own group alone.
    """
    group_of: dict[OperatorName, int] = {}
    for number, operator in enumerate(specification.operators):
        group_of[operator.schema.name] = number
    for operator in specification.operators:
        for call in operator.design.calls:
            if isinstance(call.operator, CompositeOperator):
                one, other = group_of[operator.schema.name], group_of[call.operator.schema.name]
                for name, number in group_of.items():
                    if number == other:
                        group_of[name] = one
    groups: dict[int, list[CompositeOperator]] = {}
    for operator in specification.operators:
        groups.setdefault(group_of[operator.schema.name], []).append(operator)
    for members in groups.values():
        yield attrs.evolve(specification, operators=tuple(members))
