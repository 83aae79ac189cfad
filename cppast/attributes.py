"""Attributes: `[[nodiscard]]`, `[[deprecated("why")]]`, `[[gnu::always_inline]]`, `alignas(16)`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import attrs

from dispatchless.cppast.names import check_identifier
from dispatchless.cppast.node import Expr, Node, NodeError, Type, as_tuple, expr_tuple
from dispatchless.frozen import frozen


@frozen(eq=False, repr=False)
class Attribute(Node):
    """One attribute; it is printed in `[[…]]` at the place its owner has for it."""

    name: str
    args: tuple[Expr, ...] = attrs.field(converter=expr_tuple, default=())
    namespace: str | None = attrs.field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "an attribute")
        if self.namespace is not None:
            check_identifier(self.namespace, "the namespace of an attribute")


def attribute_tuple(value: Iterable[Attribute]) -> tuple[Attribute, ...]:
    if value == ():
        return ()
    attributes = as_tuple(value)
    for attribute in attributes:
        if not isinstance(attribute, Attribute):
            raise NodeError(f"an attribute is expected here: {attribute!r}")
    return attributes


@frozen(eq=False, repr=False)
class AlignAs(Node):
    """`alignas(alignment)` of a type or an expression, among the attributes of an object or class.

    [dcl.align]: variables, data members and classes have an alignment; nothing else takes it.
    """

    alignment: Type | Expr


ObjectAttribute: TypeAlias = "Attribute | AlignAs"


def object_attribute_tuple(value: Iterable[ObjectAttribute]) -> tuple[ObjectAttribute, ...]:
    """The attributes of an object or a class, where `alignas` may stand, too."""
    return as_tuple(value)
