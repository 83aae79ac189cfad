"""Printed expressions as cling parses them: the oracle of tests/cppast in the JIT's compiler."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from dispatchless.cppast import StringLit, print_node
from dispatchless.jit.session import Session

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "cppast"))

from random_trees import oracle_prelude, random_expression

pytestmark = pytest.mark.runtime("bare")

TREES = 300


def test_cling_parses_printed_expressions_as_their_tree(session: Session) -> None:
    random = Random(17)
    lines = [oracle_prelude(), "static int bad = 0;"]
    lines.append("static void check(S got, const char *want) { bad += t(got) != want; }")
    lines.append("inline int misparsed() {")
    # Two are planted: their text is of another tree, so that the check can fail.
    trees = [("a - b - c", "(a-(b-c))"), ("*a++", "((*a)++)")]
    for _ in range(TREES):
        tree, full = random_expression(random, random.randrange(1, 6))
        trees.append((print_node(tree), full))
    lines += [f"  check(({text}), {print_node(StringLit(full))});" for text, full in trees]
    lines += ["  return bad;", "}"]
    assert session.define("\n".join(lines)).call("misparsed") == 2
