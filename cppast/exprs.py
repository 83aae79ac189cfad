"""Expressions. No node stands for parentheses: the printer sets them from one table."""

from __future__ import annotations

from typing import Literal

import attrs

from dispatchless.cppast.names import (
    NamePart,
    QualifiedName,
    TemplateName,
    check_identifier,
)
from dispatchless.cppast.node import Expr, Node, NodeError, Type, expr_tuple, str_tuple
from dispatchless.cppast.operators import ASSIGNMENT, BINARY, FOLD, POSTFIX, PREFIX
from dispatchless.cppast.types import (
    Array,
    Auto,
    Builtin,
    Decltype,
    FunctionType,
    LRef,
    NamedType,
    PackType,
    RRef,
    has_auto,
    is_void,
)
from dispatchless.frozen import frozen

CastKind = Literal["static", "dynamic", "const", "reinterpret", "c_style"]
CAST_KINDS = ("static", "dynamic", "const", "reinterpret", "c_style")


def no_braces(expr: Expr, what: str) -> None:
    """A braced list is no expression of its own ([dcl.init.list]); refuse it in `what`."""
    if isinstance(expr, InitList):
        raise NodeError(f"{what} cannot be a braced list: {expr!r}")


def not_expanded(expr: Expr, what: str) -> None:
    """A pack expansion stands in lists only ([temp.variadic]); refuse it in `what`."""
    if isinstance(expr, PackExpansion):
        raise NodeError(f"{what} cannot be a pack expansion: {expr!r}")
    no_braces(expr, what)


@frozen(eq=False, repr=False)
class NameExpr(Expr):
    """A name used as an expression (an id-expression)."""

    name: QualifiedName


@frozen(eq=False, repr=False)
class This(Expr):
    """`this`."""


@frozen(eq=False, repr=False)
class Member(Expr):
    """`base.name` or `base->name`; `template` for a member template of a dependent base.

    A `QualifiedName` names the class that the member is looked up in: `base.Base::f`.
    """

    base: Expr
    name: NamePart | QualifiedName
    arrow: bool = attrs.field(default=False, kw_only=True)
    template: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if isinstance(self.name, str):
            check_identifier(self.name, "the name of a member")
        if self.template and not isinstance(self.name, TemplateName):
            raise NodeError(f"`template` stands before a template-id only: {self.name!r}")
        not_expanded(self.base, "the base of a member")


@frozen(eq=False, repr=False)
class Index(Expr):
    """`base[index]`. C++20 takes exactly one index, which may be a braced list."""

    base: Expr
    args: tuple[Expr, ...] = attrs.field(converter=expr_tuple)

    def __attrs_post_init__(self) -> None:
        if len(self.args) != 1:
            raise NodeError(f"a subscript of C++20 has one index: {self.args!r}")
        not_expanded(self.base, "the base of a subscript")
        if isinstance(self.args[0], PackExpansion):
            not_expanded(self.args[0], "an index")


@frozen(eq=False, repr=False)
class Call(Expr):
    """`callee(args)`."""

    callee: Expr
    args: tuple[Expr, ...] = attrs.field(converter=expr_tuple, default=())

    def __attrs_post_init__(self) -> None:
        if isinstance(self.callee, (InitList, PackExpansion)):
            not_expanded(self.callee, "a callee")


def check_simple_type(type_: Type) -> None:
    """[expr.type.conv]: `T(x)` and `T{x}` take a type of one word, or a (typename) name."""
    if isinstance(type_, (NamedType, Decltype)):
        return
    if isinstance(type_, Auto):
        raise NodeError(f"`auto(x)` comes with C++23 only: {type_!r}")
    if isinstance(type_, Builtin) and " " not in type_.name:
        return
    raise NodeError(f"`T(x)` needs a type of one word (use an alias or a cast): {type_!r}")


@frozen(eq=False, repr=False)
class Construct(Expr):
    """`type(args)`, or `type{args}` with `braces`."""

    type: Type
    args: tuple[Expr, ...] = attrs.field(converter=expr_tuple, default=())
    braces: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_simple_type(self.type)


@frozen(eq=False, repr=False)
class InitList(Expr):
    """`{elements}`; with `designators`, one for each element: `{.a = 1, .b = 2}`."""

    elements: tuple[Expr, ...] = attrs.field(converter=expr_tuple, default=())
    designators: tuple[str, ...] = attrs.field(converter=str_tuple, default=())

    def __attrs_post_init__(self) -> None:
        if self.designators:
            if len(self.designators) != len(self.elements):
                raise NodeError(f"designators go with all elements: {self.designators!r}")
            if len(set(self.designators)) != len(self.designators):
                raise NodeError(f"a member is designated once: {self.designators!r}")
            for designator in self.designators:
                check_identifier(designator, "a designator")


@frozen(eq=False, repr=False)
class Prefix(Expr):
    """`op operand` for `+ - ! ~ * & ++ --`."""

    op: str
    operand: Expr

    def __attrs_post_init__(self) -> None:
        if self.op not in PREFIX:
            raise NodeError(f"a prefix operator is expected: {self.op!r}")
        if isinstance(self.operand, (InitList, PackExpansion)):
            not_expanded(self.operand, f"an operand of {self.op}")


@frozen(eq=False, repr=False)
class Postfix(Expr):
    """`operand op` for `++ --`."""

    operand: Expr
    op: str

    def __attrs_post_init__(self) -> None:
        if self.op not in POSTFIX:
            raise NodeError(f"a postfix operator is expected: {self.op!r}")
        not_expanded(self.operand, f"an operand of {self.op}")


@frozen(eq=False, repr=False)
class Binary(Expr):
    """`left op right` for every binary operator but assignment; `,` included."""

    op: str
    left: Expr
    right: Expr

    def __attrs_post_init__(self) -> None:
        if self.op not in BINARY:
            raise NodeError(f"a binary operator is expected: {self.op!r}")
        if isinstance(self.left, (InitList, PackExpansion)):
            not_expanded(self.left, f"an operand of {self.op}")
        if isinstance(self.right, (InitList, PackExpansion)):
            not_expanded(self.right, f"an operand of {self.op}")


@frozen(eq=False, repr=False)
class Assign(Expr):
    """`target op value` for `=` and the compound assignments; the value may be a braced list."""

    op: str
    target: Expr
    value: Expr

    def __attrs_post_init__(self) -> None:
        if self.op not in ASSIGNMENT:
            raise NodeError(f"an assignment operator is expected: {self.op!r}")
        not_expanded(self.target, "the target of an assignment")
        if isinstance(self.value, PackExpansion):
            not_expanded(self.value, "an assigned value")


@frozen(eq=False, repr=False)
class Conditional(Expr):
    """`cond ? then : otherwise`."""

    cond: Expr
    then: Expr
    otherwise: Expr

    def __attrs_post_init__(self) -> None:
        for part in (self.cond, self.then, self.otherwise):
            not_expanded(part, "an operand of ?:")


@frozen(eq=False, repr=False)
class Cast(Expr):
    """`static_cast<type>(expr)` and its kin; `c_style` is `(type)expr`."""

    kind: str
    type: Type
    expr: Expr

    def __attrs_post_init__(self) -> None:
        if self.kind not in CAST_KINDS:
            raise NodeError(f"a kind of cast is one of {', '.join(CAST_KINDS)}: {self.kind!r}")
        if isinstance(self.type, (Array, FunctionType, PackType)):
            raise NodeError(f"a cast to an array, function or pack does not exist: {self.type!r}")
        if has_auto(self.type):
            raise NodeError(f"a cast to auto does not exist: {self.type!r}")
        not_expanded(self.expr, "the operand of a cast")


@frozen(eq=False, repr=False)
class SizeOf(Expr):
    """`sizeof(operand)` of a type or an expression."""

    operand: Type | Expr

    def __attrs_post_init__(self) -> None:
        _check_measured("sizeof", self.operand)


@frozen(eq=False, repr=False)
class SizeOfPack(Expr):
    """`sizeof...(pack)`."""

    pack: str

    def __attrs_post_init__(self) -> None:
        check_identifier(self.pack, "a pack")


@frozen(eq=False, repr=False)
class AlignOf(Expr):
    """`alignof(type)`."""

    type: Type

    def __attrs_post_init__(self) -> None:
        _check_measured("alignof", self.type)


def _check_measured(what: str, operand: Type | Expr) -> None:
    if isinstance(operand, Type):
        if is_void(operand) or isinstance(operand, (FunctionType, PackType)):
            raise NodeError(f"{what} of void, a function or a pack does not exist: {operand!r}")
        if has_auto(operand):
            raise NodeError(f"{what} of auto does not exist: {operand!r}")
    else:
        not_expanded(operand, f"the operand of {what}")


@frozen(eq=False, repr=False)
class NoexceptExpr(Expr):
    """`noexcept(expr)`."""

    expr: Expr

    def __attrs_post_init__(self) -> None:
        not_expanded(self.expr, "the operand of noexcept")


@frozen(eq=False, repr=False)
class TypeId(Expr):
    """`typeid(operand)`; `<typeinfo>` is included."""

    operand: Type | Expr

    def __attrs_post_init__(self) -> None:
        if isinstance(self.operand, Expr):
            not_expanded(self.operand, "the operand of typeid")


@frozen(eq=False, repr=False)
class ParenInit(Node):
    """`(args)` as the initialiser of a variable, a member or a `new`; empty is `{}` or `()`."""

    args: tuple[Expr, ...] = attrs.field(converter=expr_tuple, default=())


@frozen(eq=False, repr=False)
class BraceInit(Node):
    """`{args}` without `=` as the initialiser of a variable, a member or a `new`."""

    args: tuple[Expr, ...] = attrs.field(converter=expr_tuple, default=())


@frozen(eq=False, repr=False)
class New(Expr):
    """`new (placement) type init`; `array` is the number of elements; `rooted` writes `::new`."""

    type: Type
    init: ParenInit | BraceInit | None = None
    array: Expr | None = attrs.field(default=None, kw_only=True)
    placement: tuple[Expr, ...] = attrs.field(converter=expr_tuple, default=(), kw_only=True)
    rooted: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if is_void(self.type) or isinstance(self.type, (FunctionType, PackType)):
            raise NodeError(f"new of void, a function or a pack does not exist: {self.type!r}")
        if isinstance(self.type, (LRef, RRef)):
            raise NodeError(f"new of a reference does not exist: {self.type!r}")
        if isinstance(self.type, Array) and self.type.extent is None:
            raise NodeError(f"new of an array needs its extent: {self.type!r}")
        if self.array is not None:
            not_expanded(self.array, "the extent of new[]")


@frozen(eq=False, repr=False)
class Delete(Expr):
    """`delete expr`, or `delete[] expr` with `array`; `rooted` writes `::delete`."""

    expr: Expr
    array: bool = attrs.field(default=False, kw_only=True)
    rooted: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        not_expanded(self.expr, "the operand of delete")


@frozen(eq=False, repr=False)
class Fold(Expr):
    """A fold over `op`: `(pack op ...)`, `(... op pack)` with `left`; `init` makes it binary."""

    op: str
    pack: Expr
    init: Expr | None = None
    left: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.op not in FOLD:
            raise NodeError(f"a fold is over a binary operator: {self.op!r}")
        not_expanded(self.pack, "the pack of a fold")
        if self.init is not None:
            not_expanded(self.init, "the first value of a fold")


@frozen(eq=False, repr=False)
class PackExpansion(Expr):
    """`pattern...` as an element of an argument or initialiser list."""

    pattern: Expr

    def __attrs_post_init__(self) -> None:
        if isinstance(self.pattern, PackExpansion):
            raise NodeError(f"a pack is expanded once: {self.pattern!r}")


@frozen(eq=False, repr=False)
class Throw(Expr):
    """`throw expr`, or a bare `throw` that throws again."""

    expr: Expr | None = None

    def __attrs_post_init__(self) -> None:
        if self.expr is not None:
            not_expanded(self.expr, "the operand of throw")


@frozen(eq=False, repr=False)
class CoAwait(Expr):
    """`co_await expr`."""

    expr: Expr

    def __attrs_post_init__(self) -> None:
        not_expanded(self.expr, "the operand of co_await")


@frozen(eq=False, repr=False)
class CoYield(Expr):
    """`co_yield expr`; a braced list is allowed."""

    expr: Expr

    def __attrs_post_init__(self) -> None:
        if isinstance(self.expr, PackExpansion):
            not_expanded(self.expr, "the operand of co_yield")
