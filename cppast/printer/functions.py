"""Handlers of functions, parameters, templates' heads, lambdas and requires-expressions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import attrgetter

from dispatchless.cppast import functions as fn
from dispatchless.cppast import templates as t
from dispatchless.cppast.attributes import Attribute, ObjectAttribute
from dispatchless.cppast.exprs import Binary, Fold, NameExpr
from dispatchless.cppast.lambdas import Capture, CaptureThis, Lambda
from dispatchless.cppast.layout import HARD, LINE, Cat, Doc, Group, Indent, join
from dispatchless.cppast.literals import BoolLit
from dispatchless.cppast.node import Expr
from dispatchless.cppast.operators import BINARY, Prec
from dispatchless.cppast.printer.blocks import body_lines, try_lines
from dispatchless.cppast.printer.core import (
    ATOM_WIDTH,
    Item,
    NotFlat,
    Printer,
    prints,
    prints_lines,
)
from dispatchless.cppast.stmts import Block, ExprStmt, Return, Try

# --- parts -----------------------------------------------------------------------------------


def attributes(p: Printer, nodes: Sequence[ObjectAttribute], after: str = " ") -> Doc:
    """`[[a, b]] alignas(n) `, or nothing."""
    if not nodes:
        return ""
    listed = [p.doc(node) for node in nodes if isinstance(node, Attribute)]
    parts: list[Doc] = [p.cat("[[", *join(", ", listed), "]]")] if listed else []
    parts += [p.doc(node) for node in nodes if not isinstance(node, Attribute)]
    return p.cat(*join(" ", parts), after)


@prints(fn.Param)
def param(p: Printer, node: fn.Param) -> Doc:
    text = p.type(node.type) if node.name is None else p.declare(node.type, node.name)
    if node.default is not None:
        text = p.cat(text, " = ", p.arg(node.default))
    return p.cat(attributes(p, node.attributes), text) if node.attributes else text


def noexcept(p: Printer, value: bool | Expr) -> Doc:
    """` noexcept`, ` noexcept(expr)`, or nothing."""
    if isinstance(value, Expr):
        return p.cat(" noexcept(", p.operand(value, Prec.CONDITIONAL), ")")
    return " noexcept" if value else ""


def constraint(p: Printer, expr: Expr, *, closed: bool = False) -> Doc:
    """The expression of a requires-clause: `&&` and `||` of primary expressions ([temp.pre]).

    `closed` keeps a name at its end apart from a `::` that follows.
    """
    if isinstance(expr, Binary) and expr.op in ("&&", "||"):
        level = BINARY[expr.op]
        operands: list[Doc] = []
        spine: Expr = expr
        count = 0
        while isinstance(spine, Binary) and BINARY.get(spine.op) == level:
            operands.append(_constraint_operand(p, spine.right, Prec(level + 1), closed))
            closed = False
            spine = spine.left
            count += 1
        operands.append(_constraint_operand(p, spine, level))
        operands.reverse()
        return p.operators(operands, [expr.op] * count)
    return _constraint_operand(p, expr, Prec.LOGICAL_OR, closed)


def _constraint_operand(p: Printer, expr: Expr, floor: Prec, closed: bool = False) -> Doc:
    if isinstance(expr, Binary) and expr.op in ("&&", "||") and BINARY[expr.op] >= floor:
        return constraint(p, expr, closed=closed)
    if closed and isinstance(expr, NameExpr):
        return p.cat("(", p.doc(expr), ")")
    if isinstance(expr, (NameExpr, BoolLit, Fold, t.Requires)):
        return p.doc(expr)
    return p.cat("(", p.doc(expr), ")")


# --- function heads --------------------------------------------------------------------------

_SPECIFIERS = ("extern", "static", "inline", "constexpr", "consteval", "virtual")
_MEMBER_SPECIFIERS = attrgetter(*_SPECIFIERS)
_SUFFIXES = attrgetter("const", "volatile", "ref", "noexcept", "override", "final", "trailing")
_NO_SUFFIX = (False, False, "", False, False, False, False)


@cache
def _words(flags: tuple[bool, ...]) -> str:
    return "".join(word + " " for word, flag in zip(_SPECIFIERS, flags, strict=True) if flag)


def explicit_text(p: Printer, value: bool | Expr) -> Doc:
    """`explicit `, `explicit(expr) `, or nothing."""
    if isinstance(value, Expr):
        return p.cat("explicit(", p.operand(value, Prec.CONDITIONAL), ") ")
    return "explicit " if value else ""


def _specifiers(node: fn.FunctionDecl) -> str:
    if isinstance(node, (fn.Function, fn.OperatorFunction, fn.Conversion)):
        return _words(_MEMBER_SPECIFIERS(node))
    return _words(tuple(getattr(node, word, False) for word in _SPECIFIERS))


def function_head(p: Printer, node: fn.FunctionDecl, prefix: str = "", suffix: str = "") -> Doc:
    """A function up to its body or semicolon, with `prefix` (`friend `) at the front."""
    front: Doc = prefix + _specifiers(node)
    if node.__class__ is not fn.Function:
        explicit = getattr(node, "explicit", False)
        if explicit is not False:
            front = p.cat(front, explicit_text(p, explicit))
    if node.attributes:
        front = p.cat(attributes(p, node.attributes), front)
    end: Doc = suffix
    if node.requires is not None:
        end = p.cat(" requires ", constraint(p, node.requires), suffix)
    if isinstance(node, (fn.Function, fn.OperatorFunction, fn.Conversion)):
        return _signature(p, node, front, end)
    if isinstance(node, fn.Constructor):
        name = _qualified(p, node, node.name)
        head = p.brackets(p.cat(name, "("), p.params(node.params), ")")
        return p.cat(front, head, noexcept(p, node.noexcept), end)
    assert isinstance(node, fn.Destructor)
    name = _qualified(p, node, "~" + node.name)
    override = " override" if node.override else ""
    return p.cat(front, name, "()", noexcept(p, node.noexcept), override, end)


def _qualified(p: Printer, node: fn.FunctionDecl, name: Doc) -> Doc:
    return name if node.qualifier is None else p.cat(p.name(node.qualifier), "::", name)


def _signature(
    p: Printer, node: fn.Function | fn.OperatorFunction | fn.Conversion, front: Doc, end: Doc
) -> Doc:
    """A function from its return type to its suffixes, between `front` and `end`."""
    name: Doc
    if isinstance(node, fn.Function):
        name = node.name if isinstance(node.name, str) else p.doc(node.name)
    elif isinstance(node, fn.OperatorFunction):
        name = f"operator{' ' if node.op[0].isalpha() else ''}{node.op}"
    else:
        name = p.cat("operator ", p.type(node.type))
    if node.qualifier is not None:
        name = _qualified(p, node, name)
        if node.qualifier.rooted and not isinstance(node, fn.Conversion):
            name = p.cat("(", name, ")")  # `T ::n::f()` would read as the scope `T::n`
    if isinstance(node, fn.Conversion):
        inner = p.cat(name, "()")
    else:
        docs = p.params(node.params)
        if node.variadic:
            docs = [*docs, "..."]
        inner = p.brackets(p.cat(name, "("), docs, ")")
        if _SUFFIXES(node) == _NO_SUFFIX:
            around = p.around(node.returns)
            if around is None:
                return p.cat(front, p.declare(node.returns, inner), end)
            return p.cat(front, around[0], inner, around[1], end)
    words = [
        word
        for word, wanted in (
            ("const", node.const),
            ("volatile", node.volatile),
            (node.ref, node.ref),
        )
        if wanted
    ]
    if words:
        inner = p.cat(inner, " " + " ".join(words))
    if node.noexcept is not False:
        inner = p.cat(inner, noexcept(p, node.noexcept))
    if not isinstance(node, fn.Conversion):
        if node.trailing:
            inner = p.cat("auto ", inner, " -> ", p.type(node.returns))
        else:
            inner = p.declare(node.returns, inner)
    virt = (" override" if node.override else "") + (" final" if node.final else "")
    return p.cat(front, inner, virt, end)


@prints_lines(fn.Function, fn.OperatorFunction, fn.Conversion, fn.Constructor, fn.Destructor)
def function(p: Printer, node: fn.FunctionDecl) -> list[Item]:
    return function_lines(p, node)


def function_lines(p: Printer, node: fn.FunctionDecl, prefix: str = "") -> list[Item]:
    """A function with its body."""
    body = node.body
    if body.__class__ is Block and node.__class__ is fn.Function:  # most, on a short way
        return body_lines(p, function_head(p, node, prefix, " {"), body)
    if body is None:
        return [function_head(p, node, prefix, ";")]
    if isinstance(body, fn.SpecialBody):
        return [function_head(p, node, prefix, f" = {body.value};")]
    start = " try {" if isinstance(body, Try) else " {"
    if isinstance(node, fn.Constructor) and node.inits:
        head = function_head(p, node, prefix, start.removesuffix(" {"))
        head = p.cat(_member_inits(p, head, node), " {")
    else:
        head = function_head(p, node, prefix, start)
    return try_lines(p, head, body) if isinstance(body, Try) else body_lines(p, head, body)


def _member_inits(p: Printer, head: Doc, node: fn.Constructor) -> Doc:
    """The head with ` : a(x), b(y)`; broken, one initialiser on each line below the first."""
    first, *rest = [p.doc(init) for init in node.inits]
    if p.flat:
        return p.cat(head, " : ", *join(", ", [first, *rest]))
    parts: list[Doc] = [Indent(4, Cat((LINE, ": ", first)))]
    parts += [Indent(6, Cat((",", LINE, init))) for init in rest]
    return Cat((head, Group(Cat(parts))))


@prints(fn.MemberInit)
def member_init(p: Printer, node: fn.MemberInit) -> Doc:
    name = node.name if isinstance(node.name, str) else p.name(node.name)
    return p.cat(name, p.doc(node.init), "..." if node.pack else "")


@prints_lines(fn.DeductionGuide)
def deduction_guide(p: Printer, node: fn.DeductionGuide) -> list[Item]:
    opening = p.cat(explicit_text(p, node.explicit), node.name, "(")
    head = p.brackets(opening, p.params(node.params), ")")
    return [p.cat(head, " -> ", p.type(node.type), ";")]


# --- template heads --------------------------------------------------------------------------


def template_head(p: Printer, nodes: Sequence[t.TemplateParam]) -> Doc:
    """`template <params>`"""
    return p.brackets("template <", [p.doc(node) for node in nodes], ">")


@prints(t.TypeParam)
def type_param(p: Printer, node: t.TypeParam) -> Doc:
    text: Doc = node.keyword if node.concept is None else p.name(node.concept)
    text = p.cat(text, "..." if node.pack else "", f" {node.name}" if node.name else "")
    return text if node.default is None else p.cat(text, " = ", p.type(node.default))


@prints(t.ValueParam)
def value_param(p: Printer, node: t.ValueParam) -> Doc:
    from dispatchless.cppast.printer.names import template_argument

    text = p.type(node.type) if node.name is None else p.declare(node.type, node.name)
    return text if node.default is None else p.cat(text, " = ", template_argument(p, node.default))


@prints(t.TemplateTemplateParam)
def template_template_param(p: Printer, node: t.TemplateTemplateParam) -> Doc:
    pack = "..." if node.pack else ""
    text = p.cat(
        template_head(p, node.params), " class", pack, f" {node.name}" if node.name else ""
    )
    return text if node.default is None else p.cat(text, " = ", p.name(node.default))


# --- lambdas ---------------------------------------------------------------------------------


@prints(Capture)
def capture(p: Printer, node: Capture) -> Doc:
    by_ref = "&" if node.by_ref else ""
    pack = "..." if node.pack else ""
    if node.init is None:
        return f"{by_ref}{node.name}{pack}"
    # [expr.prim.lambda.capture]: `...name = pattern` is the form with an initialiser.
    if isinstance(node.init, Expr):
        return p.cat(f"{by_ref}{pack}{node.name} = ", p.arg(node.init))
    return p.cat(f"{by_ref}{pack}{node.name}", p.doc(node.init))


@prints(CaptureThis)
def capture_this(p: Printer, node: CaptureThis) -> Doc:
    return "*this" if node.copy else "this"


@prints(Lambda)
def lambda_expr(p: Printer, node: Lambda) -> Doc:
    captures = [p.doc(c) for c in node.captures]
    if node.default:
        captures.insert(0, node.default)
    parts: list[Doc] = [p.brackets("[", captures, "]")]
    if node.template_params:
        parts.append(p.brackets("<", [p.doc(n) for n in node.template_params], ">"))
        if node.requires is not None:
            parts += [" requires ", constraint(p, node.requires), " "]
    words = (" mutable" if node.mutable else "") + (" constexpr" if node.constexpr else "")
    # C++20 needs the parentheses before any specifier or return type.
    needed = node.params or words or node.noexcept is not False or node.returns or node.attributes
    if needed or node.requires is not None:
        parts.append(p.brackets("(", p.params(node.params), ")"))
    parts += [words, noexcept(p, node.noexcept)]
    if node.attributes:
        parts += [" ", attributes(p, node.attributes, "")]
    if node.returns is not None:
        parts += [" -> ", p.type(node.returns)]
    if node.requires is not None and not node.template_params:
        parts += [" requires ", constraint(p, node.requires)]
    parts += [" ", _lambda_body(p, node.body)]
    return p.cat(*parts)


def _lambda_body(p: Printer, body: Block) -> Doc:
    if not body.statements:
        return "{}"
    only = body.statements[0] if len(body.statements) == 1 else None
    if isinstance(only, (ExprStmt, Return)):
        from dispatchless.cppast.printer.stmts import simple_statement

        text = simple_statement(p, only)
        if isinstance(text, str) and len(text) <= ATOM_WIDTH:
            return p.cat("{ ", text, " }")
    return p.block(body.statements)


@prints(t.Requires)
def requires_expr(p: Printer, node: t.Requires) -> Doc:
    head: Doc = "requires "
    if node.params:
        head = p.cat(p.brackets("requires (", p.params(node.params), ")"), " ")
    requirements = [p.doc(r) for r in node.requirements]
    if len(requirements) == 1 and isinstance(requirements[0], str):
        return p.cat(head, "{ ", requirements[0], " }")
    if p.flat:
        raise NotFlat
    lines = [part for requirement in requirements for part in (HARD, requirement)]
    return Cat((head, "{", Indent(2, Cat(lines)), HARD, "}"))


@prints(t.SimpleRequirement)
def simple_requirement(p: Printer, node: t.SimpleRequirement) -> Doc:
    # A leading `requires` would begin a nested requirement.
    if isinstance(_base(node.expr), t.Requires):
        return p.cat("(", p.doc(node.expr), ");")
    return p.cat(p.doc(node.expr), ";")


def _base(expr: Expr) -> Expr:
    from dispatchless.cppast.printer.positions import leftmost

    return leftmost(expr) or expr


@prints(t.TypeRequirement)
def type_requirement(p: Printer, node: t.TypeRequirement) -> Doc:
    return p.cat("typename ", p.name(node.name), ";")


@prints(t.CompoundRequirement)
def compound_requirement(p: Printer, node: t.CompoundRequirement) -> Doc:
    text = p.cat("{ ", p.doc(node.expr), " }", " noexcept" if node.noexcept else "")
    if node.constraint is not None:
        text = p.cat(text, " -> ", p.name(node.constraint))
    return p.cat(text, ";")


@prints(t.NestedRequirement)
def nested_requirement(p: Printer, node: t.NestedRequirement) -> Doc:
    return p.cat("requires ", constraint(p, node.expr), ";")
