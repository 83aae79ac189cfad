"""Random whole files: compiled by g++, read back by libclang, printed again to the same bytes."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from hostile import hostile_nodes
from node_checks import STRICT, compile_text
from random_files import random_file
from reading_files import read_file
from test_rows import ROWS

from dispatchless.cppast import (
    Binary,
    Block,
    For,
    If,
    Node,
    NodeError,
    SourceFile,
    children,
    print_file,
    print_node,
    transform,
    walk,
)

BATCH = 100  # files that the compiler sees at once


def test_random_files_compile_and_read_back(size: int, tmp_path: Path) -> None:
    """Each file is valid C++, and what libclang reads is the same tree and prints the same."""
    files = 200 * size
    for start in range(0, files, BATCH):
        texts = []
        for seed in range(start, min(start + BATCH, files)):
            file = random_file(seed)
            text = print_file(file).text
            read = read_file(text)
            assert read == file, f"seed {seed}"
            assert print_file(read).text == text, f"seed {seed}"
            texts.append(f"namespace file{seed} {{\n{text}\n}}\n")
        compile_text("".join(texts), tmp_path, *STRICT)


def test_random_files_hold_what_they_should() -> None:
    """The files are worth reading: many kinds of nodes, statements six levels deep."""
    kinds: set[type[Node]] = set()
    deepest = 0
    for seed in range(60):
        file = random_file(seed)
        kinds |= {type(node) for node in walk(file)}
        deepest = max(deepest, nesting(file))
    assert len(kinds) >= 72
    assert deepest >= 6


def nesting(root: Node) -> int:
    """The greatest number of blocks around a statement, the function's own left out."""
    deepest = 0
    pending: list[tuple[Node, int]] = [(root, -1)]
    while pending:
        node, depth = pending.pop()
        depth += isinstance(node, Block)
        deepest = max(deepest, depth)
        pending.extend((child, depth) for child in children(node))
    return deepest


def _swapped(node: Node) -> Node:
    return attrs.evolve(node, op="-") if isinstance(node, Binary) and node.op == "+" else node


def _without_else(node: Node) -> Node:
    return attrs.evolve(node, otherwise=None) if isinstance(node, If) and node.otherwise else node


def _without_step(node: Node) -> Node:
    return attrs.evolve(node, step=None) if isinstance(node, For) and node.step else node


def _regrouped(node: Node) -> Node:
    """`a + (b + c)` for `(a + b) + c`: the same tokens but for parentheses."""
    if (
        isinstance(node, Binary)
        and isinstance(node.left, Binary)
        and node.op == node.left.op == "+"
    ):
        return Binary("+", node.left.left, Binary("+", node.left.right, node.right))
    return node


@pytest.mark.parametrize("plant", [_swapped, _without_else, _without_step, _regrouped])
def test_reading_back_sees_planted_differences(plant: object) -> None:
    """A text of another tree is not read as the first one, so the comparison can fail."""
    seen = 0
    for seed in range(40):
        file = random_file(seed)
        changed = transform(file, plant)  # type: ignore[arg-type]
        if changed is not file:
            assert isinstance(changed, SourceFile)
            assert read_file(print_file(changed).text) != file
            seen += 1
    assert seen > 0


def test_nothing_makes_the_printer_raise_what_is_not_its_own(size: int) -> None:
    """Rows, parts of random files and nodes with senseless arguments: text, or a `NodeError`."""
    pool = [inner for row in ROWS for inner in walk(row[0])]
    pool += [inner for seed in range(3) for inner in walk(random_file(seed))]
    printed = refused = 0
    for node in [*pool, *hostile_nodes(1, 6000 * size, list(pool))]:
        try:
            assert isinstance(print_node(node), str)
            printed += 1
        except NodeError:
            refused += 1
    assert printed > 3000 and refused > 300
