"""What every node must satisfy, checked in one call; and how a C++ compiler is run."""

from __future__ import annotations

import functools
import subprocess
from collections.abc import Iterator
from pathlib import Path

import attrs

import dispatchless.cppast as cppast
from dispatchless.cppast import Node, children, dump, print_node, transform, walk


@attrs.frozen
class Place:
    """An origin for tests."""

    file: str
    line: int
    column: int


NAMESPACE = {name: getattr(cppast, name) for name in cppast.__all__}


def held_nodes(node: Node) -> Iterator[Node]:
    """All nodes in the fields of a node, found without the library's own idea of children."""
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        for element in value if isinstance(value, tuple) else (value,):
            if isinstance(element, Node):
                yield element


def check_node(node: Node, text: str) -> None:
    """Text, purity, children, identity under rewriting, equality without origin, repr, dump."""
    assert print_node(node) == text
    assert print_node(node) == text

    for inner in walk(node):
        assert list(children(inner)) == list(held_nodes(inner))
    assert transform(node, lambda n: n) is node

    copy = transform(node, lambda n: attrs.evolve(n, origin=Place("spec.yaml", 3, 7)))
    assert copy is not node
    assert copy == node and hash(copy) == hash(node)
    assert print_node(copy) == text

    again = eval(repr(node), dict(NAMESPACE))
    assert again == node and print_node(again) == text
    assert dump(node).count("\n") >= sum(1 for _ in walk(node))


@functools.lru_cache(maxsize=1)
def compiler() -> str:
    """The C++ compiler that judges the printed text."""
    return "g++"


STRICT = ("-Wall", "-Wextra", "-Werror=parentheses")


def compile_text(text: str, tmp_path: Path, *flags: str, std: str = "c++20") -> None:
    """Fail with the compiler's messages unless `text` is accepted."""
    source = tmp_path / "unit.cpp"
    source.write_text(text)
    done = subprocess.run(
        [compiler(), f"-std={std}", "-fsyntax-only", *flags, str(source)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[:3000] + "\n" + text[:3000]


def run_text(text: str, tmp_path: Path, *flags: str, std: str = "c++20") -> str:
    """Compile and run a program; its output."""
    source, program = tmp_path / "program.cpp", tmp_path / "program"
    source.write_text(text)
    done = subprocess.run(
        [compiler(), f"-std={std}", "-O0", *flags, str(source), "-o", str(program)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[:3000]
    return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
