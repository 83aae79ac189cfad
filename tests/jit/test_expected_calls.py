"""Which dispatcher calls are right for an operator, given those of its dispatcher path."""

from __future__ import annotations

import pytest

from dispatchless.jit.verify import InnerOperator
from dispatchless.jit.verify.expected_calls import expected_calls

ADD = InnerOperator("aten::add.Tensor", "at::cpu::add")
ITEM = InnerOperator("aten::item", "at::item", dispatch_free=False)
TWICE = InnerOperator("my::twice", "::twice", inner=(ADD,))

OWN, ADDED, COPIED = ("my::op", 0), ("aten::add.Tensor", 1), ("aten::copy_", 2)
NEGATED = ("aten::neg", 1)


@pytest.mark.parametrize(
    ("calls", "inner", "allowed", "expected"),
    [
        ([OWN, ADDED, COPIED], [ADD], (), ["my::op", "aten::copy_"]),
        ([OWN, ("aten::item", 1)], [ITEM], (), ["my::op", "aten::item"]),
        ([OWN, NEGATED, COPIED, ADDED, COPIED], [ADD], (), ["my::op", "aten::copy_"]),
        ([OWN, NEGATED, COPIED, ADDED], [ADD], ("neg",), ["my::op", "aten::neg", "aten::copy_"]),
        ([OWN, ("my::twice", 1), ("aten::add.Tensor", 2)], [TWICE], (), ["my::op"]),
        ([OWN, ("my::twice", 1), ("aten::neg", 2)], [TWICE], (), ["my::op", "aten::neg"]),
    ],
)
def test_calls_that_remain(
    calls: list[tuple[str, int]],
    inner: list[InnerOperator],
    allowed: tuple[str, ...],
    expected: list[str],
) -> None:
    assert expected_calls(calls, inner, frozenset(allowed)) == expected
