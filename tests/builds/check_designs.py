"""Checks every operator of a library in a process that has no JIT: `check_designs.py LIBRARY`.

Each is compared with the same written in Python: values, meta tensors, gradients, vmap; in-place
and out= forms also in what they return, their strides and version counters. All that the library
has must be known here.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Sequence
from typing import Any

import torch

NAMESPACE = "mylib"
FLOATS = (torch.float32, torch.float64, torch.bfloat16)
SHAPES = ((), (0, 3), (2, 3, 4))
IMAGES = ((2, 3, 4), (1, 1, 5))

Written = tuple[Callable[..., Any], int, tuple[Any, ...]]


def doubled(image: torch.Tensor, *_: object) -> torch.Tensor:
    return torch.nn.functional.interpolate(image, scale_factor=2.0)


# Root name -> the same in Python, how many tensors it takes, and what follows them.
WRITTEN: dict[str, Written] = {
    "sub": (lambda a, b: a - b, 2, ()),
    "subtract": (lambda a, b: a - b, 2, ()),
    "minus": (lambda a, b: a - b, 2, ()),
    "reverse_sub": (lambda a, b: b - a, 2, ()),
    "scale_shift": (lambda a, b, c: a * b + c, 3, ()),
    "add_scaled_product": (lambda a, b, c: a + b * c, 3, ()),
    "affine": (lambda a, b, c: a * b + c, 3, ()),
    "add_relative": (lambda a, b: a + b, 2, ()),
    "absolute_value": (torch.abs, 1, ()),
    "add_one": (lambda a: a + torch.ones_like(a), 1, ()),
    "plus_one": (lambda a: a + torch.ones_like(a), 1, ()),
    "plus_two": (lambda a: a + torch.ones_like(a) + torch.ones_like(a), 1, ()),
    "gated_residual": (lambda a, b, c: a * torch.sigmoid(b) + c, 3, ()),
    "gated_sum": (lambda a, b, c: a * torch.sigmoid(b) + c, 3, ()),
    "min_max": (lambda a, dim: (a.amin(dim), a.amax(dim)), 1, (0,)),
    "nearest1d": (doubled, 1, (None, [2.0])),
    "upsample_nearest1d": (doubled, 1, (None, [2.0])),
}


def operators_of(library: str) -> list[str]:
    """`op.overload` of all operators that a library brings."""
    before = set(torch._C._dispatch_get_all_op_names())
    torch.ops.load_library(library)
    brought = set(torch._C._dispatch_get_all_op_names()) - before
    assert all(name.startswith(f"{NAMESPACE}::") for name in brought), brought
    return sorted(name.partition("::")[2] for name in brought)


def inputs(count: int, dtype: torch.dtype, shape: Sequence[int]) -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(3)
    return [torch.randn(shape, generator=generator).to(dtype) for _ in range(count)]


def results(value: Any) -> tuple[torch.Tensor, ...]:
    return (value,) if isinstance(value, torch.Tensor) else tuple(value)


def same(one: Any, two: Any) -> None:
    for mine, theirs in zip(results(one), results(two), strict=True):
        assert mine.dtype == theirs.dtype and mine.stride() == theirs.stride(), (mine, theirs)
        assert mine.device.type == "meta" or torch.equal(mine, theirs), (mine, theirs)


def total(value: Any) -> torch.Tensor:
    return sum(each.sum() for each in results(value))


class Operator:
    def __init__(self, name: str) -> None:
        base, _, overload = name.partition(".")
        self.is_out = overload.endswith("out")
        self.is_inplace = base.endswith("_")
        self.call = getattr(getattr(getattr(torch.ops, NAMESPACE), base), overload or "default")
        python, self.count, further = WRITTEN[base.removesuffix("_")]
        self.shapes = IMAGES if further == (None, [2.0]) else SHAPES[2 * bool(further) :]
        self.further = further
        self.written = lambda *tensors: python(*tensors, *further)

    def __call__(self, *tensors: torch.Tensor) -> Any:
        """The operator; in-place on a copy, into an empty `out`."""
        if self.is_inplace:
            first = tensors[0].clone()
            version = first._version
            assert self.call(first, *tensors[1:], *self.further) is first
            if not torch._C._functorch.is_batchedtensor(first):
                check_version(first, version + 1)
            return first
        if self.is_out:
            out = torch.empty(0, dtype=tensors[0].dtype, device=tensors[0].device)
            assert self.call(*tensors, *self.further, out=out) is out
            return out
        return self.call(*tensors, *self.further)

    def check(self) -> None:
        for dtype, shape in itertools.product(FLOATS, self.shapes):
            given = inputs(self.count, dtype, shape)
            same(self(*given), self.written(*given))
            metas = [each.to("meta") for each in given]
            same(self(*metas), self.written(*metas))
        given = inputs(self.count, torch.float64, (2, 3, 4))
        transposed = [each.transpose(0, 1) for each in given]
        if self.is_out:
            self.check_out(given)
            return
        same(self(*transposed), self.written(*transposed))
        leaves = [each.clone().requires_grad_() for each in given]
        others = [each.clone().requires_grad_() for each in given]
        total(self(*leaves)).backward()
        total(self.written(*others)).backward()
        for mine, theirs in zip(leaves, others, strict=True):
            assert torch.equal(mine.grad, theirs.grad)
        batch = [torch.stack([each, each + 1]) for each in given]
        same(torch.vmap(self)(*batch), torch.vmap(self.written)(*batch))

    def check_out(self, given: list[torch.Tensor]) -> None:
        """Case C3: an `out` of the right size keeps its strides; what is resized gets new ones."""
        expected = self.written(*given)
        out = torch.empty(expected.shape[::-1], dtype=expected.dtype).permute(2, 1, 0)
        strides, version = out.stride(), out._version
        assert self.call(*given, *self.further, out=out) is out
        assert torch.equal(out, expected) and out.stride() == strides
        check_version(out, version + 1)
        smaller = torch.empty(0, dtype=torch.float64)
        self.call(*given, *self.further, out=smaller)
        same(smaller, expected)


def check_version(tensor: torch.Tensor, version: int) -> None:
    assert tensor._version == version, (tensor._version, version)


names = operators_of(sys.argv[1])
for name in names:
    Operator(name).check()
assert "cppyy" not in sys.modules
print(len(names), "operators are right")
