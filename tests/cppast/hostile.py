"""Nodes made with arguments that nobody means: what the constructors let pass must still print."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import attrs

from dispatchless.cppast import Node, NodeError, node_classes


def hostile_nodes(seed: int, count: int, pool: list[Node]) -> Iterator[Node]:
    """`count` nodes of random classes, each with arguments of any kind, nodes of the pool too."""
    random = Random(seed)
    plain: list[object] = [None, True, False, 0, -1, 3, 2.5, "", "x", "+", "()", "struct", b"x", ()]
    classes = node_classes()
    made = 0
    while made < count:
        cls = random.choice(classes)
        arguments: dict[str, object] = {}
        for field in attrs.fields(cls):
            optional = field.default is not attrs.NOTHING
            if field.name == "origin" or (optional and random.random() < 0.6):
                continue
            share = random.random()
            if share < 0.6:
                arguments[field.name] = random.choice(pool)
            elif share < 0.8:
                arguments[field.name] = tuple(random.sample(pool, random.randrange(3)))
            else:
                arguments[field.name] = random.choice(plain)
        try:
            node = cls(**arguments)
        except (NodeError, TypeError, AttributeError):
            continue  # refused; the messages of the rules are tested row by row
        made += 1
        pool[random.randrange(len(pool))] = node
        yield node
