"""Lowering builds nodes: no string in it is C++ text; and one node alone takes raw text."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import attrs
import pytest

ROOT = Path(__file__).resolve().parent.parent

# What only C++ text has: statements, braces, directives, calls, template argument lists.
CPP_TEXT = re.compile(r";|[{}]|#\s*include|\w\(|\w<\w|->|\breturn\b|\btemplate\b\s")


def texts_of(source: str) -> list[tuple[int, str]]:
    """Every string in the code, without docstrings and without the words of error messages."""
    tree = ast.parse(source)
    prose = {id(node) for node in _prose(tree)}
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose
    ]


def _prose(tree: ast.AST) -> list[ast.AST]:
    """Strings for people: docstrings, bare string statements, arguments of what is raised."""
    found: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.append(node.value)
        elif isinstance(node, (ast.Raise, ast.Assert)):
            found.extend(ast.walk(node))
    return found


def cpp_texts(source: str) -> list[tuple[int, str]]:
    return [(line, text) for line, text in texts_of(source) if CPP_TEXT.search(text)]


LOWERING = sorted((ROOT / "lowering").rglob("*.py"))


@pytest.mark.parametrize("path", LOWERING, ids=lambda path: str(path.relative_to(ROOT)))
def test_lowering_holds_no_cpp_text(path: Path) -> None:
    found = cpp_texts(path.read_text())
    assert not found, f"{path.name}: build nodes instead of the texts {found}"


@pytest.mark.parametrize(
    "text",
    ["return x;", "int f() {", "#include <vector>", "at::add(self)", "std::vector<int>", "a->b"],
)
def test_the_search_finds_cpp_text(text: str) -> None:
    assert cpp_texts(f"x = {text!r}")


def test_one_node_alone_takes_raw_text() -> None:
    import dispatchless.cppast as cppast

    raw = [
        name
        for name in cppast.__all__
        if attrs.has(node := getattr(cppast, name))
        and isinstance(node, type)
        and issubclass(node, cppast.Stmt | cppast.Expr | cppast.Decl | cppast.Type)  # type: ignore[arg-type]
        and [field.name for field in attrs.fields(node) if field.name != "origin"] == ["text"]
    ]
    # Comments hold text for people, pragmas and #error text for the compiler's messages.
    assert sorted(raw) == ["Comment", "CommentStmt", "DocComment", "ErrorDirective", "Opaque", "Pragma"]
