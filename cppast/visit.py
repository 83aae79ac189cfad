"""Walking and rewriting trees, with explicit stacks: depth is no limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import attrs

from dispatchless.cppast.node import Node, child_fields, children, node_classes

NodeT = TypeVar("NodeT", bound=Node)


def walk(root: Node) -> Iterator[Node]:
    """`root` and everything below it, parents before children, in the order of the fields."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending += reversed(children(node))


def find(root: Node, cls: type[NodeT]) -> Iterator[NodeT]:
    """All nodes of class `cls` in `root`, in the order of `walk`."""
    for node in walk(root):
        if isinstance(node, cls):
            yield node


def replace(node: NodeT, **changes: Any) -> NodeT:
    """A copy of `node` with some fields changed, checked like any new node; the origin stays."""
    return attrs.evolve(node, **changes)


def transform(root: Node, change: Callable[[Node], Node | None]) -> Node:
    """Rebuild `root` from the leaves up, each node replaced by `change(node)`.

    `change` sees a node whose children are changed already; it returns the node itself to keep it,
    another node, or None to drop it from the sequence it stands in. What does not change keeps its
    identity. Raises `ValueError` when a node is dropped that is not in a sequence.
    """
    done: dict[int, Node | None] = {}
    pending: list[tuple[Node, bool]] = [(root, False)]
    while pending:
        node, ready = pending.pop()
        if id(node) in done:
            continue
        if not ready:
            pending.append((node, True))
            pending.extend((child, False) for child in children(node))
        else:
            done[id(node)] = change(_rebuilt(node, done))
    result = done[id(root)]
    if result is None:
        raise ValueError("the root of a tree cannot be dropped")
    return result


def _rebuilt(node: Node, done: dict[int, Node | None]) -> Node:
    changes: dict[str, Any] = {}
    for name in child_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            new = done[id(value)]
            if new is None:
                raise ValueError(f"{type(node).__name__}.{name} is no sequence to drop from")
            if new is not value:
                changes[name] = new
        elif type(value) is tuple:
            elements = tuple(
                done[id(element)] if isinstance(element, Node) else element for element in value
            )
            kept = tuple(element for element in elements if element is not None)
            if len(kept) != len(value) or any(a is not b for a, b in zip(kept, value, strict=True)):
                changes[name] = kept
    return attrs.evolve(node, **changes) if changes else node


def dump(root: Node) -> str:
    """The tree as indented text, a node on each line, for debugging."""
    lines: list[str] = []
    pending: list[tuple[int, str, Any]] = [(0, "", root)]
    while pending:
        depth, label, value = pending.pop()
        pad = "  " * depth
        if not isinstance(value, Node):
            lines.append(f"{pad}{label}{value!r}")
            continue
        plain = []
        below: list[tuple[int, str, Any]] = []
        for field in attrs.fields(type(value)):
            held = getattr(value, field.name)
            if field.name == "origin" or held is None or held == ():
                continue
            if isinstance(held, Node):
                below.append((depth + 1, f"{field.name}: ", held))
            elif type(held) is tuple:
                below += [(depth + 1, f"{field.name}[{i}]: ", e) for i, e in enumerate(held)]
            elif held is not False:
                plain.append(f"{field.name}={held!r}")
        origin = value.origin
        if origin is not None:
            plain.append(f"@{origin.file}:{origin.line}:{origin.column}")
        lines.append(f"{pad}{label}{' '.join([type(value).__name__, *plain])}")
        pending.extend(reversed(below))
    return "\n".join(lines) + "\n"


__all__ = ["children", "dump", "find", "node_classes", "replace", "transform", "walk"]
