"""Invocations of macros, whose arguments the preprocessor splits at commas ([cpp.replace]).

Only parentheses protect a comma: not `<>`, `{}` or `[]`. An expression whose text has a bare comma
is printed in parentheses; a type or a braced list cannot be, and is refused (use an alias).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import attrs

from dispatchless.cppast.exprs import (
    AlignOf,
    Binary,
    BraceInit,
    Call,
    Cast,
    Construct,
    Fold,
    InitList,
    NoexceptExpr,
    PackExpansion,
    ParenInit,
    SizeOf,
    TypeId,
)
from dispatchless.cppast.lambdas import Lambda
from dispatchless.cppast.literals import RawStringLit
from dispatchless.cppast.names import Header, TemplateName, check_identifier
from dispatchless.cppast.node import Decl, Expr, Node, NodeError, Stmt, Type, as_tuple, children
from dispatchless.cppast.preproc import Define, IfSection, Preproc, Stringize
from dispatchless.cppast.stmts import Block, ExprStmt, Opaque, Return
from dispatchless.cppast.templates import CompoundRequirement, SimpleRequirement
from dispatchless.cppast.types import Decltype, FunctionType
from dispatchless.cppast.visit import walk
from dispatchless.frozen import frozen

MacroArgument: TypeAlias = "Expr | Type"


def macro_argument_tuple(value: Iterable[MacroArgument]) -> tuple[MacroArgument, ...]:
    return as_tuple(value)


# Fields that are always printed between parentheses, for each class.
_PROTECTED: dict[type[Node], frozenset[str]] = {
    Call: frozenset({"args"}),
    ParenInit: frozenset({"args"}),
    FunctionType: frozenset({"params"}),
    Decltype: frozenset({"expr"}),
    SizeOf: frozenset({"operand"}),
    AlignOf: frozenset({"type"}),
    NoexceptExpr: frozenset({"expr"}),
    TypeId: frozenset({"operand"}),
    Fold: frozenset({"pack", "init"}),
    Lambda: frozenset({"params"}),
}


def has_bare_comma(node: Node) -> bool:
    """Whether the text of `node` has a comma outside of all parentheses."""
    if isinstance(node, Binary) and node.op == ",":
        return True  # further down, a comma operator is in parentheses
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, MacroCall):
            continue
        if isinstance(current, Construct) and not current.braces:
            pending.append(current.type)
            continue
        if isinstance(current, Cast):
            if current.kind != "c_style":
                pending.append(current.type)
                continue
            pending.append(current.expr)
            continue
        if _separates(current):
            return True
        protected = _PROTECTED.get(type(current))
        if protected is None:
            pending.extend(children(current))
        else:
            for field in attrs.fields(type(current)):
                value = getattr(current, field.name)
                if field.name in protected or field.name == "origin":
                    continue
                if isinstance(value, Node):
                    pending.append(value)
                elif type(value) is tuple:
                    pending.extend(part for part in value if isinstance(part, Node))
    return False


def _separates(node: Node) -> bool:
    if isinstance(node, TemplateName):
        return len(node.args) > 1
    if isinstance(node, InitList):
        return len(node.elements) > 1
    if isinstance(node, (BraceInit, Construct)):
        return len(node.args) > 1
    if isinstance(node, Lambda):
        return (
            len(node.captures) + (node.default != "") > 1
            or len(node.template_params) > 1
            # Commas of statements and declarations are many; such a lambda gets parentheses.
            or len(node.body.statements) > 1
            or not all(isinstance(only, (ExprStmt, Return)) for only in node.body.statements)
        )
    if isinstance(node, (ExprStmt, Return, SimpleRequirement, CompoundRequirement)):
        return any(isinstance(part, Binary) and part.op == "," for part in children(node))
    return isinstance(node, Opaque) and "," in node.text


def check_macro_arguments(name: str, args: tuple[MacroArgument, ...]) -> None:
    """Refuse what no parentheses can protect, and directives ([cpp.replace.general])."""
    for arg in args:
        if isinstance(arg, (InitList, PackExpansion, Type)):
            if has_bare_comma(arg):
                raise NodeError(
                    f"a macro splits its arguments at commas, so {name!r} cannot take this type or "
                    f"list (use an alias): {arg!r}"
                )
        elif isinstance(arg, Expr):
            if any(isinstance(node, Preproc) for node in walk(arg)):
                raise NodeError(f"a directive in the arguments of a macro is undefined: {name!r}")
        else:
            raise NodeError(f"a macro argument is an expression or a type: {arg!r}")


@frozen(eq=False, repr=False)
class MacroCall(Expr):
    """`name(args)`, a function-like macro used as an expression."""

    name: str
    args: tuple[MacroArgument, ...] = attrs.field(converter=macro_argument_tuple, default=())
    header: Header | None = attrs.field(default=None, eq=False)

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a macro")
        check_macro_arguments(self.name, self.args)


@frozen(eq=False, repr=False)
class MacroStmt(Stmt):
    """`name(args);` as a statement; `semicolon=False` leaves out the semicolon.

    A `body` follows as a block: `name(args) { … }`.
    """

    name: str
    args: tuple[MacroArgument, ...] | None = attrs.field(
        converter=attrs.converters.optional(macro_argument_tuple), default=()
    )
    header: Header | None = attrs.field(default=None, eq=False)
    body: Block | None = attrs.field(default=None, kw_only=True)
    semicolon: bool = attrs.field(default=True, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a macro")
        check_macro_arguments(self.name, self.args or ())


@frozen(eq=False, repr=False)
class MacroDecl(Decl):
    """`name(args);` as a declaration; args of None is the bare name."""

    name: str
    args: tuple[MacroArgument, ...] | None = attrs.field(
        converter=attrs.converters.optional(macro_argument_tuple), default=()
    )
    header: Header | None = attrs.field(default=None, eq=False)
    semicolon: bool = attrs.field(default=True, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a macro")
        check_macro_arguments(self.name, self.args or ())


@frozen(eq=False, repr=False)
class MacroBlock(Decl):
    """`name(args) { body }` among declarations, as `TORCH_LIBRARY(ns, m) { … }`."""

    name: str
    args: tuple[MacroArgument, ...] = attrs.field(converter=macro_argument_tuple)
    body: Block
    header: Header | None = attrs.field(default=None, eq=False)

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a macro")
        check_macro_arguments(self.name, self.args)


def check_macro_body(body: tuple[Node, ...], params: tuple[str, ...] | None) -> None:
    """What a macro definition, one logical line, cannot hold; what `#` may stand before."""
    if params is not None and params[-1:] == ("...",):
        params = (*params[:-1], "__VA_ARGS__")
    pending = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, (Define, IfSection, Preproc)):
            raise NodeError(f"a macro body holds no directive: {node!r}")
        if isinstance(node, RawStringLit) and "\n" in node.value:
            raise NodeError(f"a macro body holds no raw string of several lines: {node!r}")
        if isinstance(node, Opaque) and "//" in node.text:
            raise NodeError(f"a macro body holds no `//` comment: {node!r}")
        if isinstance(node, Stringize) and node.param not in (params or ()):
            raise NodeError(f"`#` stands before a parameter of the macro: {node.param!r}")
        pending.extend(children(node))
