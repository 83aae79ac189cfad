"""Composite operators and the specifications that hold them."""

from __future__ import annotations

from pathlib import Path

import attrs
from dispatchless.model.designs import Design
from dispatchless.model.location import Location
from dispatchless.model.schema import FunctionSchema, OperatorName


@attrs.frozen
class HeaderFile:
    """A header that the user gives: ``text`` as written, to be included, and where it is."""

    text: str
    path: Path


@attrs.frozen
class CompositeOperator:
    """One entry of a specification.

    ``namespace_given``: the schema names a namespace. ``aten::x`` then means ATen's own
    operator, for which only kernels are registered; a name without namespace lives in the
    namespace that the library is generated for.
    """

    schema: FunctionSchema
    namespace_given: bool
    design: Design
    header: HeaderFile | None
    tags: frozenset[str] = frozenset()
    origin: Location | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)

    @property
    def name(self) -> OperatorName:
        """The operator's name as written."""
        return self.schema.name

    @property
    def is_aten(self) -> bool:
        """Whether this gives kernels to an operator that ATen defines."""
        return self.schema.name.namespace == "aten"


@attrs.frozen
class Specification:
    """The composite operators of one library, from one or more files, in their order."""

    paths: tuple[str, ...]
    operators: tuple[CompositeOperator, ...]

    @property
    def path(self) -> str:
        """The first file."""
        return self.paths[0]

    @property
    def input_files(self) -> tuple[str, ...]:
        """The files that were read: what generated code depends on."""
        return self.paths
