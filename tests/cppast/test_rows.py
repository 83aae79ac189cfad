"""Each node's row: text, invalid variants; and no node without a row."""

from __future__ import annotations

import ast
import traceback
from pathlib import Path

import pytest
import rows_decls
import rows_exprs
from node_checks import check_node

import dispatchless.cppast as cppast
from dispatchless.cppast import NodeError, node_classes, walk
from dispatchless.cppast.exprs import InitList
from dispatchless.cppast.literals import BoolLit
from dispatchless.cppast.node import Expr, Node
from dispatchless.cppast.printer import DOCS, LINES
from dispatchless.cppast.printer.precedence import LEVELS

ROWS = (
    rows_exprs.NAMES
    + rows_exprs.TYPES
    + rows_exprs.LITERALS
    + rows_exprs.EXPRS
    + rows_decls.STMTS
    + rows_decls.DECLS
    + rows_decls.PREPROC
    + rows_decls.FILES
)
INVALID = (
    rows_exprs.NAMES_INVALID
    + rows_exprs.TYPES_INVALID
    + rows_exprs.LITERALS_INVALID
    + rows_exprs.EXPRS_INVALID
    + rows_decls.STMTS_INVALID
    + rows_decls.DECLS_INVALID
    + rows_decls.PREPROC_INVALID
    + rows_decls.FILES_INVALID
)


@pytest.mark.parametrize("row", range(len(ROWS)), ids=lambda i: f"{type(ROWS[i][0]).__name__}-{i}")
def test_node_prints_as_its_row_says(row: int) -> None:
    check_node(*ROWS[row])


@pytest.mark.parametrize("row", range(len(INVALID)))
def test_invalid_nodes_are_refused(row: int) -> None:
    make, message = INVALID[row]
    with pytest.raises(NodeError, match=message):
        make()


def test_every_concrete_node_has_a_row_of_its_own() -> None:
    with_row = {type(node) for node, _ in ROWS}
    assert {cls.__name__ for cls in node_classes()} - {cls.__name__ for cls in with_row} == set()


def test_every_rule_has_an_invalid_row() -> None:
    """Each statement of the nodes' modules that raises a `NodeError` is the end of some row."""
    reached = set()
    for make, _ in INVALID:
        with pytest.raises(NodeError) as raised:
            make()
        *_, last = traceback.walk_tb(raised.tb)
        reached.add((last[0].f_code.co_filename, last[1]))
    rules = 0
    for path in sorted(Path(cppast.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Raise(exc=ast.Call(func=ast.Name(id="NodeError"))):
                    assert (str(path), node.lineno) in reached, f"{path.name}:{node.lineno}"
                    rules += 1
    assert rules > 200


def test_every_concrete_node_has_exactly_one_handler() -> None:
    files = {cls for cls in node_classes() if issubclass(cls, cppast.File)}
    handled = set(DOCS) | set(LINES)
    assert handled == set(node_classes()) - files
    assert not set(DOCS) & set(LINES)


def test_precedence_is_total_over_expressions() -> None:
    assert set(LEVELS) == {cls for cls in node_classes() if issubclass(cls, Expr)}


def test_every_node_class_is_public() -> None:
    assert {cls.__name__ for cls in node_classes()} <= set(cppast.__all__)


def test_an_unknown_node_is_an_error_of_our_own() -> None:
    class Stranger(Node):
        pass

    with pytest.raises(NodeError, match="cannot be printed"):
        cppast.print_node(Stranger())


def test_opaque_is_the_only_leaf_of_raw_text() -> None:
    """Text fields that reach the output as they are: only `Opaque` holds code."""
    hostile = "}; int injected("
    accepted = []
    for cls in node_classes():
        for attempt in ((hostile,), (hostile, ()), (hostile, cppast.Builtin("int"))):
            try:
                node = cls(*attempt)
                text = cppast.print_node(node)
            except (NodeError, TypeError, AttributeError):
                continue
            if hostile in text:
                accepted.append(cls.__name__)
                break
    # Comments, literals and the message of #error hold text that is no code.
    quoted = {"Comment", "CommentStmt", "DocComment", "ErrorDirective", "RawStringLit", "StringLit"}
    files = {"HasInclude", "Header", "HeaderFile", "SourceFile"}
    assert set(accepted) - quoted - files == {"Opaque"}


def test_equality_tells_apart_what_python_does_not() -> None:
    assert cppast.FloatLit(0.0) != cppast.FloatLit(-0.0)
    assert cppast.FloatLit(float("nan")) == cppast.FloatLit(float("nan"))
    assert cppast.IntLit(1) != BoolLit(True)
    assert InitList(()) != cppast.BraceInit(())
    assert cppast.IntLit(1) != 1


def test_rows_have_no_two_nodes_with_one_text_and_class() -> None:
    """Different trees of one class print differently: the text says which tree it is."""
    seen: dict[tuple[type[Node], str], Node] = {}
    for node, text in ROWS:
        other = seen.setdefault((type(node), text), node)
        assert other == node or isinstance(node, cppast.IntLit), text


def test_walk_meets_every_kind() -> None:
    met = {type(inner) for node, _ in ROWS for inner in walk(node)}
    assert met == set(node_classes())
