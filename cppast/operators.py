"""Operators and their precedence: the single table that the printer reads.

Levels follow the grammar of [expr] from the comma up to primary expressions. An operand is
printed in parentheses when its level is below the floor of its place.
"""

from __future__ import annotations

from enum import IntEnum


class Prec(IntEnum):
    """The levels of the expression grammar, loosest first."""

    COMMA = 0
    ASSIGN = 1  # assignment-expression: assignment, throw, co_yield
    CONDITIONAL = 2
    LOGICAL_OR = 3
    LOGICAL_AND = 4
    BIT_OR = 5
    BIT_XOR = 6
    BIT_AND = 7
    EQUALITY = 8
    RELATIONAL = 9
    THREE_WAY = 10
    SHIFT = 11
    ADDITIVE = 12
    MULTIPLICATIVE = 13
    MEMBER_POINTER = 14
    UNARY = 15  # unary-expression and cast-expression
    POSTFIX = 16
    PRIMARY = 17


# The level above each: what an operand at the far side of an operator needs.
ABOVE: dict[Prec, Prec] = dict(zip(Prec, list(Prec)[1:], strict=False))

BINARY: dict[str, Prec] = {
    ",": Prec.COMMA,
    "||": Prec.LOGICAL_OR,
    "&&": Prec.LOGICAL_AND,
    "|": Prec.BIT_OR,
    "^": Prec.BIT_XOR,
    "&": Prec.BIT_AND,
    "==": Prec.EQUALITY,
    "!=": Prec.EQUALITY,
    "<": Prec.RELATIONAL,
    ">": Prec.RELATIONAL,
    "<=": Prec.RELATIONAL,
    ">=": Prec.RELATIONAL,
    "<=>": Prec.THREE_WAY,
    "<<": Prec.SHIFT,
    ">>": Prec.SHIFT,
    "+": Prec.ADDITIVE,
    "-": Prec.ADDITIVE,
    "*": Prec.MULTIPLICATIVE,
    "/": Prec.MULTIPLICATIVE,
    "%": Prec.MULTIPLICATIVE,
    ".*": Prec.MEMBER_POINTER,
    "->*": Prec.MEMBER_POINTER,
}

# What compilers warn about when it stands bare (-Wparentheses of GCC and of Clang): operators of
# these levels as operands of an operator of that level. They read better in parentheses, too.
GROUPED: dict[Prec, frozenset[Prec]] = {
    Prec.LOGICAL_OR: frozenset({Prec.LOGICAL_AND}),
    Prec.BIT_OR: frozenset(
        {Prec.BIT_XOR, Prec.BIT_AND, Prec.EQUALITY, Prec.RELATIONAL, Prec.ADDITIVE}
    ),
    Prec.BIT_XOR: frozenset({Prec.BIT_AND, Prec.EQUALITY, Prec.RELATIONAL, Prec.ADDITIVE}),
    Prec.BIT_AND: frozenset({Prec.EQUALITY, Prec.RELATIONAL, Prec.ADDITIVE}),
    Prec.EQUALITY: frozenset({Prec.EQUALITY, Prec.RELATIONAL}),
    Prec.RELATIONAL: frozenset({Prec.RELATIONAL}),
    Prec.SHIFT: frozenset({Prec.ADDITIVE}),
}

# Levels whose operators make no chain: `(a < b) < c`.
CHAINLESS = frozenset(level for level, grouped in GROUPED.items() if level in grouped)

# Levels whose left operand is no bare `!x`: the operand of `!` may have been meant to be larger.
AFTER_NOT = frozenset({Prec.BIT_OR, Prec.BIT_AND, Prec.EQUALITY, Prec.RELATIONAL})

ASSIGNMENT = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})

PREFIX = frozenset({"+", "-", "!", "~", "*", "&", "++", "--"})

POSTFIX = frozenset({"++", "--"})

# [expr.prim.fold]: the operators of a fold.
FOLD = (frozenset(BINARY) - {"<=>"}) | ASSIGNMENT

# Operators that would end or confuse a template argument list when bare.
ANGLE = frozenset({"<", ">", "<=", ">=", "<=>", "<<", ">>"})
