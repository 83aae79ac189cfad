"""`frozen`: classes of nodes, each completed by attrs when its first object is made.

A run of the generator uses some forty of the hundred and fifty classes of nodes. attrs writes and
compiles an `__init__` for each, which takes ten times as long as the class statement: it was a
seventh of a small run. So a class gets its slots at once, and what attrs adds to them when any of
it is asked for: by the first object, by `attrs.fields`, for the signature, by `match`.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

T = TypeVar("T")

# What attrs makes for each class of nodes. Equality, hash, repr and the refusal to set a field are
# inherited from `Node`.
_MADE = ("__init__", "__attrs_attrs__", "__match_args__", "__getstate__", "__setstate__")


class _OnFirstUse:
    """Stands in a class for one of `_MADE` until it is asked for; then the class gets them all."""

    __slots__ = ("name", "owner", "written")

    def __init__(self, name: str, written: type) -> None:
        self.name = name
        self.written = written
        self.owner: type = written

    def __get__(self, instance: object, cls: type | None = None) -> Any:
        made = vars(attrs.frozen(eq=False, repr=False)(self.written))
        for name in _MADE:
            setattr(self.owner, name, made[name])
        found = made[self.name]
        return found.__get__(instance, cls) if hasattr(found, "__get__") else found


def _frozen(written: type[T]) -> type[T]:
    """`attrs.frozen(eq=False, repr=False)` for a class below `Node`, whose work is put off.

    The class that is returned is made like attrs makes one with slots: from the body of the one
    that was written. So methods must not use `super()` without arguments.
    """
    fields = inspect.get_annotations(written)
    body = {name: value for name, value in vars(written).items() if name not in fields}
    body["__slots__"] = tuple(fields)
    pending = [_OnFirstUse(name, written) for name in _MADE]
    body.update((each.name, each) for each in pending)
    cls: type[T] = type(written.__name__, written.__bases__, body)
    for each in pending:
        each.owner = cls
    return cls


if TYPE_CHECKING:
    # Static checkers know what attrs does.
    from attrs import frozen as frozen
else:
    frozen = _frozen
