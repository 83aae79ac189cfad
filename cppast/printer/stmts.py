"""Handlers of statements."""

from __future__ import annotations

from dispatchless.cppast import stmts as s
from dispatchless.cppast.decls import StructuredBinding, Var
from dispatchless.cppast.exprs import Construct
from dispatchless.cppast.layout import Doc
from dispatchless.cppast.macros import MacroStmt
from dispatchless.cppast.node import Expr, Node
from dispatchless.cppast.operators import Prec
from dispatchless.cppast.printer.blocks import body_lines, catch_head, comment_lines, try_lines
from dispatchless.cppast.printer.core import (
    BLANK,
    IN,
    LINES,
    OUT,
    Item,
    Outdented,
    Printer,
    prints_lines,
)
from dispatchless.cppast.printer.decls import binding_text, local_text, variable_text
from dispatchless.cppast.printer.exprs import macro_invocation
from dispatchless.cppast.printer.functions import attributes
from dispatchless.cppast.printer.positions import leftmost, reads_as_declaration


def expression_statement(p: Printer, expr: Expr) -> Doc:
    """An expression that cannot be read as a declaration."""
    if reads_as_declaration(expr):
        return p.cat("(", p.doc(expr), ")")
    return p.doc(expr)


def simple_statement(p: Printer, node: s.ExprStmt | s.Return) -> Doc:
    """A statement of one line."""
    if isinstance(node, s.ExprStmt):
        return p.cat(expression_statement(p, node.expr), ";")
    if node.value is None:
        return "return;"
    return p.cat("return ", p.doc(node.value), ";")


@prints_lines(s.ExprStmt, s.Return)
def expr_stmt(p: Printer, node: s.ExprStmt | s.Return) -> list[Item]:
    return [simple_statement(p, node)]


@prints_lines(s.CoReturn)
def co_return(p: Printer, node: s.CoReturn) -> list[Item]:
    return ["co_return;" if node.value is None else p.cat("co_return ", p.doc(node.value), ";")]


@prints_lines(s.DeclStmt)
def decl_stmt(p: Printer, node: s.DeclStmt) -> list[Item]:
    handler = LINES.get(node.decl.__class__)
    if handler is None:
        raise p.fail(node.decl)
    return handler(p, node.decl)


@prints_lines(s.Block)
def block(p: Printer, node: s.Block) -> list[Item]:
    return body_lines(p, "{", node)


def _init(p: Printer, init: s.ExprStmt | s.DeclStmt | None) -> Doc:
    """The first part of an `if`, `for` or `switch`, with its semicolon."""
    if init is None:
        return ";"
    if isinstance(init, s.ExprStmt):
        # g++ takes `T(x).f()` for a declaration here, which it does not elsewhere.
        if isinstance(leftmost(init.expr), Construct):
            return p.cat("(", p.doc(init.expr), ");")
        return p.cat(expression_statement(p, init.expr), ";")
    return p.cat(local_text(p, init.decl), ";")


def _condition(p: Printer, cond: Expr | Var, init: s.ExprStmt | s.DeclStmt | None = None) -> Doc:
    text = variable_text(p, cond) if isinstance(cond, Var) else p.converted(cond)
    return text if init is None else p.cat(_init(p, init), " ", text)


@prints_lines(s.If)
def if_(p: Printer, node: s.If) -> list[Item]:
    """An `if` with all its `else if`, in one go: a long chain is no deep nesting."""
    items: list[Item] = []
    opening: Doc = ""
    current: s.If | s.Block | None = node
    while isinstance(current, s.If):
        word = "if constexpr (" if current.constexpr else "if ("
        head = p.cat(opening, word, _condition(p, current.cond, current.init), ") {")
        items += [head, IN, *current.then.statements, OUT]
        opening = "} else "
        current = current.otherwise
    if current is not None:
        items += ["} else {", IN, *current.statements, OUT]
    items.append("}")
    return items


@prints_lines(s.For)
def for_(p: Printer, node: s.For) -> list[Item]:
    cond = "" if node.cond is None else p.cat(" ", p.converted(node.cond))
    step = "" if node.step is None else p.cat(" ", p.doc(node.step))
    head = p.cat("for (", _init(p, node.init), cond, ";", step, ") {")
    return body_lines(p, head, node.body)


@prints_lines(s.RangeFor)
def range_for(p: Printer, node: s.RangeFor) -> list[Item]:
    init = "" if node.init is None else p.cat(_init(p, node.init), " ")
    decl = (
        binding_text(p, node.decl)
        if isinstance(node.decl, StructuredBinding)
        else variable_text(p, node.decl)
    )
    head = p.cat("for (", init, decl, " : ", p.doc(node.range), ") {")
    return body_lines(p, head, node.body)


@prints_lines(s.While)
def while_(p: Printer, node: s.While) -> list[Item]:
    return body_lines(p, p.cat("while (", _condition(p, node.cond), ") {"), node.body)


@prints_lines(s.DoWhile)
def do_while(p: Printer, node: s.DoWhile) -> list[Item]:
    return body_lines(p, "do {", node.body, p.cat("} while (", p.converted(node.cond), ");"))


@prints_lines(s.Switch)
def switch(p: Printer, node: s.Switch) -> list[Item]:
    head = p.cat("switch (", _condition(p, node.cond, node.init), ") {")
    items: list[Item] = [head, IN, *node.cases]
    if node.cases and not node.cases[-1].body:
        # A label before the closing brace needs a statement up to C++23.
        items += [IN, "break;", OUT]
    return [*items, OUT, "}"]


@prints_lines(s.Case)
def case(p: Printer, node: s.Case) -> list[Item]:
    labels: list[Doc] = [
        p.cat("case ", p.operand(value, Prec.CONDITIONAL), ":") for value in node.values
    ] or ["default:"]
    if node.attributes:
        labels[0] = p.cat(attributes(p, node.attributes), labels[0])
    items: list[Item] = list(labels)
    if not node.body:
        return items
    if any(_declares(statement) for statement in node.body):
        items[-1] = p.cat(labels[-1], " {")
        return [*items, IN, *node.body, OUT, "}"]
    return [*items, IN, *node.body, OUT]


def _declares(statement: Node) -> bool:
    return isinstance(statement, (s.DeclStmt, s.Opaque))


@prints_lines(s.Break)
def break_(p: Printer, node: s.Break) -> list[Item]:
    return ["break;"]


@prints_lines(s.Continue)
def continue_(p: Printer, node: s.Continue) -> list[Item]:
    return ["continue;"]


@prints_lines(s.Try)
def try_(p: Printer, node: s.Try) -> list[Item]:
    return try_lines(p, "try {", node)


@prints_lines(s.Catch)
def catch(p: Printer, node: s.Catch) -> list[Item]:
    return body_lines(p, catch_head(p, node), node.body)


@prints_lines(s.CommentStmt)
def comment(p: Printer, node: s.CommentStmt) -> list[Item]:
    return comment_lines(p, node.text)


@prints_lines(s.Label)
def label(p: Printer, node: s.Label) -> list[Item]:
    # A label needs a statement behind it up to C++23.
    return [Outdented(node.name + ":;")]


@prints_lines(s.Goto)
def goto(p: Printer, node: s.Goto) -> list[Item]:
    return [f"goto {node.name};"]


@prints_lines(s.Attributed)
def attributed(p: Printer, node: s.Attributed) -> list[Item]:
    if node.statement is None:
        return [p.cat(attributes(p, node.attributes, ""), ";")]
    return [attributes(p, node.attributes, ""), node.statement]


@prints_lines(MacroStmt)
def macro_stmt(p: Printer, node: MacroStmt) -> list[Item]:
    if node.args is None:
        if node.header is not None:
            p.headers.add(node.header)
        call: Doc = node.name
    else:
        call = macro_invocation(p, node.name, node.args, node.header)
    if node.body is not None:
        return body_lines(p, p.cat(call, " {"), node.body)
    return [p.cat(call, ";") if node.semicolon else call]


@prints_lines(s.Opaque)
def opaque(p: Printer, node: s.Opaque) -> list[Item]:
    text = node.text.strip("\n")
    if 'R"' in text or "\\\n" in text or "/*" in text:
        # Adding blanks at line starts could change a literal.
        return [p.verbatim(text)]
    return [BLANK if not line.strip() else line.rstrip() for line in text.split("\n")]
