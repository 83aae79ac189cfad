"""Composite operators and the specifications that hold them."""

from __future__ import annotations

from pathlib import Path

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.designs import Dependency, Design
from dispatchless.model.inner_calls import inner_calls
from dispatchless.model.location import Location
from dispatchless.model.schema import FunctionSchema, OperatorName


@frozen
class HeaderFile:
    """A header that the user gives: ``text`` as written, to be included, and where it is."""

    text: str
    path: Path


@frozen
class CompositeOperator:
    """One entry of a specification.

    ``namespace_given``: the schema names a namespace. ``aten::x`` then means ATen's own
    operator, for which only kernels are registered; a name without namespace lives in the
    namespace that the library is generated for.

    ``entry`` is the name of the operator that the entry's ``func`` gives. A structured entry also
    gives the in-place and the out= form of it; all of them use what is made for the entry once.

    ``device_headers`` are the roots of the headers of templates on the device type which the
    author's header includes, as ``dispatchless/<root>.h``: they are to be generated.

    ``through_dispatcher`` are the C++ names of operators that the author's code may call through
    the dispatcher.
    """

    schema: FunctionSchema
    namespace_given: bool
    design: Design
    header: HeaderFile | None
    tags: frozenset[str] = frozenset()
    entry: OperatorName = attrs.field(kw_only=True)
    device_headers: tuple[str, ...] = attrs.field(default=(), kw_only=True)
    through_dispatcher: frozenset[str] = attrs.field(default=frozenset(), kw_only=True)
    origin: Location | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)

    @entry.default
    def _entry_is_own(self) -> OperatorName:
        return self.schema.name

    @property
    def is_entry(self) -> bool:
        """Whether this is the operator that the entry names, not a further form of it."""
        return self.entry == self.schema.name

    @property
    def inner_calls(self) -> tuple[Dependency, ...]:
        """Every operator that this form may call in place of a dispatch, each once."""
        return inner_calls(self.schema.kind, self.design)

    @property
    def name(self) -> OperatorName:
        """The operator's name as written."""
        return self.schema.name

    @property
    def is_aten(self) -> bool:
        """Whether this gives kernels to an operator that ATen defines."""
        return self.schema.name.namespace == "aten"


@frozen
class Specification:
    """The composite operators of one library, from one or more files, in their order.

    ``headers`` are the users' headers that were read.
    """

    paths: tuple[str, ...]
    operators: tuple[CompositeOperator, ...]
    headers: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The first file."""
        return self.paths[0]

    @property
    def input_files(self) -> tuple[str, ...]:
        """The files that were read: what generated code depends on."""
        return (*self.paths, *self.headers)
