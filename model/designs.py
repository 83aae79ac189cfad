"""How a composite operator is made: one class for each design, a closed union of them."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.location import Location
from dispatchless.model.operator import Operator
from dispatchless.model.schema import OperatorName
from dispatchless.model.tail_forms import TailForms

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
SUPPORTED_DESIGN_KEYS = tuple(key for key in DESIGN_KEYS if key != "python")

SYMINT_SUFFIX = "_symint"


class KernelAccess(enum.Enum):
    """By which way a backend's kernel of an inner operator is called; the values are what a
    specification writes."""

    FUNCTION = "function"
    """By ATen's function (`at::cpu::add`)."""

    INHERITANCE = "inheritance"
    """By a class that derives from the structured kernel's (`structured_ufunc_add_CPU`)."""

    STUB = "stub"
    """By the table of vectorised kernels behind it (`add_stub`)."""


@frozen
class Dependency:
    """An inner operator that a composite lists. ``name`` is as written; an operator of the same
    specification is a :class:`CompositeOperator`. ``access`` says how its kernels are called."""

    name: OperatorName
    operator: Operator | CompositeOperator
    access: KernelAccess = attrs.field(default=KernelAccess.FUNCTION, kw_only=True)
    origin: Location | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@frozen
class Tail:
    """A listed operator that may write a structured operator's result, in all its forms.

    ``forms.functional`` is None where the author lists an in-place operator, which fills an
    output that has been allocated.
    """

    dependency: Dependency
    forms: TailForms


@frozen
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
        return self.template[-1].endswith(SYMINT_SUFFIX)


@frozen
class StructuredComposite:
    """``structured_composite: ns::name (op, op)``: a ``template <class OPS, class OUT>``.

    Its first parameter is ``OUT &``, whose methods compute and write the result; the others are the
    arguments of the functional form. ``tails`` are the operators that OUT has as methods.
    ``returns_nothing``: the template is void. ``allocates``: OUT has `set_output`.
    """

    template: tuple[str, ...]
    calls: tuple[Dependency, ...]
    tails: tuple[Tail, ...]
    rooted: bool = attrs.field(default=False, kw_only=True)
    returns_nothing: bool = attrs.field(default=False, kw_only=True)
    allocation: tuple[Dependency, ...] = attrs.field(default=(), kw_only=True)
    write_back: Dependency | None = attrs.field(default=None, kw_only=True)

    @property
    def symint(self) -> bool:
        """Whether the template takes SymInt arguments as ``c10::SymInt``."""
        return self.template[-1].endswith(SYMINT_SUFFIX)

    @property
    def allocates(self) -> bool:
        """Whether the template may fix the output's sizes before it is written."""
        return bool(self.allocation)


@frozen
class StatementLine:
    """One line of the statements of a wrapper, and where it stands."""

    text: str
    origin: Location


@frozen
class StructuredWrapper:
    """``structured_wrapper: |`` with the author's own statements, and ``calls: (op, op)``.

    ``tails`` are the operators whose calls the statements return. ``names`` are all C++ names of
    listed operators that are called, in order; those in ``tail_names`` are returned.
    ``words`` are further names that the statements use, such as ``OPS``.
    """

    lines: tuple[StatementLine, ...]
    calls: tuple[Dependency, ...]
    tails: tuple[Tail, ...]
    names: tuple[str, ...]
    tail_names: frozenset[str]
    words: frozenset[str] = attrs.field(default=frozenset(), kw_only=True)
    write_back: Dependency | None = attrs.field(default=None, kw_only=True)

    @property
    def symint(self) -> bool:
        """Whether the statements see SymInt arguments as ``c10::SymInt``: they do where they call
        an operator in its SymInt form."""
        return any(name.endswith(SYMINT_SUFFIX) for name in self.names)


@frozen
class Adapter:
    """``adapter: ns::Name -> op``: the author's struct makes the arguments of the target.

    ``provided`` are the target's arguments that it has a function for. ``holds_arguments``: it is
    constructed with the operator's arguments; otherwise (static functions, or a namespace) each
    function takes them.
    """

    template: tuple[str, ...]
    calls: tuple[Dependency, ...]
    tails: tuple[Tail, ...]
    provided: frozenset[str]
    holds_arguments: bool
    rooted: bool = attrs.field(default=False, kw_only=True)
    write_back: Dependency | None = attrs.field(default=None, kw_only=True)

    @property
    def symint(self) -> bool:
        """Whether the adapter takes SymInt arguments as ``c10::SymInt``, by its name."""
        return self.template[-1].endswith(SYMINT_SUFFIX)


@frozen
class Alias:
    """``alias: op``: the kernels of another operator under a new name; ``calls`` is that one."""

    calls: tuple[Dependency]

    @property
    def target(self) -> Dependency:
        """The operator that it is another name of."""
        return self.calls[0]

    @property
    def symint(self) -> bool:
        """Whether the kernels take ``c10::SymInt``: always where there is one to pass on."""
        return self.target.operator.schema.has_symint


@frozen
class Dispatchless:
    """``dispatchless: ns::name``: a ``template <c10::DeviceType DEV>`` in the user's header.

    There is no list of operators; ``calls`` are those that the template was seen to call.
    """

    template: tuple[str, ...]
    calls: tuple[Dependency, ...]
    rooted: bool = attrs.field(default=False, kw_only=True)

    @property
    def symint(self) -> bool:
        """Whether the template takes SymInt arguments as ``c10::SymInt``."""
        return self.template[-1].endswith(SYMINT_SUFFIX)


Structured = StructuredComposite | StructuredWrapper | Adapter
"""Designs that give several forms of an operator from one body."""

Design = Composite | Structured | Alias | Dispatchless


def design_title(design: Design) -> str:
    """What the design makes the operator from, in a word: the author's template, say."""
    match design:
        case Alias():
            return f"alias of {design.target.name}"
        case StructuredWrapper():
            return "statements in the specification"
        case _:
            return "::" + "::".join(design.template)
