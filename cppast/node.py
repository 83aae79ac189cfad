"""The base of every node: origin, structural equality, children, and the shared checks.

A node is an immutable attrs object. What C++ forbids is refused when the node is made, with a
`NodeError` that names the rule and the value; so a node that exists can be printed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cache
from operator import attrgetter
from types import ModuleType
from typing import Any, Protocol, TypeVar

import attrs

from dispatchless.frozen import frozen

T = TypeVar("T")


class NodeError(ValueError):
    """A node breaks a rule of C++; the message names the rule and the value."""


class Origin(Protocol):
    """Where a node comes from: any object with a file, a line and a column (1-based)."""

    @property
    def file(self) -> str: ...

    @property
    def line(self) -> int: ...

    @property
    def column(self) -> int: ...


@attrs.frozen(eq=False, repr=False)
class Node:
    """One construct of C++. Equality and hash are structural and leave out `origin`."""

    origin: Origin | None = attrs.field(default=None, kw_only=True, eq=False, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return _same(self, other)

    def __hash__(self) -> int:
        return hash(tuple(_flat(self)))

    def __repr__(self) -> str:
        return represent(self)


@frozen(eq=False, repr=False)
class Type(Node):
    """A type. Its declarator syntax is the printer's affair."""


@frozen(eq=False, repr=False)
class Expr(Node):
    """An expression. Parentheses are the printer's affair."""


@frozen(eq=False, repr=False)
class Stmt(Node):
    """A statement; it owns its semicolon."""


@frozen(eq=False, repr=False)
class Decl(Node):
    """A declaration; it owns its semicolon."""


@cache
def rules() -> ModuleType:
    """`cppast.checks`: it imports the node classes, which ask it when a node is made."""
    from dispatchless.cppast import checks

    return checks


# --- sequences -------------------------------------------------------------------------------


def as_tuple(value: Iterable[T]) -> tuple[T, ...]:
    """The one converter of sequence fields. A `str` or a single node is refused."""
    if type(value) is tuple:
        return value
    if isinstance(value, (str, bytes, Node)):
        raise NodeError(f"a sequence is expected here, not a single value: {value!r}")
    try:
        return tuple(value)
    except TypeError:
        raise NodeError(f"a sequence is expected here: {value!r}") from None


def expr_tuple(value: Iterable[Expr]) -> tuple[Expr, ...]:
    return as_tuple(value)


def type_tuple(value: Iterable[Type]) -> tuple[Type, ...]:
    return as_tuple(value)


def str_tuple(value: Iterable[str]) -> tuple[str, ...]:
    return as_tuple(value)


# --- fields and children ---------------------------------------------------------------------

# Fields of these annotations never hold a node; all others are looked at.
_PLAIN = frozenset({"bool", "str", "int", "float", "bytes", "int | None", "str | None"})

_FIELDS: dict[type[Node], tuple[str, ...]] = {}
_CHILD_FIELDS: dict[type[Node], tuple[str, ...]] = {}
_CHILD_VALUES: dict[type[Node], Callable[[Node], tuple[Any, ...]]] = {}


def field_names(cls: type[Node]) -> tuple[str, ...]:
    """The fields that take part in equality, in order (all but `origin` and headers of names)."""
    names = _FIELDS.get(cls)
    if names is None:
        names = tuple(field.name for field in attrs.fields(cls) if field.eq)
        _FIELDS[cls] = names
    return names


def child_fields(cls: type[Node]) -> tuple[str, ...]:
    """The fields of `cls` that may hold nodes, derived once from `attrs.fields`."""
    names = _CHILD_FIELDS.get(cls)
    if names is None:
        names = tuple(
            field.name
            for field in attrs.fields(cls)
            if field.name != "origin" and str(field.type) not in _PLAIN
        )
        _CHILD_FIELDS[cls] = names
    return names


def children(node: Node) -> list[Node]:
    """The direct children of a node, in the order of its fields."""
    cls = node.__class__
    values = _CHILD_VALUES.get(cls)
    if values is None:
        values = _CHILD_VALUES[cls] = _child_values(cls)
    found: list[Node] = []
    for value in values(node):
        if isinstance(value, Node):
            found.append(value)
        elif value.__class__ is tuple:
            found += [element for element in value if isinstance(element, Node)]
    return found


def _child_values(cls: type[Node]) -> Callable[[Node], tuple[Any, ...]]:
    """What gets the values of `child_fields`, always as a tuple."""
    names = child_fields(cls)
    if not names:
        return lambda node: ()
    if len(names) == 1:
        only = attrgetter(*names)
        return lambda node: (only(node),)
    return attrgetter(*names)


# --- equality, hash, repr: with an explicit stack, since trees may be thousands of levels deep ---


def _same(left: Node, right: Node) -> bool:
    pending: list[tuple[Any, Any]] = [(left, right)]
    while pending:
        a, b = pending.pop()
        if a is b:
            continue
        cls = type(a)
        if cls is not type(b):
            return False
        if isinstance(a, Node):
            for name in field_names(cls):
                held, other = getattr(a, name), getattr(b, name)
                if held is not other:
                    pending.append((held, other))
        elif cls is tuple:
            if len(a) != len(b):
                return False
            pending.extend(zip(a, b, strict=True))
        elif cls is float:
            if repr(a) != repr(b):  # keeps -0.0 and 0.0 apart, and nan equal to itself
                return False
        elif a != b:
            return False
    return True


def _flat(node: Node) -> Iterator[object]:
    pending: list[Any] = [node]
    while pending:
        value = pending.pop()
        if isinstance(value, Node):
            yield type(value)
            pending.extend(getattr(value, name) for name in field_names(type(value)))
        elif type(value) is tuple:
            yield len(value)
            pending.extend(value)
        else:
            yield repr(value) if type(value) is float else value


def represent(node: Node) -> str:
    """`Class(field=value, ...)` with the fields that differ from their default."""
    text: list[str] = []
    pending: list[tuple[bool, Any]] = [(False, node)]
    while pending:
        is_text, value = pending.pop()
        if is_text:
            text.append(value)
        elif isinstance(value, Node):
            parts: list[tuple[bool, Any]] = [(True, type(value).__name__ + "(")]
            fields = attrs.fields(type(value))
            for field in sorted(fields, key=lambda f: f.default is not attrs.NOTHING):
                held = getattr(value, field.name)
                if field.name == "origin" or (
                    type(held) is type(field.default) and held == field.default
                ):
                    continue
                label = "" if field.default is attrs.NOTHING else f"{field.name}="
                parts += [(True, (", " if len(parts) > 1 else "") + label), (False, held)]
            parts.append((True, ")"))
            pending.extend(reversed(parts))
        elif type(value) is tuple:
            parts = [(True, "(")]
            for element in value:
                parts += [(False, element), (True, ", ")]
            parts[-1:] = [(True, "(" if not value else ",)" if len(value) == 1 else ")")]
            if not value:
                parts = [(True, "()")]
            pending.extend(reversed(parts))
        elif isinstance(value, Enum):
            text.append(str(value))
        elif isinstance(value, float) and not math.isfinite(value):
            text.append(f"float('{value}')")
        else:
            text.append(repr(value))
    return "".join(text)


def node_classes() -> tuple[type[Node], ...]:
    """Every concrete node class, sorted by name: those that no other node class refines."""
    import sys

    found: set[type[Node]] = set()
    pending: list[type[Node]] = [Node]
    while pending:
        cls = pending.pop()
        # attrs makes a slotted class twice and `__subclasses__` keeps the first; only the class
        # that its module really holds counts.
        below = [
            sub
            for sub in cls.__subclasses__()
            if getattr(sys.modules.get(sub.__module__), sub.__name__, None) is sub
        ]
        pending.extend(below)
        if not below:
            found.add(cls)
    return tuple(sorted(found, key=lambda cls: cls.__name__))
