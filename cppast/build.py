"""Short constructors, so that C++ reads well when written in Python. They hold no logic.

Where a name is wanted, text such as `"at::add"` is taken and parsed by `names.name`; an argument of
a call is always an expression.
"""

from __future__ import annotations

from typing import TypeAlias

from dispatchless.cppast.decls import Initializer, Var
from dispatchless.cppast.exprs import (
    Assign,
    Binary,
    Call,
    Cast,
    Construct,
    Index,
    Member,
    NameExpr,
    Prefix,
)
from dispatchless.cppast.functions import Function, Param
from dispatchless.cppast.literals import BoolLit, FloatLit, IntLit, StringLit
from dispatchless.cppast.names import Header, QualifiedName, TemplateArgument, TemplateName, name
from dispatchless.cppast.node import Expr, Stmt, Type
from dispatchless.cppast.preproc import Preproc
from dispatchless.cppast.records import Field
from dispatchless.cppast.stmts import Block, DeclStmt, ExprStmt, If, Return
from dispatchless.cppast.types import (
    Array,
    Auto,
    Builtin,
    LRef,
    NamedType,
    Pointer,
    Qualified,
    RRef,
)

Named: TypeAlias = "str | QualifiedName"
Callee: TypeAlias = "str | QualifiedName | Expr"

VOID = Builtin("void")
BOOL = Builtin("bool")
CHAR = Builtin("char")
INT = Builtin("int")
DOUBLE = Builtin("double")
AUTO = Auto()


def _name(value: Named) -> QualifiedName:
    return name(value) if isinstance(value, str) else value


def _callee(value: Callee) -> Expr:
    return value if isinstance(value, Expr) else NameExpr(_name(value))


# --- types -----------------------------------------------------------------------------------


def type_(
    text: Named, *args: TemplateArgument, header: str | Header | None = None, typename: bool = False
) -> NamedType:
    """`text<args>` as a type."""
    named = name(text, *args, header=header) if isinstance(text, str) else text
    return NamedType(named, typename=typename)


def const(type_: Type) -> Qualified:
    """`const T`"""
    return Qualified(type_, const=True)


def ptr(to: Type) -> Pointer:
    """`T *`"""
    return Pointer(to)


def lref(to: Type) -> LRef:
    """`T &`"""
    return LRef(to)


def rref(to: Type) -> RRef:
    """`T &&`"""
    return RRef(to)


def const_ref(to: Type) -> LRef:
    """`const T &`"""
    return LRef(Qualified(to, const=True))


def array(of: Type, extent: int | Expr | None = None) -> Array:
    """`T [extent]`"""
    return Array(of, IntLit(extent) if isinstance(extent, int) else extent)


# --- expressions -----------------------------------------------------------------------------


def ident(text: Named, *args: TemplateArgument, header: str | Header | None = None) -> NameExpr:
    """`text<args>` as an expression."""
    return NameExpr(name(text, *args, header=header) if isinstance(text, str) else text)


def call(callee: Callee, *args: Expr) -> Call:
    """`callee(args)`"""
    return Call(_callee(callee), args)


def member(
    base: Expr, name: str, *args: TemplateArgument, arrow: bool = False, template: bool = False
) -> Member:
    """`base.name<args>`"""
    named = TemplateName(name, args) if args else name
    return Member(base, named, arrow=arrow, template=template)


def method(base: Expr, name: str, *args: Expr, arrow: bool = False) -> Call:
    """`base.name(args)`"""
    return Call(Member(base, name, arrow=arrow), args)


def index(base: Expr, at: Expr | int) -> Index:
    """`base[at]`"""
    return Index(base, (IntLit(at) if isinstance(at, int) else at,))


def construct(type_: Named | Type, *args: Expr) -> Construct:
    """`T(args)`"""
    return Construct(type_ if isinstance(type_, Type) else NamedType(_name(type_)), args)


def brace(type_: Named | Type, *args: Expr) -> Construct:
    """`T{args}`"""
    type_ = type_ if isinstance(type_, Type) else NamedType(_name(type_))
    return Construct(type_, args, braces=True)


def lit(value: bool | int | float | str) -> Expr:
    """A literal: bool, int, double or string, by the type of `value`."""
    if isinstance(value, bool):
        return BoolLit(value)
    if isinstance(value, int):
        return IntLit(value)
    return FloatLit(value) if isinstance(value, float) else StringLit(value)


def neg(operand: Expr) -> Prefix:
    """`-x`"""
    return Prefix("-", operand)


def not_(operand: Expr) -> Prefix:
    """`!x`"""
    return Prefix("!", operand)


def deref(operand: Expr) -> Prefix:
    """`*x`"""
    return Prefix("*", operand)


def address(operand: Expr) -> Prefix:
    """`&x`"""
    return Prefix("&", operand)


def binary(op: str, first: Expr, *rest: Expr) -> Expr:
    """`first op … op last`, from the left."""
    result = first
    for operand in rest:
        result = Binary(op, result, operand)
    return result


def static_cast(type_: Type, expr: Expr) -> Cast:
    """`static_cast<T>(expr)`"""
    return Cast("static", type_, expr)


def move(expr: Expr) -> Call:
    """`std::move(expr)`"""
    return call(name("std::move", header="utility"), expr)


# --- statements ------------------------------------------------------------------------------


def do(expr: Expr) -> ExprStmt:
    """`expr;`"""
    return ExprStmt(expr)


def ret(value: Expr | None = None) -> Return:
    """`return value;`"""
    return Return(value)


def block(*statements: Stmt | Preproc) -> Block:
    """`{ statements }`"""
    return Block(statements)


def assign(target: Expr, value: Expr) -> ExprStmt:
    """`target = value;`"""
    return ExprStmt(Assign("=", target, value))


def var(type_: Type, name: str, init: Initializer | None = None) -> DeclStmt:
    """`T name = init;` in a block."""
    return DeclStmt(Var(type_, name, init))


def if_(cond: Expr, *then: Stmt | Preproc, otherwise: Block | If | None = None) -> If:
    """`if (cond) { then } else otherwise`"""
    return If(cond, Block(then), otherwise)


# --- declarations ----------------------------------------------------------------------------


def param(type_: Type, name: str, default: Expr | None = None) -> Param:
    """`T name = default`"""
    return Param(type_, name, default)


def function(
    returns: Type, name: str, params: tuple[Param, ...] | list[Param], *body: Stmt | Preproc
) -> Function:
    """`T name(params) { body }`"""
    return Function(name, params, returns, Block(body))


def field(type_: Type, name: str, init: Initializer | None = None) -> Field:
    """`T name = init;` in a class."""
    return Field(type_, name, init)
