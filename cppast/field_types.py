"""What the fields of nodes may hold, by their annotations: asked only when printing failed.

Static checkers see that a `Binary` has expressions as operands; Python does not. Checking each node
when it is made would cost more than making it, so a tree is checked when something went wrong.
"""

from __future__ import annotations

import sys
import types
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

import attrs

from dispatchless.cppast.node import Node, children


@cache
def _names() -> dict[str, Any]:
    """All names that annotations use, the aliases that are written as text evaluated."""
    package = __name__.rpartition(".")[0]
    known: dict[str, Any] = {}
    for path, module in list(sys.modules.items()):
        if path.startswith(package + ".") and ".printer" not in path:
            known |= {name: value for name, value in vars(module).items() if name[0].isupper()}
    aliases = {n for n, value in known.items() if isinstance(value, str) and not n.isupper()}
    while aliases:
        for alias in sorted(aliases):
            if not any(other in known[alias].split() for other in aliases):
                known[alias] = eval(known[alias], known)
                aliases.remove(alias)
                break
    return known


def _hints(cls: type[Node]) -> list[tuple[str, Any]]:
    fields = [field for field in attrs.fields(cls) if field.name != "origin"]
    return [(field.name, eval(str(field.type), _names())) for field in fields]


def _fits(value: object, hint: Any) -> bool:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return any(_fits(value, part) for part in get_args(hint))
    if origin is Literal:
        return value in get_args(hint)
    if origin is tuple:
        element = get_args(hint)[0]
        return type(value) is tuple and all(_fits(held, element) for held in value)
    if hint is None or hint is type(None):
        return value is None
    return type(value) is hint if hint in (int, float) else isinstance(value, hint)


def misplaced(root: Node) -> str | None:
    """The first field below `root` that holds what its annotation forbids, as a message."""
    pending: list[Node] = [root]
    while pending:
        node = pending.pop()
        for field, hint in _hints(type(node)):
            value = getattr(node, field)
            if not _fits(value, hint):
                held = type(value).__name__
                return f"{type(node).__name__}.{field} cannot hold a {held}: {value!r}"
        pending.extend(children(node))
    return None
