"""Checks the operators of examples/setup in a library, in a process that has no JIT.

Each is compared with the same written in Python: values, meta tensors, gradients, vmap; out= and
in-place forms also in what they return, strides and version counters.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable

import torch

torch.ops.load_library(sys.argv[1])
OPERATORS = torch.ops.mylib
FLOATS = (torch.float32, torch.float64, torch.bfloat16)

# Operator -> the same in Python, and how many tensors it takes.
WRITTEN: dict[str, tuple[Callable[..., torch.Tensor], int]] = {
    "sub": (lambda a, b: a - b, 2),
    "scale_shift": (lambda a, b, c: a * b + c, 3),
    "add_relative": (lambda a, b: a + b, 2),
    "absolute_value": (torch.abs, 1),
    "plus_one": (lambda a: a + torch.ones_like(a), 1),
    "gated_residual": (lambda a, b, c: a * torch.sigmoid(b) + c, 3),
    "minus": (lambda a, b: a - b, 2),
    "nearest1d": (lambda a: torch.nn.functional.interpolate(a, scale_factor=2.0), 1),
}


def inputs(count: int, dtype: torch.dtype, shape: tuple[int, ...]) -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(3)
    return [torch.randn(shape, generator=generator).to(dtype) for _ in range(count)]


def call(name: str, tensors: list[torch.Tensor]) -> torch.Tensor:
    further = (None, [2.0]) if name == "nearest1d" else ()
    return getattr(OPERATORS, name)(*tensors, *further)


def same(one: torch.Tensor, two: torch.Tensor) -> None:
    assert one.dtype == two.dtype and one.stride() == two.stride(), (one, two)
    assert one.device.type == "meta" or torch.equal(one, two), (one, two)


def check(name: str) -> None:
    python, count = WRITTEN[name]
    shapes = [(2, 3, 4), (1, 1, 5)] if name == "nearest1d" else [(), (0, 3), (2, 3, 4)]
    for dtype, shape in itertools.product(FLOATS, shapes):
        given = inputs(count, dtype, shape)
        same(call(name, given), python(*given))
        metas = [each.to("meta") for each in given]
        same(call(name, metas), python(*metas))
    given = inputs(count, torch.float64, (2, 3, 4))
    transposed = [each.transpose(0, 1) for each in given]
    same(call(name, transposed), python(*transposed))
    leaves = [each.clone().requires_grad_() for each in given]
    others = [each.clone().requires_grad_() for each in given]
    call(name, leaves).sum().backward()
    python(*others).sum().backward()
    for mine, theirs in zip(leaves, others, strict=True):
        assert torch.equal(mine.grad, theirs.grad)
    batch = [torch.stack([each, each + 1]) for each in given]
    assert torch.equal(
        torch.vmap(lambda *each: call(name, list(each)))(*batch), torch.vmap(python)(*batch)
    )


def check_forms() -> None:
    """Case C3: an `out` of the right size keeps its strides; one that is resized gets new ones."""
    a, b, c = inputs(3, torch.float32, (2, 3))
    expected = a * b + c
    out = torch.empty(3, 2).t()
    version = out._version
    assert OPERATORS.scale_shift.out(a, b, c, out=out) is out
    assert torch.equal(out, expected)
    assert out.stride() == (1, 2) and out._version == version + 1
    empty = torch.empty(0)
    OPERATORS.scale_shift.out(a, b, c, out=empty)
    same(empty, expected)
    version = a._version
    wanted = a + 2 * b
    assert OPERATORS.add_relative_(a, b, factor=2) is a
    assert torch.equal(a, wanted) and a._version == version + 1


for operator in WRITTEN:
    check(operator)
check_forms()
assert "cppyy" not in sys.modules
print(len(WRITTEN) + 2, "operators are right")
