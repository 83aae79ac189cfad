"""Attributes: `[[nodiscard]]`, `[[deprecated("why")]]`, `[[gnu::always_inline]]`."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from dispatchless.cppast.names import check_identifier
from dispatchless.cppast.node import Expr, Node, as_tuple, expr_tuple


@attrs.frozen(eq=False, repr=False)
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
    return as_tuple(value)
