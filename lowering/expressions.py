"""Expressions that many parts of lowering build: a variable, a method's call, a check."""

from __future__ import annotations

from dispatchless.cppast import Call, Expr, MacroStmt, Member, NameExpr, StringLit, This, name
from dispatchless.lowering import dispatcher_symbols as symbols


def variable(word: str) -> Expr:
    """The variable or parameter of a name."""
    return NameExpr(name(word))


def this_member(word: str) -> Expr:
    """`this->word`: a parameter may have the name of a member."""
    return Member(This(), word, arrow=True)


def method(value: Expr, word: str, *arguments: Expr) -> Call:
    """`value.word(arguments)`"""
    return Call(Member(value, word), arguments)


def check(condition: Expr, *message: str | Expr) -> MacroStmt:
    """A check that raises the message, put together of texts and values."""
    parts = (StringLit(part) if isinstance(part, str) else part for part in message)
    return MacroStmt(symbols.TORCH_CHECK, (condition, *parts), symbols.TORCH_CHECK_HEADER)
