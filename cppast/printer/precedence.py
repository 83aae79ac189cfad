"""The level of every expression: total over the expression classes, a missing one is an error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dispatchless.cppast import exprs as e
from dispatchless.cppast.lambdas import Lambda
from dispatchless.cppast.literals import (
    BoolLit,
    CharLit,
    FloatLit,
    IntLit,
    Nullptr,
    RawStringLit,
    StringConcat,
    StringLit,
    UserLit,
)
from dispatchless.cppast.macros import MacroCall
from dispatchless.cppast.node import Expr, NodeError
from dispatchless.cppast.operators import ABOVE, AFTER_NOT, BINARY, CHAINLESS, GROUPED, Prec
from dispatchless.cppast.preproc import Defined, HasInclude, Stringize
from dispatchless.cppast.templates import Requires


def _float(node: FloatLit) -> Prec:
    return Prec.UNARY if node.negative else Prec.PRIMARY


def _new(node: e.New) -> Prec:
    # `new T * x` would read on as the type `T *`: without brackets at its end, a `new` is an
    # operand in parentheses only.
    return Prec.ASSIGN if node.init is None else Prec.UNARY


LEVELS: dict[type[Expr], Prec | Callable[[Any], Prec]] = {
    e.Assign: Prec.ASSIGN,
    e.AlignOf: Prec.UNARY,
    e.Binary: lambda node: BINARY[node.op],
    BoolLit: Prec.PRIMARY,
    e.Call: Prec.POSTFIX,
    e.Cast: lambda node: Prec.UNARY if node.kind == "c_style" else Prec.POSTFIX,
    CharLit: Prec.PRIMARY,
    e.CoAwait: Prec.UNARY,
    e.Conditional: Prec.CONDITIONAL,
    e.Construct: Prec.POSTFIX,
    e.CoYield: Prec.ASSIGN,
    Defined: Prec.PRIMARY,
    HasInclude: Prec.PRIMARY,
    e.Delete: Prec.UNARY,
    FloatLit: _float,
    e.Fold: Prec.PRIMARY,
    e.Index: Prec.POSTFIX,
    e.InitList: Prec.PRIMARY,
    IntLit: lambda node: Prec.UNARY if node.value < 0 and node.negative else Prec.PRIMARY,
    Lambda: Prec.PRIMARY,
    MacroCall: Prec.PRIMARY,
    e.Member: Prec.POSTFIX,
    e.NameExpr: Prec.PRIMARY,
    e.New: _new,
    e.NoexceptExpr: Prec.UNARY,
    Nullptr: Prec.PRIMARY,
    e.PackExpansion: Prec.PRIMARY,
    e.Postfix: Prec.POSTFIX,
    e.Prefix: Prec.UNARY,
    RawStringLit: Prec.PRIMARY,
    Requires: Prec.PRIMARY,
    e.SizeOf: Prec.UNARY,
    e.SizeOfPack: Prec.UNARY,
    StringConcat: Prec.PRIMARY,
    Stringize: Prec.PRIMARY,
    StringLit: Prec.PRIMARY,
    e.This: Prec.PRIMARY,
    e.Throw: Prec.ASSIGN,
    e.TypeId: Prec.POSTFIX,
    UserLit: Prec.PRIMARY,
}


def precedence(node: Expr) -> Prec:
    """The level of an expression as it is printed."""
    level = LEVELS.get(node.__class__)
    if level is None:
        raise NodeError(f"an expression is expected: {node!r}")
    return level if isinstance(level, Prec) else level(node)


_NOTHING: frozenset[Prec] = frozenset()


def left_floor(level: Prec, operand: Expr) -> Prec:
    """The floor of the left operand of a binary operator of `level`."""
    cls = operand.__class__
    if cls is e.Binary:
        return _grouped(level, operand, level)  # type: ignore[arg-type]
    if cls is e.Prefix and operand.op == "!" and level in AFTER_NOT:  # type: ignore[attr-defined]
        return Prec.PRIMARY
    return level


def right_floor(level: Prec, operand: Expr) -> Prec:
    """The floor of the right operand of a binary operator of `level`."""
    floor = ABOVE[level]
    return _grouped(level, operand, floor) if operand.__class__ is e.Binary else floor


def _grouped(level: Prec, operand: e.Binary, floor: Prec) -> Prec:
    """`floor`, or one that sets parentheses where compilers ask for them."""
    return Prec.PRIMARY if BINARY[operand.op] in GROUPED.get(level, _NOTHING) else floor


def binary_spine(node: e.Binary) -> tuple[list[Expr], list[str]]:
    """The operands and operators of a chain `a - b + c`: one level, along the left operands."""
    left = node.left
    if left.__class__ is not e.Binary:
        return [left, node.right], [node.op]
    level = BINARY[node.op]
    operands, operators = [node.right], [node.op]
    if level not in CHAINLESS:
        while isinstance(left, e.Binary) and BINARY[left.op] == level:
            operands.append(left.right)
            operators.append(left.op)
            left = left.left
    operands.append(left)
    operands.reverse()
    operators.reverse()
    return operands, operators
