"""`frozen`: `attrs.frozen` for many classes of which a run uses few.

attrs writes and compiles methods for each class, which takes ten times as long as the class
statement: for the 250 classes of a small run of the generator it was a third of the run, and most
have no object. Here a class gets its slots at once, and what attrs adds to them when any of it is
asked for: by the first object, by `attrs.fields`, for the signature, by `match`.

This module is below all others of the package and imports none of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

T = TypeVar("T")

# What attrs makes of every class. Equality, hash and repr need no compiled code: see below.
_MADE_BY_ATTRS = (
    "__init__",
    "__attrs_attrs__",
    "__match_args__",
    "__getstate__",
    "__setstate__",
    "__setattr__",
    "__delattr__",
)


class _Unfinished:
    """A class whose methods are put off; `written` is the class as its module has it."""

    __slots__ = ("cls", "eq", "kw_only", "repr", "written")

    def __init__(self, written: type, *, eq: bool, repr: bool, kw_only: bool) -> None:
        self.written = written
        self.eq = eq
        self.repr = repr
        self.kw_only = kw_only
        names = [*_MADE_BY_ATTRS, *(["__eq__", "__hash__"] * eq), *(["__repr__"] * repr)]
        slots = list(inspect.get_annotations(written))
        if "__weakref__" in vars(written):  # no class above has a slot for it
            slots.append("__weakref__")
        dropped = {*slots, "__dict__"}
        body = {name: value for name, value in vars(written).items() if name not in dropped}
        body["__slots__"] = tuple(slots)
        body.update((name, _OnFirstUse(name, self)) for name in names)
        self.cls = type(written.__name__, written.__bases__, body)

    def finish(self) -> dict[str, Any]:
        """Give the class all its methods; returns them."""
        made = attrs.frozen(eq=False, repr=False, kw_only=self.kw_only)(self.written)
        methods = {name: vars(made)[name] for name in _MADE_BY_ATTRS}
        fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(made)
        if self.eq:
            methods["__eq__"] = _equality(field.name for field in fields if field.eq)
            methods["__hash__"] = _hash(
                self.cls.__name__,
                (f.name for f in fields if (f.eq if f.hash is None else f.hash)),
            )
        if self.repr:
            methods["__repr__"] = _repr([field.name for field in fields if field.repr])
        for name, method in methods.items():
            setattr(self.cls, name, method)
        return methods


class _OnFirstUse:
    """Stands in a class for a method until it is asked for; then the class gets all of them."""

    __slots__ = ("name", "unfinished")

    def __init__(self, name: str, unfinished: _Unfinished) -> None:
        self.name = name
        self.unfinished = unfinished

    def __get__(self, instance: object, cls: type | None = None) -> Any:
        found = self.unfinished.finish()[self.name]
        return found.__get__(instance, cls) if hasattr(found, "__get__") else found


def _values(names: Iterable[str]) -> Callable[[object], Any]:
    """What gets the values of these fields of an object."""
    fields = tuple(names)
    return attrgetter(*fields) if fields else lambda self: ()


def _equality(names: Iterable[str]) -> Callable[[object, object], Any]:
    values = _values(names)

    def __eq__(self: object, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return __eq__


def _hash(cls: str, names: Iterable[str]) -> Callable[[object], int]:
    values = _values(names)
    return lambda self: hash((cls, values(self)))


def _repr(names: Iterable[str]) -> Callable[[object], str]:
    fields = tuple(names)

    def __repr__(self: object) -> str:
        shown = ", ".join([f"{name}={getattr(self, name)!r}" for name in fields])
        return f"{self.__class__.__name__}({shown})"

    return __repr__


def _frozen(
    written: type[T] | None = None, *, eq: bool = True, repr: bool = True, kw_only: bool = False
) -> Any:
    """`attrs.frozen` with some of its options: fields, objects and errors are the same.

    Like attrs, it makes the class once more, with slots, from the body of the one that is written.
    Methods of the class must not use `super()` without arguments, nor `functools.cached_property`;
    those written for equality, hash or repr need the option that leaves the made ones out.
    """
    if written is None:
        return lambda cls: _frozen(cls, eq=eq, repr=repr, kw_only=kw_only)
    return _Unfinished(written, eq=eq, repr=repr, kw_only=kw_only).cls


if TYPE_CHECKING:
    # Static checkers know what attrs does.
    from attrs import frozen as frozen
else:
    frozen = _frozen
