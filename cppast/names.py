"""Names: identifiers, headers, qualified names, and an allocator of names that do not collide."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import attrs

from dispatchless.cppast.keywords import KEYWORDS, OPERATOR_SYMBOLS
from dispatchless.cppast.node import Expr, Node, NodeError, Type, as_tuple, rules, str_tuple
from dispatchless.frozen import frozen

if TYPE_CHECKING:
    from dispatchless.cppast.types import PackArgument

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_NOT_IN_PATHS = frozenset('<>"\n\\')


def check_identifier(name: str, what: str = "a name") -> None:
    """Raise `NodeError` unless `name` is an identifier of C++ and no keyword."""
    if name.__class__ is str and is_identifier(name):
        return
    if not isinstance(name, str) or not _IDENTIFIER.match(name):
        raise NodeError(f"{what} must be an identifier: {name!r}")
    if name in KEYWORDS:
        raise NodeError(f"{what} must not be a keyword of C++: {name!r}")


@lru_cache(maxsize=1 << 14)  # most names of a tree occur many times
def is_identifier(name: str) -> bool:
    """Whether `name` is an identifier of C++ and no keyword."""
    return bool(_IDENTIFIER.match(name)) and name not in KEYWORDS


@frozen(eq=False, repr=False)
class Header(Node):
    """A header to include: `<path>` when `system`, else `"path"`."""

    path: str
    system: bool = True

    def __attrs_post_init__(self) -> None:
        if (
            not self.path
            or not _NOT_IN_PATHS.isdisjoint(self.path)
            or self.path != self.path.strip()
        ):
            raise NodeError(
                f"a header path has no quotes, angle brackets or line ends: {self.path!r}"
            )

    # Headers are put in sets for every name printed: the general equality would be slow.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Header):
            return False
        return self.path == other.path and self.system == other.system

    def __hash__(self) -> int:
        return hash(self.path)


def header_tuple(value: Iterable[Header]) -> tuple[Header, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class OperatorName(Node):
    """`operator+` as a name: the last part of a qualified name, a member, a `using`.

    A literal operator is written with its suffix: `""_km`.
    """

    symbol: str

    def __attrs_post_init__(self) -> None:
        if self.symbol.startswith('""'):
            check_identifier(self.symbol[2:], "the suffix of a literal operator")
        elif self.symbol not in OPERATOR_SYMBOLS:
            raise NodeError(f"an operator that can be overloaded is expected: {self.symbol!r}")


@frozen(eq=False, repr=False)
class DestructorName(Node):
    """`~name` as a name: a member that is called, a member in a `using`."""

    name: str

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "the name of a destructor")


_PASTED = re.compile(r"[A-Za-z0-9_]+\Z")


@frozen(eq=False, repr=False)
class Paste(Node):
    """`get_##name` in the body of a macro: the parts become one identifier ([cpp.concat]).

    Parts that are parameters of the macro stand for its arguments as they are written.
    """

    parts: tuple[str, ...] = attrs.field(converter=str_tuple)

    def __attrs_post_init__(self) -> None:
        if len(self.parts) < 2:
            raise NodeError(f"`##` stands between two tokens: {self.parts!r}")
        for part in self.parts:
            if not _PASTED.match(part):
                raise NodeError(f"what is pasted to a name are letters and digits: {part!r}")
        if self.parts[0][0].isdigit():
            raise NodeError(f"a pasted name begins like an identifier: {self.parts[0]!r}")


@frozen(eq=False, repr=False)
class ConversionName(Node):
    """`operator type` as a name: the conversion function to `type`."""

    type: Type


TemplateArgument: TypeAlias = "Type | Expr | PackArgument"


def argument_tuple(value: Iterable[TemplateArgument]) -> tuple[TemplateArgument, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class TemplateName(Node):
    """A template-id: `name<args>`; `template` writes the keyword for a dependent name."""

    name: str | OperatorName | Paste
    args: tuple[TemplateArgument, ...] = attrs.field(converter=argument_tuple, default=())
    template: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.name, (OperatorName, Paste)):
            check_identifier(self.name, "the name of a template")
        rules().check_arguments(self.args)


# The templates that some name has given arguments to: others need not be searched for.
_USED_TEMPLATES: set[str] = set()


def is_used_template(base: str) -> bool:
    """Whether any name made so far has template arguments on a part called `base`."""
    return base in _USED_TEMPLATES


NamePart: TypeAlias = "str | TemplateName | OperatorName | DestructorName | ConversionName | Paste"


def part_tuple(value: Iterable[NamePart]) -> tuple[NamePart, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class QualifiedName(Node):
    """A name with its scopes: `at::Tensor`, `::sub<Ops>`, `std::vector<int>::iterator`.

    `rooted` writes the leading `::`. `headers` are what a file needs to include that uses the name;
    they take no part in equality.
    """

    parts: tuple[NamePart, ...] = attrs.field(converter=part_tuple)
    rooted: bool = False
    headers: tuple[Header, ...] = attrs.field(converter=header_tuple, default=(), eq=False)

    def __attrs_post_init__(self) -> None:
        if not self.parts:
            raise NodeError("a qualified name needs at least one part: ()")
        other = False
        for part in self.parts:
            if isinstance(part, str):
                check_identifier(part, "a part of a name")
            else:
                other = True
                if isinstance(part, TemplateName):
                    _USED_TEMPLATES.add(base_name(part))
        for part in self.parts[:-1] if other else ():
            if not isinstance(part, (str, TemplateName, Paste)):
                raise NodeError(f"only the last part of a name can be an operator: {part!r}")

    @property
    def last(self) -> NamePart:
        """The part that the name ends in."""
        return self.parts[-1]

    def joined(self, *parts: NamePart) -> QualifiedName:
        """This name with further parts; the headers stay."""
        return attrs.evolve(self, parts=self.parts + parts)


def name(
    text: str,
    *args: TemplateArgument,
    header: str | Header | None = None,
    headers: Iterable[str | Header] = (),
    system: bool = True,
) -> QualifiedName:
    """The name written as plain `a::b::c` or `::a::b`, with `args` on its last part.

    `header` (or several `headers`) is what must be included to use it. Raises `NodeError` when a
    part is no identifier.
    """
    if not args and not headers:
        return _plain_name(text, header, system)
    wanted = [header] if header is not None else []
    wanted.extend(headers)
    rooted = text.startswith("::")
    *scopes, last = (text[2:] if rooted else text).split("::")
    return QualifiedName(
        (*scopes, TemplateName(last, args) if args else last),
        rooted,
        tuple(h if isinstance(h, Header) else Header(h, system) for h in wanted),
    )


@lru_cache(maxsize=1 << 12)  # names are immutable, and most of a file are written many times
def _plain_name(text: str, header: str | Header | None, system: bool) -> QualifiedName:
    rooted = text.startswith("::")
    parts = (text[2:] if rooted else text).split("::")
    if header is None:
        return QualifiedName(tuple(parts), rooted)
    made = header if isinstance(header, Header) else Header(header, system)
    return QualifiedName(tuple(parts), rooted, (made,))


def base_name(part: NamePart) -> str:
    """The identifier (or `operator+`) of one part of a name, without template arguments."""
    if isinstance(part, TemplateName):
        part = part.name
    if isinstance(part, str):
        return part
    if isinstance(part, DestructorName):
        return "~" + part.name
    if isinstance(part, Paste):
        return "##".join(part.parts)
    return "operator" + (part.symbol if isinstance(part, OperatorName) else " type")


class NameAllocator:
    """Hands out names that are identifiers and differ from all taken ones.

    >>> names = NameAllocator(taken=["self"])
    >>> names.allocate("self"), names.allocate("class"), names.allocate("a.b")
    ('self_1', 'class_', 'a_b')
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def __contains__(self, name: str) -> bool:
        return name in self._taken

    def take(self, name: str) -> str:
        """Take exactly `name`; `NodeError` if it is no identifier or already taken."""
        check_identifier(name)
        if name in self._taken:
            raise NodeError(f"a name can be taken once: {name!r}")
        self._taken.add(name)
        return name

    def allocate(self, wish: str) -> str:
        """A free name as near to `wish` as C++ allows.

        Characters outside identifiers become `_`; reserved forms ([lex.name]: two underscores in a
        row, a leading underscore) are avoided; a keyword gets a trailing `_`; a taken name gets a
        number.
        """
        base = re.sub(r"_{2,}", "_", re.sub(r"[^A-Za-z0-9_]", "_", wish)).lstrip("_")
        if not base or base[0].isdigit():
            base = "v" + base if base else "value"
        if base in KEYWORDS:
            base += "_"
        candidate, number = base, 0
        while candidate in self._taken:
            number += 1
            candidate = f"{base}{'' if base.endswith('_') else '_'}{number}"
        self._taken.add(candidate)
        return candidate
