"""How a composite operator is made: one class for each design, a closed union of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from dispatchless.model.location import Location
from dispatchless.model.operator import Operator
from dispatchless.model.schema import OperatorName

if TYPE_CHECKING:
    from dispatchless.model.composite import CompositeOperator

# Every key that names a design; an entry has exactly one of them.
DESIGN_KEYS = (
    "composite",
    "structured_composite",
    "structured_wrapper",
    "adapter",
    "alias",
    "dispatchless",
    "python",
)

# Those that this version makes.
SUPPORTED_DESIGN_KEYS = ("composite",)


@attrs.frozen
class Dependency:
    """An inner operator that a composite lists. ``name`` is as written; an operator of the same
    specification is a :class:`CompositeOperator`."""

    name: OperatorName
    operator: Operator | CompositeOperator
    origin: Location | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@attrs.frozen
class Composite:
    """``composite: ns::name (op, op)``: a ``template <class OPS>`` in the user's header.

    ``template`` is the template's name from the global namespace, part by part; ``rooted``
    says whether it was written with a leading ``::``. ``symint``: the template takes
    ``c10::SymInt`` for SymInt arguments, which its name says by ending in ``_symint``.
    """

    template: tuple[str, ...]
    calls: tuple[Dependency, ...]
    rooted: bool = attrs.field(default=False, kw_only=True)

    @property
    def symint(self) -> bool:
        """Whether the template takes SymInt arguments as ``c10::SymInt``."""
        return self.template[-1].endswith("_symint")


Design = Composite
