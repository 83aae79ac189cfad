"""Questions about how the text of an expression begins, ends, or reads at its place."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from dispatchless.cppast import exprs as e
from dispatchless.cppast.lambdas import Lambda
from dispatchless.cppast.literals import FloatLit, IntLit
from dispatchless.cppast.names import ConversionName, NamePart, OperatorName, QualifiedName
from dispatchless.cppast.node import Expr
from dispatchless.cppast.operators import ANGLE, BINARY, Prec
from dispatchless.cppast.printer.precedence import left_floor, precedence, right_floor
from dispatchless.cppast.templates import Requires
from dispatchless.cppast.visit import find

# What begins the text of an expression, and its floor there. A Binary has its operator's.
_FIRST: dict[type[Expr], tuple[Callable[[Any], Expr], Prec]] = {
    e.Assign: (attrgetter("target"), Prec.LOGICAL_OR),
    e.Conditional: (attrgetter("cond"), Prec.LOGICAL_OR),
    e.Call: (attrgetter("callee"), Prec.POSTFIX),
    e.Member: (attrgetter("base"), Prec.POSTFIX),
    e.Index: (attrgetter("base"), Prec.POSTFIX),
    e.Postfix: (attrgetter("operand"), Prec.POSTFIX),
    e.PackExpansion: (attrgetter("pattern"), Prec.UNARY),
}

# The operand of what begins with a token of its own, and its floor.
_ONLY: dict[type[Expr], tuple[Callable[[Any], Expr], Prec]] = {
    e.Prefix: (attrgetter("operand"), Prec.UNARY),
    e.Delete: (attrgetter("expr"), Prec.UNARY),
    e.CoAwait: (attrgetter("expr"), Prec.UNARY),
}


def leftmost(node: Expr) -> Expr | None:
    """The expression whose text begins that of `node`; None if it begins with a parenthesis."""
    while True:
        if isinstance(node, e.Binary):
            inner, floor = node.left, left_floor(BINARY[node.op], node.left)
        else:
            first = _FIRST.get(node.__class__)
            if first is None:
                return node
            inner, floor = first[0](node), first[1]
        if precedence(inner) < floor:
            return None
        node = inner


def first_character(node: Expr) -> str:
    """The first character of an operand of a prefix operator where it is one of `+ - &`."""
    if isinstance(node, e.Prefix):
        return node.op[0]
    if isinstance(node, (IntLit, FloatLit)) and node.negative:
        return "-"
    return ""


def begins_with_bracket(node: Expr) -> bool:
    """Whether the text begins with `[`, as a lambda's does."""
    return isinstance(leftmost(node), Lambda)


def reads_as_parameter(node: Expr, declared: str) -> bool:
    """Whether `node` in `T x(node)` could be read as the declaration of a parameter ([stmt.ambig]).

    That is `W()`, `W(n)`, such with calls or subscripts behind, and `W(n) = 1` with what would be a
    default; anything else after it (an operator, a member) decides for an expression. In
    `W(n[x.m]).f()` it does so only after g++ has looked for `x`, the name that is `declared`, where
    it is not known yet.
    """
    first = leftmost(node)
    if isinstance(first, e.Construct) and not first.braces and _mentions(first, declared):
        return True
    if isinstance(node, e.Assign) and node.op == "=":
        node = node.target
    while isinstance(node, (e.Call, e.Index)):
        node = node.callee if isinstance(node, e.Call) else node.base
    return isinstance(node, e.Construct) and not node.braces and len(node.args) <= 1


def reads_as_type(node: Expr) -> bool:
    """Whether `node` could be read as a type where both may stand ([dcl.ambig.res]).

    `T()` is a function type there, and so is `T(U(n))`, with `n` as the name of a parameter.
    """
    while isinstance(node, (e.Call, e.Index)):
        node = node.callee if isinstance(node, e.Call) else node.base
    return (
        isinstance(node, e.Construct)
        and not node.braces
        and all(reads_as_parameter(arg, "") for arg in node.args)
    )


def _mentions(node: Expr, name: str) -> bool:
    return any(inner.name.parts == (name,) for inner in find(node, e.NameExpr))


def reads_as_declaration(node: Expr) -> bool:
    """Whether `node;` could be read as a declaration ([stmt.ambig]): `T(x);`, `T(*p) = 0;`."""
    while True:
        if isinstance(node, e.Call):
            node = node.callee
        elif isinstance(node, e.Index):
            node = node.base
        elif isinstance(node, e.Assign) or (isinstance(node, e.Binary) and node.op == ","):
            inner = node.target if isinstance(node, e.Assign) else node.left
            if precedence(inner) < (Prec.LOGICAL_OR if isinstance(node, e.Assign) else Prec.COMMA):
                return False
            node = inner
        else:
            return isinstance(node, e.Construct) and not node.braces and len(node.args) == 1


def bare_angle(node: Expr) -> bool:
    """Whether the text may have a `<`, `>` or shift operator outside of all parentheses.

    Braces do not protect a `>` from ending a template argument list: lambdas and requirements
    count as having one.
    """
    pending: list[tuple[Expr, Prec]] = [(node, Prec.COMMA)]
    while pending:
        current, floor = pending.pop()
        if precedence(current) < floor:
            continue  # in parentheses
        if isinstance(current, e.Binary):
            if current.op in ANGLE:
                return True
            level = BINARY[current.op]
            pending += [
                (current.left, left_floor(level, current.left)),
                (current.right, right_floor(level, current.right)),
            ]
        elif isinstance(current, (Lambda, Requires)):
            return True
        elif isinstance(current, e.Conditional):
            pending += [
                (current.cond, Prec.LOGICAL_OR),
                (current.then, Prec.ASSIGN),
                (current.otherwise, Prec.ASSIGN),
            ]
        elif isinstance(current, e.Assign):
            pending += [(current.target, Prec.LOGICAL_OR), (current.value, Prec.ASSIGN)]
        elif isinstance(current, e.Construct) and current.braces:
            pending += [(arg, Prec.ASSIGN) for arg in current.args]
        elif isinstance(current, e.InitList):
            pending += [(element, Prec.ASSIGN) for element in current.elements]
        elif isinstance(current, e.New) and isinstance(current.init, e.BraceInit):
            pending += [(arg, Prec.ASSIGN) for arg in current.init.args]
        elif (inner := _FIRST.get(current.__class__) or _ONLY.get(current.__class__)) is not None:
            pending.append((inner[0](current), inner[1]))
        elif isinstance(current, e.Cast) and current.kind == "c_style":
            pending.append((current.expr, Prec.UNARY))
    return False


def _last_name(node: Expr) -> NamePart | QualifiedName | None:
    """The name that the text ends in, if it does."""
    while True:
        if isinstance(node, e.Binary):
            node = node.right
        elif isinstance(node, e.Prefix):
            node = node.operand
        elif isinstance(node, e.Cast) and node.kind == "c_style":
            node = node.expr
        elif isinstance(node, (e.NameExpr, e.Member)):
            name = node.name
            return name.last if isinstance(name, QualifiedName) else name
        else:
            return None


def ends_with_angle_operator(node: Expr) -> bool:
    """Whether the text ends in an operator's name that makes one token with a `>` behind."""
    last = _last_name(node)
    return isinstance(last, OperatorName) and last.symbol.endswith((">", "-", "<=", "%"))


def ends_with_conversion(node: Expr) -> bool:
    """Whether the text ends in a name such as `operator int`, which `*` and `&` would go on."""
    return isinstance(_last_name(node), ConversionName)
