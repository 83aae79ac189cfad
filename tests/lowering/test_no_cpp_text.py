"""Lowering builds C++ as nodes: its strings hold names, not code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import dispatchless.lowering

MODULES = sorted(Path(dispatchless.lowering.__path__[0]).rglob("*.py"))

# What stands in C++ code and in neither a name nor a message, whose places to fill are `{word}`.
CODE = re.compile(r"\{(?!\w+\})|(?<!\w)\}|[\w)];\s*$|#\s*include|->|\w\(\w*\)\s*$|<\w+>")


def strings(module: Path) -> Iterator[tuple[int, str]]:
    """The string constants of a module that are no documentation, i.e. no statements."""
    tree = ast.parse(module.read_text())
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in documentation:
            continue
        if isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("module", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_strings_are_no_code(module: Path) -> None:
    found = [f"{line}: {text}" for line, text in strings(module) if CODE.search(text)]
    assert found == []


def test_the_search_finds_code() -> None:
    for text in ("return x;", "#include <a>", "f()", "vector<int>", "{}", "{ x }", "}"):
        assert CODE.search(text), text
    for text in ("at::cpu::add", "no rule makes this", "ATen/ops/add.h", "backend '{0}'", ";"):
        assert not CODE.search(text), text
