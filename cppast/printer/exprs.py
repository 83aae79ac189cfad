"""Handlers of expressions."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from dispatchless.cppast import exprs as e
from dispatchless.cppast import literals as lit
from dispatchless.cppast.layout import Doc
from dispatchless.cppast.macros import MacroArgument, MacroCall, has_bare_comma
from dispatchless.cppast.names import (
    Header,
)
from dispatchless.cppast.node import Expr, Type
from dispatchless.cppast.operators import BINARY, CHAINLESS, Prec
from dispatchless.cppast.preproc import Defined, HasInclude, Stringize
from dispatchless.cppast.printer.core import Printer, prints
from dispatchless.cppast.printer.declarators import declarator
from dispatchless.cppast.printer.names import in_macro, type_or_expression
from dispatchless.cppast.printer.positions import (
    begins_with_bracket,
    ends_with_conversion,
    first_character,
)
from dispatchless.cppast.printer.precedence import (
    binary_spine,
    left_floor,
    precedence,
    right_floor,
)
from dispatchless.cppast.types import (
    Array,
    Elaborated,
    FunctionType,
    LRef,
    MemberPointer,
    Pointer,
    Qualified,
    RRef,
)

# --- primary and postfix ---------------------------------------------------------------------


@prints(e.NameExpr)
def name_expr(p: Printer, node: e.NameExpr) -> Doc:
    return p.name(node.name)


@prints(e.This)
def this(p: Printer, node: e.This) -> Doc:
    return "this"


# Tokens that would take in a dot, a sign or a letter that follows ([lex.ppnumber]).
NUMBERS = (lit.IntLit, lit.FloatLit, lit.UserLit)

# The suffixes, and what each is put on.
POSTFIX_BASES: dict[type[Expr], Callable[[Any], Expr]] = {
    e.Call: attrgetter("callee"),
    e.Member: attrgetter("base"),
    e.Index: attrgetter("base"),
    e.Postfix: attrgetter("operand"),
}


@prints(*POSTFIX_BASES)
def postfix_chain(p: Printer, node: Expr) -> Doc:
    """A base and its suffixes: `.name`, `(args)`, `[index]`, `++`, collected without recursion."""
    if node.__class__ is e.Call:  # the two usual kinds of call on a short way
        callee = node.callee
        args = node.args
        if callee.__class__ is e.NameExpr:
            return p.brackets(p.cat(p.name(callee.name), "("), p.args(args), ")")
        if p.flat and callee.__class__ is e.Member and callee.base.__class__ is e.NameExpr:
            opening = p.cat(p.name(callee.base.name), _member(p, callee), "(")
            return p.brackets(opening, p.args(args), ")")
    suffixes: list[Any] = []
    base = node
    while (get_base := POSTFIX_BASES.get(base.__class__)) is not None:
        suffixes.append(base)
        base = get_base(base)
    start = p.operand(base, Prec.POSTFIX)
    if isinstance(base, NUMBERS) and precedence(base) >= Prec.POSTFIX:
        start = p.cat("(", start, ")")  # `1.f` would be one token
    group: list[Doc] = [start]
    groups = [group]
    for index in range(len(suffixes) - 1, -1, -1):
        suffix = suffixes[index]
        kind = suffix.__class__
        if kind is e.Member:
            if index and suffixes[index - 1].__class__ is e.Call:
                group = []
                groups.append(group)
            group.append(_member(p, suffix))
        elif kind is e.Call:
            group.append(p.brackets("(", p.args(suffix.args), ")"))
        elif kind is e.Index:
            group.append(p.brackets("[", [index_argument(p, a) for a in suffix.args], "]"))
        else:
            group.append(suffix.op)
    docs = [group[0] if len(group) == 1 else p.cat(*group) for group in groups]
    if len(docs) < 4:  # fewer than three calls
        return docs[0] if len(docs) == 1 else p.cat(*docs)
    return p.chain(docs[0], docs[1:])


def _member(p: Printer, node: e.Member) -> Doc:
    access = "->" if node.arrow else "."
    if isinstance(node.name, str):
        return access + node.name
    return p.cat(access, "template " if node.template else "", p.doc(node.name))


def index_argument(p: Printer, arg: Expr) -> Doc:
    """An index: `[[` would begin an attribute, and a comma there is deprecated."""
    text = p.arg(arg)
    return p.cat("(", text, ")") if begins_with_bracket(arg) else text


@prints(e.Construct)
def construct(p: Printer, node: e.Construct) -> Doc:
    type_ = p.type(node.type)
    if node.braces:
        return p.cat(type_, p.braces(p.args(node.args)))
    return p.brackets(p.cat(type_, "("), p.args(node.args), ")")


@prints(e.InitList)
def init_list(p: Printer, node: e.InitList) -> Doc:
    items = p.args(node.elements)
    if node.designators:
        items = [
            p.cat(f".{name} = ", item) for name, item in zip(node.designators, items, strict=True)
        ]
    return p.braces(items)


@prints(e.ParenInit)
def paren_init(p: Printer, node: e.ParenInit) -> Doc:
    return p.brackets("(", p.args(node.args), ")")


@prints(e.BraceInit)
def brace_init(p: Printer, node: e.BraceInit) -> Doc:
    return p.braces(p.args(node.args))


@prints(e.Cast)
def cast(p: Printer, node: e.Cast) -> Doc:
    if node.kind == "c_style":
        return p.cat("(", p.type(node.type), ")", p.operand(node.expr, Prec.UNARY))
    return p.brackets(
        p.cat(node.kind, "_cast<", p.type(node.type), ">("), [p.converted(node.expr)], ")"
    )


@prints(e.SizeOf, e.TypeId)
def measured(p: Printer, node: e.SizeOf | e.TypeId) -> Doc:
    word = "sizeof("
    if isinstance(node, e.TypeId):
        p.headers.add(Header("typeinfo"))
        word = "typeid("
    return p.cat(word, type_or_expression(p, node.operand, Prec.COMMA), ")")


@prints(e.SizeOfPack)
def sizeof_pack(p: Printer, node: e.SizeOfPack) -> Doc:
    return f"sizeof...({node.pack})"


@prints(e.AlignOf)
def alignof(p: Printer, node: e.AlignOf) -> Doc:
    return p.cat("alignof(", p.type(node.type), ")")


@prints(e.NoexceptExpr)
def noexcept_expr(p: Printer, node: e.NoexceptExpr) -> Doc:
    return p.cat("noexcept(", p.doc(node.expr), ")")


@prints(Defined)
def defined(p: Printer, node: Defined) -> Doc:
    return f"defined({node.name})"


@prints(Stringize)
def stringize(p: Printer, node: Stringize) -> Doc:
    return in_macro(p, "#" + node.param)


@prints(HasInclude)
def has_include(p: Printer, node: HasInclude) -> Doc:
    path = f"<{node.path}>" if node.system else f'"{node.path}"'
    return f"__has_include({path})"


# --- unary, binary, assignment ---------------------------------------------------------------


@prints(e.Prefix)
def prefix(p: Printer, node: e.Prefix) -> Doc:
    operand = node.operand
    text = p.operand(operand, Prec.UNARY)
    # Two signs in a row must stay two tokens.
    blank = " " if node.op[0] in "+-&" and first_character(operand) == node.op[0] else ""
    return p.cat(node.op, blank, text)


@prints(e.Binary)
def binary(p: Printer, node: e.Binary) -> Doc:
    """A chain of operators of one level, collected along its left spine without recursion."""
    level = BINARY[node.op]
    left = node.left
    if left.__class__ is e.Binary and level in CHAINLESS and BINARY[left.op] == level:
        return _nested_left(p, node, level)
    (first, *rest), operators = binary_spine(node)
    docs = [p.operand(first, left_floor(level, first))]
    for operand in rest:
        docs.append(p.operand(operand, right_floor(level, operand)))
    if level in _TYPE_LEVELS:
        for index, operand in enumerate((first, *rest[:-1])):
            if ends_with_conversion(operand):
                docs[index] = p.cat("(", docs[index], ")")
    return p.operators(docs, operators)


# The levels of `*`, `&` and `&&`: behind `operator int` those would be a part of the type.
_TYPE_LEVELS = frozenset(BINARY[op] for op in ("*", "&", "&&"))


def _nested_left(p: Printer, node: e.Binary, level: Prec) -> Doc:
    """`((a < b) < c) < d`: left operands in parentheses, put together from the innermost."""
    outer: list[e.Binary] = []
    inner: Expr = node
    while isinstance(inner, e.Binary) and BINARY[inner.op] == level:
        outer.append(inner)
        inner = inner.left
    doc = p.operand(inner, left_floor(level, inner))
    while outer:
        each = outer.pop()
        doc = p.operators([doc, p.operand(each.right, right_floor(level, each.right))], [each.op])
        if outer:
            doc = p.cat("(", doc, ")")
    return doc


@prints(e.Assign)
def assign(p: Printer, node: e.Assign) -> Doc:
    target = p.operand(node.target, Prec.LOGICAL_OR)
    return p.cat(target, f" {node.op} ", p.operand(node.value, Prec.ASSIGN))


@prints(e.Conditional)
def conditional(p: Printer, node: e.Conditional) -> Doc:
    parts = [
        p.operand(node.cond, Prec.LOGICAL_OR),
        p.operand(node.then, Prec.ASSIGN),
        p.operand(node.otherwise, Prec.ASSIGN),
    ]
    return p.operators(parts, ["?", ":"])


@prints(e.Throw)
def throw(p: Printer, node: e.Throw) -> Doc:
    return "throw" if node.expr is None else p.cat("throw ", p.operand(node.expr, Prec.ASSIGN))


@prints(e.CoAwait)
def co_await(p: Printer, node: e.CoAwait) -> Doc:
    return p.cat("co_await ", p.operand(node.expr, Prec.UNARY))


@prints(e.CoYield)
def co_yield(p: Printer, node: e.CoYield) -> Doc:
    return p.cat("co_yield ", p.operand(node.expr, Prec.ASSIGN))


@prints(e.PackExpansion)
def pack_expansion(p: Printer, node: e.PackExpansion) -> Doc:
    if isinstance(node.pattern, e.InitList):
        return p.cat(p.doc(node.pattern), "...")
    number = isinstance(node.pattern, NUMBERS)  # `1...` would be one token
    return p.cat(p.operand(node.pattern, Prec.UNARY), " ..." if number else "...")


@prints(e.Fold)
def fold(p: Printer, node: e.Fold) -> Doc:
    pack = p.operand(node.pack, Prec.UNARY)
    op = ", " if node.op == "," else f" {node.op} "
    init = None if node.init is None else p.operand(node.init, Prec.UNARY)
    if node.left:
        start = "(" if init is None else p.cat("(", init, op)
        return p.cat(start, "...", op, pack, ")")
    end = ")" if init is None else p.cat(op, init, ")")
    return p.cat("(", pack, op, "...", end)


@prints(e.New)
def new(p: Printer, node: e.New) -> Doc:
    parts: list[Doc] = ["::new " if node.rooted else "new "]
    if node.placement:
        parts += [p.brackets("(", p.args(node.placement), ")"), " "]
    # The number of elements is the first extent: `new int[n][3]` makes n arrays of three.
    made = node.type if node.array is None else Array(node.type, node.array)
    text = declarator(p, made, "", named=False)
    inner = made.type if isinstance(made, Qualified) else made
    # `new struct S{}` would define a class.
    named = isinstance(inner, Elaborated) and node.init is not None
    parts.append(p.cat("(", text, ")") if named or _in_parentheses(made) else text)
    if node.init is not None:
        parts.append(p.doc(node.init))
    return p.cat(*parts)


def _in_parentheses(type_: Type) -> bool:
    """Whether a type's own declarator has parentheses, which a new-type-id must not."""
    pointed = rooted = False
    while True:
        if isinstance(type_, Qualified):
            type_ = type_.type
        elif isinstance(type_, FunctionType) or (isinstance(type_, Array) and pointed):
            return True
        elif isinstance(type_, Array):
            type_ = type_.of
        elif isinstance(type_, (Pointer, MemberPointer, LRef, RRef)):
            pointed, rooted = True, isinstance(type_, MemberPointer) and type_.cls.rooted
            type_ = type_.to
        else:
            return rooted


@prints(e.Delete)
def delete(p: Printer, node: e.Delete) -> Doc:
    operand = p.operand(node.expr, Prec.UNARY)
    if begins_with_bracket(node.expr):
        operand = p.cat("(", operand, ")")  # `delete [` always deletes an array
    word = ("::" if node.rooted else "") + ("delete[] " if node.array else "delete ")
    return p.cat(word, operand)


# --- macros ----------------------------------------------------------------------------------


@prints(MacroCall)
def macro_call(p: Printer, node: MacroCall) -> Doc:
    return macro_invocation(p, node.name, node.args, node.header)


def macro_invocation(
    p: Printer, name: str, args: tuple[MacroArgument, ...], header: Header | None
) -> Doc:
    """`name(args)`; an expression with a comma outside of parentheses gets parentheses."""
    if header is not None:
        p.headers.add(header)
    return p.brackets(name + "(", [macro_argument(p, arg) for arg in args], ")")


def macro_argument(p: Printer, arg: MacroArgument) -> Doc:
    """One argument of a macro."""
    if isinstance(arg, Type):
        return p.type(arg)
    if has_bare_comma(arg):
        return p.cat("(", p.doc(arg), ")")
    return p.doc(arg)
