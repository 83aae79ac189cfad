"""Whole files: they compile, includes are computed, lines know their origin, text is stable."""

from __future__ import annotations

from pathlib import Path

import pytest
from kitchen_sink import kitchen_sink
from node_checks import STRICT, Place, compile_text, run_text
from rows_decls import DECLS, PREPROC, STMTS

from dispatchless.cppast import (
    Block,
    Expr,
    ExprStmt,
    Function,
    Header,
    HeaderFile,
    Include,
    NameExpr,
    Node,
    Param,
    SourceFile,
    Var,
    headers_of,
    name,
    print_file,
    print_node,
)
from dispatchless.cppast.build import (
    INT,
    VOID,
    call,
    lit,
    type_,
)
from dispatchless.cppast.layout import render
from dispatchless.cppast.printer import LINES
from dispatchless.cppast.printer.driver import entries
from dispatchless.cppast.printer.flat import FlatPrinter
from dispatchless.cppast.printer.laid_out import LayoutPrinter

_string = type_("std::string", header="string")


def test_a_file_with_everything_compiles_and_runs(tmp_path: Path) -> None:
    text = print_file(kitchen_sink()).text
    compile_text(text, tmp_path, *STRICT, "-Wno-unused")
    assert run_text(text, tmp_path, "-w") == ""


def test_printing_is_pure_and_stable() -> None:
    text = print_file(kitchen_sink()).text
    assert print_file(kitchen_sink()).text == text
    assert all(line == line.rstrip() for line in text.split("\n") if "raw" not in line)
    assert "\n\n\n" not in text and text.endswith("}\n")


def laid_out(node: Node) -> str:
    """The text of lines when nothing takes the short way of plain strings."""
    text: list[str] = []
    for column, doc, _ in entries(None, LayoutPrinter(FlatPrinter(set())), [node]):
        text += render(doc, max(column, 0))[0]
    return "\n".join(text)


@pytest.mark.parametrize("index", range(len(STMTS + DECLS + PREPROC)))
def test_the_two_printers_agree_on_each_node(index: int) -> None:
    node, text = (STMTS + DECLS + PREPROC)[index]
    if type(node) in LINES:
        assert laid_out(node) == text


def test_the_two_printers_agree_on_a_whole_file() -> None:
    for member in kitchen_sink().members:
        assert laid_out(member) == print_node(member)


_TENSOR = type_("at::Tensor", header="ATen/core/Tensor.h")


def test_includes_are_computed_sorted_and_grouped() -> None:
    file = HeaderFile(
        "lib/ops.h",
        (
            Include(Header("zlib.h")),
            Function("f", (Param(_TENSOR, "t"), Param(_string, "s")), _TENSOR),
            Function("g", (), type_("Own", header=Header("lib/own.h", system=False))),
            Function("me", (), type_("Me", header=Header("lib/ops.h"))),
            Function("me2", (), type_("Me", header=Header("ops.h", system=False))),
            Function("v", (), type_("std::vector", _TENSOR, header="vector")),
            Var(type_("double_t", header="cmath"), "d", lit(float("inf"))),
        ),
    )
    text = print_file(file).text
    assert text.startswith(
        "#pragma once\n"
        "\n"
        '#include "lib/own.h"\n'
        "\n"
        "#include <ATen/core/Tensor.h>\n"
        "#include <zlib.h>\n"
        "\n"
        "#include <cmath>\n"
        "#include <limits>\n"
        "#include <string>\n"
        "#include <vector>\n"
        "\n"
        "at::Tensor f("
    )
    assert "ops.h" not in text
    assert Header("vector") in headers_of(file)


def test_a_header_wanted_both_ways_is_included_once() -> None:
    file = SourceFile(
        "a.cpp",
        (
            Var(type_("A", header=Header("a.h")), "x"),
            Var(type_("B", header=Header("a.h", system=False)), "y"),
        ),
    )
    assert print_file(file).text.count("#include") == 1


def _named(label: str, line: int) -> Expr:
    return NameExpr(name(label), origin=Place("spec.yaml", line, 1))


def test_lines_know_where_they_come_from() -> None:
    long = [_named("argument_with_a_long_name_" + "x" * 20 + str(k), 100 + k) for k in range(4)]
    file = SourceFile(
        "a.cpp",
        (
            Var(INT, "v"),
            Function(
                "f",
                (),
                VOID,
                Block(
                    (
                        ExprStmt(call("g"), origin=Place("spec.yaml", 7, 3)),
                        ExprStmt(call("g", *long), origin=Place("spec.yaml", 8, 3)),
                        ExprStmt(_named("inner", 9)),
                        ExprStmt(call("h")),
                    )
                ),
                origin=Place("spec.yaml", 5, 1),
            ),
        ),
        banner="top",
    )
    printed = print_file(file)
    found = {}
    for number, line in enumerate(printed.text.splitlines(), 1):
        origin = printed.line_map.origin(number)
        found[line.strip()] = origin.line if origin else None
    assert found["// top"] is None and found["int v;"] is None
    assert found["void f() {"] == 5 and found["}"] == 5 and found["h();"] == 5
    assert found["g();"] == 7 and found["g("] == 8
    assert found["inner;"] == 9
    for k in range(4):
        assert (
            found[f"argument_with_a_long_name_{'x' * 20}{k}" + (");" if k == 3 else ",")] == 100 + k
        )
    assert printed.line_map.origin(0) is None and printed.line_map.origin(999) is None
    assert [
        printed.text.splitlines()[k - 1].strip() for k in printed.line_map.lines("spec.yaml", 7)
    ] == ["g();"]
    assert len(printed.line_map) == printed.text.count("\n")


def test_line_directives_move_errors_to_the_origin(tmp_path: Path) -> None:
    file = SourceFile(
        "a.cpp",
        (
            Function(
                "f",
                (),
                VOID,
                Block((ExprStmt(call("missing"), origin=Place("spec.yaml", 70, 3)),)),
                origin=Place("spec.yaml", 60, 1),
            ),
            Function("g", (), VOID, Block((ExprStmt(call("absent")),))),
        ),
    )
    printed = print_file(file, line_directives=True)
    with pytest.raises(AssertionError) as failure:
        compile_text(printed.text, tmp_path)
    assert "spec.yaml:70" in str(failure.value)
    lines = printed.text.splitlines()
    assert f"a.cpp:{lines.index('  absent();') + 1}" in str(failure.value)
    assert len(printed.line_map) == len(lines)
