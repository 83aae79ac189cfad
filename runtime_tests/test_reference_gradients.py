"""Gradients of the reference runtime's operators against differences of their values."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from dispatchless.jit.reference_runtime import ReferenceRuntime
from dispatchless.jit.session import Session

pytestmark = pytest.mark.runtime("reference")

_STEP = 1e-6
_MATRIX = [[0.3, -1.2, 2.0], [1.1, 0.7, -0.4]]
_ROW = [1.5, -0.5, 0.8]
_SQUARE = [[0.5, 1.0], [-2.0, 0.3], [1.2, -0.7]]

# The operator, its arguments (nested lists become tensors that require grad) and keywords.
CASES: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("add.Tensor", (_MATRIX, _ROW), {"alpha": 2.5}),
    ("sub.Tensor", (_MATRIX, _ROW), {"alpha": 2.5}),
    ("mul.Tensor", (_MATRIX, _ROW), {}),
    ("div.Tensor", (_MATRIX, _ROW), {}),
    ("add.Scalar", (_MATRIX, 2), {}),
    ("mul.Scalar", (_MATRIX, 2.5), {}),
    ("neg", (_MATRIX,), {}),
    ("abs", (_MATRIX,), {}),
    ("sigmoid", (_MATRIX,), {}),
    ("exp", (_MATRIX,), {}),
    ("clamp", (_MATRIX, -0.5, 1.0), {}),
    ("sum", (_MATRIX,), {}),
    ("sum.dim_IntList", (_MATRIX, [1], True), {}),
    ("amax", (_MATRIX, [0]), {}),
    ("amin", (_MATRIX, [-1], True), {}),
    ("mm", (_MATRIX, _SQUARE), {}),
    ("addmm", ([1.0, 2.0], _MATRIX, _SQUARE), {"beta": 0.5, "alpha": 2}),
    ("linear", (_MATRIX, [_ROW, _ROW], [0.1, 0.2]), {}),
    ("t", (_MATRIX,), {}),
    ("as_strided", (_MATRIX, [3, 2], [1, 2], 1), {}),
    ("clone", (_MATRIX,), {}),
    ("upsample_nearest1d", ([_MATRIX], [5]), {}),
    ("_neg_view", (_MATRIX,), {}),
]


@pytest.fixture
def runtime(session: Session) -> ReferenceRuntime:
    assert isinstance(session.runtime, ReferenceRuntime)
    return session.runtime


def _is_data(value: Any) -> bool:
    """Lists of numbers with a fraction are tensors; lists of integers are plain arguments."""
    flat = value
    while isinstance(flat, list) and flat:
        flat = flat[0]
    return isinstance(value, list) and isinstance(flat, float)


def _flat(data: Any) -> list[float]:
    return [data] if not isinstance(data, list) else list(itertools.chain(*map(_flat, data)))


def _like(data: Any, values: Iterator[float]) -> Any:
    """Nested lists of the shape of `data` with other values."""
    if isinstance(data, list):
        return [_like(item, values) for item in data]
    return next(values)


def _loss(runtime: ReferenceRuntime, operator: str, args: list[Any], kwargs: Any) -> Any:
    """The sum of the result's elements with weights 1, 2, 3, ..."""
    result = runtime.call(f"aten::{operator}", *args, **kwargs)
    weights = _like(runtime.values(result), itertools.count(1.0))
    weighted = runtime.call("aten::mul.Tensor", result, runtime.tensor(weights, "float64"))
    return runtime.call("aten::sum", weighted)


@pytest.mark.parametrize(("operator", "args", "kwargs"), CASES, ids=[case[0] for case in CASES])
def test_gradient(
    runtime: ReferenceRuntime, operator: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    def made(values: tuple[Any, ...], *, requires_grad: bool) -> list[Any]:
        return [
            runtime.tensor(v, "float64", requires_grad=requires_grad) if _is_data(v) else v
            for v in values
        ]

    tensors = made(args, requires_grad=True)
    runtime.backward(_loss(runtime, operator, tensors, kwargs))
    for number, value in enumerate(args):
        if not _is_data(value):
            continue
        gradient = _flat(runtime.values(runtime.grad(tensors[number])))
        differences = []
        for element in range(len(gradient)):
            sides = []
            for step in (_STEP, -_STEP):
                moved = _flat(value)
                moved[element] += step
                inputs = list(args)
                inputs[number] = _like(value, iter(moved))
                loss = _loss(runtime, operator, made(tuple(inputs), requires_grad=False), kwargs)
                sides.append(runtime.values(loss))
            differences.append((sides[0] - sides[1]) / (2 * _STEP))
        assert gradient == pytest.approx(differences, abs=1e-5)
