"""Splitting a specification into parts that can be compiled and verified on their own."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dispatchless.model import CompositeOperator, OperatorName, Specification


def components(specification: Specification) -> Iterator[Specification]:
    """The operators in groups: those that call each other, directly or not, stay together,
    and so do the forms of one entry.

    A user's header that does not compile so spoils its own group alone.
    """
    group_of: dict[OperatorName, int] = {}
    for number, operator in enumerate(specification.operators):
        group_of[operator.schema.name] = number
    for operator in specification.operators:
        inner = [call.operator for call in operator.inner_calls]
        # The forms of one entry share what is generated for it.
        near = [o.schema.name for o in inner if isinstance(o, CompositeOperator)]
        for neighbour in (*near, operator.entry):
            one, other = group_of[operator.schema.name], group_of[neighbour]
            for name, number in group_of.items():
                if number == other:
                    group_of[name] = one
    groups: dict[int, list[CompositeOperator]] = {}
    for operator in specification.operators:
        groups.setdefault(group_of[operator.schema.name], []).append(operator)
    for members in groups.values():
        yield attrs.evolve(specification, operators=tuple(members))
