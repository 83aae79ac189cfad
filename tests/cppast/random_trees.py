"""Random trees, made from a seed: expressions with values, and types.

An expression comes with the text of its tree in full parentheses, made without the printer: a C++
program builds the same text from the printed expression through overloaded operators, so that the
compiler itself says how the print was parsed.
"""

from __future__ import annotations

from random import Random

from dispatchless.cppast import (
    Array,
    Assign,
    Binary,
    Builtin,
    Call,
    Cast,
    Conditional,
    Expr,
    FunctionType,
    Index,
    IntLit,
    LRef,
    Member,
    MemberPointer,
    NamedType,
    Pointer,
    Postfix,
    Prefix,
    Qualified,
    RRef,
    Type,
    name,
)
from dispatchless.cppast.build import ident, type_
from dispatchless.cppast.operators import ASSIGNMENT, BINARY, POSTFIX, PREFIX

# --- expressions whose operators are overloaded ----------------------------------------------

# `.*` cannot be overloaded; `->*` stands for its level.
_BINARY = sorted(set(BINARY) - {".*"})
_ASSIGN = sorted(ASSIGNMENT)
_PREFIX = sorted(PREFIX)
_POSTFIX = sorted(POSTFIX)
_LEAVES = ("a", "b", "c", "d")


def random_expression(random: Random, depth: int) -> tuple[Expr, str]:
    """A tree over every overloadable operator, and its text in full parentheses."""
    if depth == 0 or random.random() < 0.12:
        letter = random.choice(_LEAVES)
        return ident(letter), letter
    kind = random.randrange(13)
    first, first_text = random_expression(random, depth - 1)
    if kind < 5:
        op = random.choice(_BINARY)
        second, second_text = random_expression(random, depth - 1)
        return Binary(op, first, second), f"({first_text}{op}{second_text})"
    if kind < 7:
        op = random.choice(_ASSIGN)
        second, second_text = random_expression(random, depth - 1)
        return Assign(op, first, second), f"({first_text}{op}{second_text})"
    if kind < 9:
        op = random.choice(_PREFIX)
        return Prefix(op, first), f"({op}{first_text})"
    if kind == 9:
        op = random.choice(_POSTFIX)
        return Postfix(first, op), f"({first_text}{op})"
    if kind == 10:
        second, second_text = random_expression(random, depth - 1)
        if random.random() < 0.5:
            return Call(first, (second,)), f"({first_text}({second_text}))"
        return Index(first, (second,)), f"({first_text}[{second_text}])"
    if kind == 11:
        called = Call(Member(first, "m"), ())
        return called, f"({first_text}.m)"
    if isinstance(first, Cast):
        return first, first_text  # a cast to the type that it has already is no step
    cast = random.choice(("static", "c_style"))
    return Cast(cast, type_("Cast"), first), f"(cast {first_text})"


def oracle_prelude() -> str:
    """A type with every operator, each building the text of the tree it was called on.

    The type holds a number only (texts are in a table): it is cheap to compile.
    """
    lines = [
        "#include <cstdio>",
        "#include <cstring>",
        "#include <string>",
        "#include <vector>",
        "static std::vector<std::string> texts;",
        "struct S {",
        "  int i;",
        "  S m() const;",
        "  S operator()(S o) const;",
        "  S operator[](S o) const;",
        "  S operator++(int) const;",
        "  S operator--(int) const;",
        "  S operator=(const S &o) const;",
    ]
    lines += [f"  S operator{op}() const;" for op in _PREFIX]
    lines += [f"  S operator{op}(S o) const;" for op in _ASSIGN if op != "="]
    lines += [
        "};",
        "static S made(std::string t) { texts.push_back(t); return S{int(texts.size()) - 1}; }",
        "static const std::string &t(S s) { return texts[s.i]; }",
        'S S::m() const { return made("(" + t(*this) + ".m)"); }',
        'S S::operator()(S o) const { return made("(" + t(*this) + "(" + t(o) + "))"); }',
        'S S::operator[](S o) const { return made("(" + t(*this) + "[" + t(o) + "])"); }',
        'S S::operator++(int) const { return made("(" + t(*this) + "++)"); }',
        'S S::operator--(int) const { return made("(" + t(*this) + "--)"); }',
        'S S::operator=(const S &o) const { return made("(" + t(*this) + "=" + t(o) + ")"); }',
    ]
    for op in _PREFIX:
        lines.append(f'S S::operator{op}() const {{ return made("({op}" + t(*this) + ")"); }}')
    for op in _ASSIGN:
        if op != "=":
            body = f'return made("(" + t(*this) + "{op}" + t(o) + ")");'
            lines.append(f"S S::operator{op}(S o) const {{ {body} }}")
    for op in _BINARY:
        body = f'return made("(" + t(l) + "{op}" + t(r) + ")");'
        lines.append(f"S operator{op}(S l, S r) {{ {body} }}")
    lines += [
        "struct Cast : S {",
        '  Cast(S s) : S(made("(cast " + t(s) + ")")) {}',
        "  using S::operator=;",
        "  S operator=(const Cast &o) const { return S::operator=(o); }",
        "};",
        'static const S a = made("a"), b = made("b"), c = made("c"), d = made("d");',
    ]
    return "\n".join(lines) + "\n"


# --- expressions with values -----------------------------------------------------------------

_INT_BINARY = ("+", "-", "*", "&", "|", "^", "&&", "||", "==", "!=", "<", ">", "<=", ">=", ",")


def random_int_expression(random: Random, depth: int) -> tuple[Expr, int]:
    """A tree of ints with conditionals, and its value, computed without the printer.

    Values are kept small by a mask after each operation, which is part of the tree.
    """
    if depth == 0 or random.random() < 0.1:
        value = random.randrange(-3, 4)
        return IntLit(value), value
    first, left = random_int_expression(random, depth - 1)
    kind = random.randrange(10)
    if kind < 4:
        second, one = random_int_expression(random, depth - 1)
        third, two = random_int_expression(random, depth - 1)
        return Conditional(first, second, third), one if left else two
    if kind < 6:
        op = random.choice(("-", "!", "~", "+"))
        results = {"-": -left, "!": int(not left), "~": ~left, "+": left}
        return Prefix(op, first), results[op]
    second, right = random_int_expression(random, depth - 1)
    op = random.choice(_INT_BINARY)
    results = {
        "+": left + right,
        "-": left - right,
        "*": left * right,
        "&": left & right,
        "|": left | right,
        "^": left ^ right,
        "&&": int(bool(left) and bool(right)),
        "||": int(bool(left) or bool(right)),
        "==": int(left == right),
        "!=": int(left != right),
        "<": int(left < right),
        ">": int(left > right),
        "<=": int(left <= right),
        ">=": int(left >= right),
        ",": right,
    }
    tree = Binary(op, first, second)
    if -1000 < results[op] < 1000:
        return tree, results[op]
    return Binary("&", tree, IntLit(7)), results[op] & 7


# --- types -----------------------------------------------------------------------------------

TYPE_PRELUDE = """
#include <type_traits>
struct S { int i; };
template <class T> using Ptr = T *;
template <class T> using LRef = T &;
template <class T> using RRef = T &&;
template <class T> using Const = const T;
template <class T> using Volatile = volatile T;
template <class T, int N> using Arr = T[N];
template <class T> using Id = T;
template <class C, class T> using Mem = T C::*;
template <class R, class... A> using Fn = R(A...);
template <class R, class... A> using FnC = R(A...) const;
template <class R, class... A> using FnN = R(A...) noexcept;
"""


def random_type(random: Random, depth: int) -> tuple[Type, str]:
    """A type, and its spelling through aliases that need no declarator syntax."""
    if depth == 0:
        base = random.choice(("int", "double", "S", "bool"))
        made: Type = NamedType(name(base)) if base == "S" else Builtin(base)
        return made, base
    kind = random.randrange(9)
    inner, text = random_type(random, depth - 1)
    reference = isinstance(inner, LRef | RRef)
    function = isinstance(inner, FunctionType)
    unqualified = not (function and isinstance(inner, FunctionType) and inner.const)
    if kind == 0 and not reference and unqualified:
        return Pointer(inner), f"Ptr<{text}>"
    if kind == 1 and not reference and unqualified:
        return LRef(inner), f"LRef<{text}>"
    if kind == 2 and not reference and unqualified:
        return RRef(inner), f"RRef<{text}>"
    if kind in (3, 4) and not isinstance(inner, LRef | RRef | FunctionType | Array | Qualified):
        if kind == 3:
            return Qualified(inner, const=True), f"Const<{text}>"
        return Qualified(inner, volatile=True), f"Volatile<{text}>"
    if kind == 5 and not reference and not function:
        size = random.randrange(1, 5)
        return Array(inner, IntLit(size)), f"Arr<{text}, {size}>"
    if kind == 6 and not reference:
        return MemberPointer(name("S"), inner), f"Mem<S, {text}>"
    if kind in (7, 8) and not isinstance(inner, Array | FunctionType):
        params = [random_type(random, depth - 2) for _ in range(random.randrange(3)) if depth > 1]
        if any(isinstance(t, FunctionType) and t.const for t, _ in params):
            params = []
        flavour = random.choice(("Fn", "FnC", "FnN"))
        made = FunctionType(
            inner,
            tuple(t for t, _ in params),
            const=flavour == "FnC",
            noexcept=flavour == "FnN",
        )
        return made, f"{flavour}<{', '.join([text, *(s for _, s in params)])}>"
    return inner, text
