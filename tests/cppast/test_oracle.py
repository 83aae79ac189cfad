"""The compiler as judge of printed expressions and declarators."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from node_checks import compile_text, run_text
from random_trees import (
    TYPE_PRELUDE,
    oracle_prelude,
    random_expression,
    random_int_expression,
    random_type,
)

from dispatchless.cppast import (
    Alias,
    Array,
    Assign,
    Binary,
    Block,
    Cast,
    Conditional,
    DoWhile,
    Expr,
    ExprStmt,
    For,
    Function,
    FunctionType,
    If,
    Param,
    Prefix,
    Stmt,
    StringLit,
    Type,
    Var,
    While,
    print_node,
)
from dispatchless.cppast.build import INT, VOID, ident
from dispatchless.cppast.operators import BINARY, Prec
from dispatchless.cppast.printer import exprs
from dispatchless.cppast.printer.precedence import LEVELS

TREES = 3000
TYPES = 1000


def misparsed(trees: list[tuple[str, str]], tmp_path: Path) -> list[str]:
    """Those of (printed text, full parentheses) that the compiler reads as another tree."""
    lines = [oracle_prelude(), "static int bad = 0;"]
    lines.append(
        "static void check(S got, const char *want, int n) "
        '{ if (t(got) != want) { ++bad; std::printf("%d %s\\n", n, t(got).c_str()); } }'
    )
    chunk = 500
    functions = range(0, len(trees), chunk)
    for start in functions:
        lines.append(f"static void run{start}() {{")
        for number, (text, full) in enumerate(trees[start : start + chunk], start):
            want = print_node(StringLit(full))
            lines.append(f"  check(({text}), {want}, {number});")
        lines.append("}")
    lines.append("int main() {")
    lines += [f"  run{start}();" for start in functions]
    lines.append("}")
    out = run_text("\n".join(lines), tmp_path, "-fno-exceptions", "-w")
    return out.splitlines()


@pytest.mark.parametrize("seed", range(4))
def test_printed_expressions_parse_as_their_tree(seed: int, size: int, tmp_path: Path) -> None:
    for part in range(-(-size // 6)):  # 9 times 4 * 3,000 trees at night
        random = Random(seed + 4 * part)
        trees = []
        for _ in range(TREES):
            tree, full = random_expression(random, random.randrange(1, 6))
            trees.append((print_node(tree), full))
        assert misparsed(trees, tmp_path) == []


def test_the_oracle_catches_a_missing_parenthesis(tmp_path: Path) -> None:
    planted = [("a - b - c", "(a-(b-c))"), ("a - (b - c)", "(a-(b-c))"), ("*a++", "((*a)++)")]
    assert [line.split()[0] for line in misparsed(planted, tmp_path)] == ["0", "2"]


# Bugs of the printer: what is replaced by what (levels and tables as items of dictionaries).
BUGS: dict[str, tuple[object, object, object]] = {
    "a right operand of the same level": (exprs, "right_floor", lambda level, operand: level),
    "signs that paste": (exprs, "first_character", lambda node: ""),
    "a prefix as a base": (LEVELS, Prefix, Prec.PRIMARY),
    "an assignment as an operand": (LEVELS, Assign, Prec.UNARY),
    "a cast as a base": (LEVELS, Cast, Prec.POSTFIX),
    "an or that binds like a call": (BINARY, "|", Prec.POSTFIX),
}


def test_the_oracle_catches_planted_bugs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each of the bugs shows in some text of 150 trees."""
    random = Random(2)
    trees = [random_expression(random, random.randrange(2, 5)) for _ in range(150)]
    right = [print_node(tree) for tree, _ in trees]
    planted: list[tuple[str, str]] = []
    planted_by: list[str] = []
    for bug, (place, what, wrong) in BUGS.items():
        with monkeypatch.context() as patch:
            plant = patch.setitem if isinstance(place, dict) else patch.setattr
            plant(place, what, wrong)  # type: ignore[arg-type]
            texts = [print_node(tree) for tree, _ in trees]
        for (_, full), text, unchanged in zip(trees, texts, right, strict=True):
            if text != unchanged:
                planted.append((text, full))
                planted_by.append(bug)
    assert [print_node(tree) for tree, _ in trees] == right
    found = [planted_by[int(line.split()[0])] for line in misparsed(planted, tmp_path)]
    assert set(found) == set(BUGS)


def test_conditionals_have_their_value(size: int, tmp_path: Path) -> None:
    for part in range(size):
        check_values(Random(11 + part), tmp_path)


def check_values(random: Random, tmp_path: Path) -> None:
    """Trees of ints, whose printed text has the value that the tree has."""
    lines = ["#include <cstdio>", "int main() {", "  int bad = 0;"]
    for number in range(1500):
        tree, value = random_int_expression(random, random.randrange(1, 6))
        text = print_node(tree).replace("\n", " ")
        lines.append(f'  if (({text}) != ({value})) {{ ++bad; std::printf("{number}\\n"); }}')
    lines += ["  return 0;", "}"]
    assert run_text("\n".join(lines), tmp_path, "-w") == ""


def test_declarators_declare_their_type(size: int, tmp_path: Path) -> None:
    """Named (variables, parameters, aliases) and abstract, against spellings through aliases."""
    for part in range(size):
        check_types(Random(5 + part), tmp_path)


def check_types(random: Random, tmp_path: Path) -> None:
    """Random types in declarations of every kind, compared by the compiler."""
    lines = [TYPE_PRELUDE]
    for number in range(TYPES):
        made, spelling = random_type(random, random.randrange(1, 6))
        lines.append(print_node(Alias(f"A{number}", made)))
        lines.append(f"static_assert(std::is_same_v<A{number}, {spelling}>);")
        lines.append(f"static_assert(std::is_same_v<Id<{print_node(made)}>, {spelling}>);")
        if _is_object(made):
            lines.append(print_node(Var(made, f"v{number}", extern=True)))
            lines.append(f"static_assert(std::is_same_v<decltype(v{number}), {spelling}>);")
        if not isinstance(made, FunctionType) or not made.const:
            param = print_node(Function(f"f{number}", (Param(made, "x"),)))
            lines.append(param)
            lines.append(
                f"static_assert(std::is_same_v<decltype(f{number}), void(Id<{spelling}>)>);"
            )
        if _is_returnable(made):
            lines.append(print_node(Function(f"g{number}", (), made)))
            lines.append(
                f"static_assert(std::is_same_v<decltype(g{number}()), {_call(spelling)}>);"
            )
    compile_text("\n".join(lines), tmp_path, "-w")


def _call(spelling: str) -> str:
    # A call drops const and volatile from values of non-class type: compare through a call too.
    return f"decltype(static_cast<Ptr<Id<{spelling}>()>>(nullptr)())"


def _is_object(made: Type) -> bool:
    return not isinstance(made, FunctionType)


def _is_returnable(made: Type) -> bool:
    return not isinstance(made, FunctionType | Array)


def test_no_compiler_asks_for_parentheses(tmp_path: Path) -> None:
    """Every pair of operators, and assignments as conditions, pass -Werror=parentheses."""
    operators = sorted(set(BINARY) - {"<=>", ".*", "->*"})
    a, b, c = ident("a"), ident("b"), ident("c")
    trees: list[Expr] = [Binary(op, Prefix("!", a), b) for op in operators]
    for outer in operators:
        for inner in operators:
            pair = Binary(inner, a, b)
            trees += [Binary(outer, pair, c), Binary(outer, c, pair)]
    assigned = Assign("=", a, b)
    for both in (Binary(",", c, assigned), Binary(",", Binary(",", c, assigned), assigned)):
        trees += [Prefix("!", both), Binary("&&", both, c), Binary("||", c, both)]
        trees += [both, Conditional(both, a, b)]
    body: list[Stmt] = [ExprStmt(tree) for tree in trees]
    for cond in (assigned, Binary(",", c, assigned)):
        body += [If(cond, Block()), While(cond, Block()), DoWhile(Block(), cond)]
        body.append(For(None, cond, None, Block()))
    params = [Param(INT, letter) for letter in "abc"]
    text = print_node(Function("f", params, VOID, Block(body)))
    flags = ("-Wall", "-Wno-unused-value", "-Wno-div-by-zero", "-Werror=parentheses")
    compile_text(text, tmp_path, *flags, "-Werror=logical-not-parentheses")
