"""Handlers of preprocessing directives: lines at the margin."""

from __future__ import annotations

from dispatchless.cppast import preproc as pp
from dispatchless.cppast.exprs import Prefix
from dispatchless.cppast.layout import Doc
from dispatchless.cppast.literals import StringLit
from dispatchless.cppast.node import Expr
from dispatchless.cppast.printer.blocks import spaced
from dispatchless.cppast.printer.core import AtMargin, Item, Printer, prints_lines


@prints_lines(pp.Include)
def include(p: Printer, node: pp.Include) -> list[Item]:
    return [AtMargin(p.cat("#include ", p.doc(node.header)))]


@prints_lines(pp.Define)
def define(p: Printer, node: pp.Define) -> list[Item]:
    from dispatchless.cppast.printer.driver import define_lines

    head = "#define " + node.name
    if node.params is not None:
        head += "(" + ", ".join(node.params) + ")"
    if not node.body:
        return [AtMargin(head)]
    return [AtMargin(line) for line in define_lines(p, head, node.params or (), node.body)]


@prints_lines(pp.Undef)
def undef(p: Printer, node: pp.Undef) -> list[Item]:
    return [AtMargin(f"#undef {node.name}")]


def _condition(p: Printer, expr: Expr, first: bool) -> Doc:
    if first and isinstance(expr, pp.Defined):
        return f"#ifdef {expr.name}"
    if (
        first
        and isinstance(expr, Prefix)
        and expr.op == "!"
        and isinstance(expr.operand, pp.Defined)
    ):
        return f"#ifndef {expr.operand.name}"
    return p.one_line(p.cat("#if " if first else "#elif ", p.doc(expr)))


@prints_lines(pp.IfSection)
def if_section(p: Printer, node: pp.IfSection) -> list[Item]:
    items: list[Item] = []
    for index, group in enumerate(node.groups):
        items += [AtMargin(_condition(p, group.cond, index == 0)), *spaced(group.members)]
    if node.otherwise is not None:
        items += [AtMargin("#else"), *spaced(node.otherwise)]
    return [*items, AtMargin("#endif")]


@prints_lines(pp.IfGroup)
def if_group(p: Printer, node: pp.IfGroup) -> list[Item]:
    return [AtMargin(_condition(p, node.cond, True)), *node.members, AtMargin("#endif")]


@prints_lines(pp.Pragma)
def pragma(p: Printer, node: pp.Pragma) -> list[Item]:
    return [AtMargin(f"#pragma {node.text}")]


@prints_lines(pp.ErrorDirective)
def error(p: Printer, node: pp.ErrorDirective) -> list[Item]:
    return [AtMargin(p.cat("#error ", p.doc(StringLit(node.text))))]
