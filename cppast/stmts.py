"""Statements. Every body is a `Block`, so an `else` has one `if` it can belong to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

import attrs

from dispatchless.cppast.attributes import Attribute, attribute_tuple
from dispatchless.cppast.exprs import PackExpansion, not_expanded
from dispatchless.cppast.names import check_identifier
from dispatchless.cppast.node import Decl, Expr, Node, NodeError, Stmt, as_tuple, expr_tuple, rules
from dispatchless.cppast.types import has_auto
from dispatchless.frozen import frozen

if TYPE_CHECKING:
    from dispatchless.cppast.decls import StructuredBinding, Var
    from dispatchless.cppast.functions import Param
    from dispatchless.cppast.preproc import Preproc


def check_comment(text: str) -> None:
    """A comment must not end early or run on into the next line ([lex.phases], [lex.comment])."""
    if "*/" in text:
        raise NodeError(f"a comment cannot hold `*/`: {text!r}")
    if any(c in text for c in "\r\f\v\0"):
        raise NodeError(f"a comment has no control characters but newlines: {text!r}")
    for line in text.split("\n"):
        if line.rstrip().endswith(("\\", "??/")):
            raise NodeError(f"a line of a comment cannot end in a backslash: {line!r}")


@frozen(eq=False, repr=False)
class ExprStmt(Stmt):
    """`expr;`"""

    expr: Expr

    def __attrs_post_init__(self) -> None:
        not_expanded(self.expr, "a statement")


@frozen(eq=False, repr=False)
class DeclStmt(Stmt):
    """A declaration inside a block."""

    decl: Decl

    def __attrs_post_init__(self) -> None:
        rules().check_block_declaration(self.decl)


@frozen(eq=False, repr=False)
class Return(Stmt):
    """`return value;`; the value may be a braced list."""

    value: Expr | None = None

    def __attrs_post_init__(self) -> None:
        if isinstance(self.value, PackExpansion):
            not_expanded(self.value, "a returned value")


@frozen(eq=False, repr=False)
class CoReturn(Stmt):
    """`co_return value;`"""

    value: Expr | None = None

    def __attrs_post_init__(self) -> None:
        if isinstance(self.value, PackExpansion):
            not_expanded(self.value, "a returned value")


BlockItem: TypeAlias = "Stmt | Preproc"


def item_tuple(value: Iterable[BlockItem]) -> tuple[BlockItem, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class Block(Stmt):
    """`{ statements }`"""

    statements: tuple[BlockItem, ...] = attrs.field(converter=item_tuple, default=())

    def __attrs_post_init__(self) -> None:
        for statement in self.statements:
            if isinstance(statement, Decl) and not hasattr(statement, "is_preprocessor"):
                raise NodeError(f"a declaration in a block is a DeclStmt: {statement!r}")


@frozen(eq=False, repr=False)
class If(Stmt):
    """`if (init; cond) then else otherwise`; `constexpr` for `if constexpr`.

    The condition is an expression, or a variable with an initialiser.
    """

    cond: Expr | Var
    then: Block
    otherwise: Block | If | None = None
    init: ExprStmt | DeclStmt | None = attrs.field(default=None, kw_only=True)
    constexpr: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_condition(self.cond)
        check_init(self.init)
        _check_body(self.then)
        if self.otherwise is not None and not isinstance(self.otherwise, (Block, If)):
            raise NodeError(f"an else is a Block or an If: {self.otherwise!r}")


def check_condition(cond: Expr | Var) -> None:
    """[stmt.pre]: a condition is an expression, or a declaration with an initialiser."""
    if isinstance(cond, Expr):
        not_expanded(cond, "a condition")
    else:
        from dispatchless.cppast.exprs import ParenInit

        if cond.init is None or isinstance(cond.init, ParenInit):
            raise NodeError(f"a variable in a condition is initialised by = or braces: {cond!r}")


def check_init(init: ExprStmt | DeclStmt | None) -> None:
    """[stmt.pre]: the first part of a statement's head is an expression or a simple declaration."""
    if isinstance(init, DeclStmt):
        from dispatchless.cppast.decls import Alias, StructuredBinding, Var

        if not isinstance(init.decl, (Var, StructuredBinding, Alias)):
            raise NodeError(f"a statement's head declares variables or an alias: {init.decl!r}")
    elif init is not None and not isinstance(init, ExprStmt):
        raise NodeError(f"a statement's head begins with an expression or declaration: {init!r}")


def _check_body(body: object) -> None:
    if not isinstance(body, Block):
        raise NodeError(f"a body is a Block: {body!r}")


@frozen(eq=False, repr=False)
class For(Stmt):
    """`for (init; cond; step) body`; each of the three may be missing."""

    init: ExprStmt | DeclStmt | None
    cond: Expr | None
    step: Expr | None
    body: Block

    def __attrs_post_init__(self) -> None:
        check_init(self.init)
        for part in (self.cond, self.step):
            if part is not None:
                not_expanded(part, "a part of a for")
        _check_body(self.body)


@frozen(eq=False, repr=False)
class RangeFor(Stmt):
    """`for (init; decl : range) body`; the declared variable has no initialiser."""

    decl: Var | StructuredBinding
    range: Expr
    body: Block
    init: ExprStmt | DeclStmt | None = attrs.field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_init(self.init)
        if self.decl.init is not None:
            raise NodeError(f"the variable of a range-for has no initialiser: {self.decl!r}")
        if isinstance(self.range, PackExpansion):
            not_expanded(self.range, "a range")
        _check_body(self.body)


@frozen(eq=False, repr=False)
class While(Stmt):
    """`while (cond) body`"""

    cond: Expr | Var
    body: Block

    def __attrs_post_init__(self) -> None:
        check_condition(self.cond)
        _check_body(self.body)


@frozen(eq=False, repr=False)
class DoWhile(Stmt):
    """`do body while (cond);`"""

    body: Block
    cond: Expr

    def __attrs_post_init__(self) -> None:
        not_expanded(self.cond, "a condition")
        _check_body(self.body)


@frozen(eq=False, repr=False)
class Case(Node):
    """`case value:` for each of `values`, or `default:` when there is none, with its statements.

    Declarations get a block of their own, since a jump must not pass an initialisation.
    """

    values: tuple[Expr, ...] = attrs.field(converter=expr_tuple)
    body: tuple[BlockItem, ...] = attrs.field(converter=item_tuple, default=())
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        for value in self.values:
            not_expanded(value, "a case")


def case_tuple(value: Iterable[Case]) -> tuple[Case, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class Switch(Stmt):
    """`switch (init; cond) { cases }`"""

    cond: Expr | Var
    cases: tuple[Case, ...] = attrs.field(converter=case_tuple)
    init: ExprStmt | DeclStmt | None = attrs.field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_condition(self.cond)
        check_init(self.init)
        if sum(not case.values for case in self.cases) > 1:
            raise NodeError(f"a switch has one default at most: {self.cases!r}")
        seen: set[Expr] = set()
        for case in self.cases:
            for value in case.values:
                if value in seen:
                    raise NodeError(f"a switch has each case once: {value!r}")
                seen.add(value)


@frozen(eq=False, repr=False)
class Break(Stmt):
    """`break;`"""


@frozen(eq=False, repr=False)
class Continue(Stmt):
    """`continue;`"""


@frozen(eq=False, repr=False)
class Catch(Node):
    """`catch (param) body`; no parameter is `catch (...)`."""

    param: Param | None
    body: Block

    def __attrs_post_init__(self) -> None:
        if self.param is not None:
            if self.param.default is not None:
                raise NodeError(f"the parameter of a handler has no default: {self.param!r}")
            if has_auto(self.param.type):
                raise NodeError(f"what a handler catches is not auto: {self.param!r}")
        _check_body(self.body)


def catch_tuple(value: Iterable[Catch]) -> tuple[Catch, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class Try(Stmt):
    """`try body` with at least one handler; `catch (...)` comes last."""

    body: Block
    handlers: tuple[Catch, ...] = attrs.field(converter=catch_tuple)

    def __attrs_post_init__(self) -> None:
        _check_body(self.body)
        if not self.handlers:
            raise NodeError("a try has at least one handler: ()")
        for handler in self.handlers[:-1]:
            if handler.param is None:
                raise NodeError(f"catch (...) is the last handler: {handler!r}")


@frozen(eq=False, repr=False)
class CommentStmt(Stmt):
    """A `//` comment among statements, one line for each line of `text`."""

    text: str

    def __attrs_post_init__(self) -> None:
        check_comment(self.text)


@frozen(eq=False, repr=False)
class Label(Stmt):
    """`name:`"""

    name: str

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a label")


@frozen(eq=False, repr=False)
class Goto(Stmt):
    """`goto name;`"""

    name: str

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a label")


@frozen(eq=False, repr=False)
class Attributed(Stmt):
    """A statement after attributes; without one, `[[fallthrough]];`."""

    attributes: tuple[Attribute, ...] = attrs.field(converter=attribute_tuple)
    statement: Stmt | None = None


@frozen(eq=False, repr=False)
class Opaque(Stmt):
    """Statements that a user wrote, printed as they are: the only raw text in the tree."""

    text: str

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.text, str) or not self.text.strip():
            raise NodeError(f"opaque text holds at least one statement: {self.text!r}")
        if self.text.rstrip().endswith("\\"):
            raise NodeError(f"opaque text cannot end in a backslash: {self.text!r}")
