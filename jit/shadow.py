"""The same operators once more, in namespaces beside their own: what others are compared with."""

from __future__ import annotations

from typing import Any

import attrs

from dispatchless.model import CompositeOperator, Specification

#: What is appended to the namespace of an operator, `ns::op`, for its ordinary composite.
SHADOW_SUFFIX = "__dispatcher"


def shadow_specification(specification: Specification, namespace: str) -> Specification:
    """The same operators in shadow namespaces, those of ATen too."""
    operators = tuple(shadow_operator(each, namespace) for each in specification.operators)
    return attrs.evolve(specification, operators=operators)


def shadow_operator(operator: CompositeOperator, namespace: str) -> CompositeOperator:
    """An operator, and the composites of the specification that it calls, renamed.

    `namespace` is that of operators whose schema names none.
    """
    own = (operator.schema.name.namespace or namespace) + SHADOW_SUFFIX
    name = attrs.evolve(operator.schema.name, namespace=own)
    entry = attrs.evolve(operator.entry, namespace=own)
    calls: Any = tuple(
        attrs.evolve(call, operator=shadow_operator(call.operator, namespace))
        if isinstance(call.operator, CompositeOperator)
        else call
        for call in operator.design.calls
    )
    design = attrs.evolve(operator.design, calls=calls)
    schema = attrs.evolve(operator.schema, name=name)
    return attrs.evolve(operator, schema=schema, design=design, entry=entry)
