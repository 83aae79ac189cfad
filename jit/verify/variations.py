"""Changes of an accepted call, one place at a time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial

import attrs
import torch

from dispatchless.jit.verify.inputs import (
    Case,
    Fill,
    Layout,
    TensorInput,
)
from dispatchless.jit.verify.plain_values import plain_values
from dispatchless.jit.verify.subject import Subject

Shape = tuple[int, ...]

DTYPES = (
    torch.float64,
    torch.int64,
    torch.complex64,
    torch.bfloat16,
    torch.bool,
    torch.float16,
    torch.int32,
    torch.uint8,
    torch.complex128,
)


def variations(subject: Subject, anchor: Case) -> Iterator[Case]:
    """Calls that differ from `anchor` in one place; kinds of change take turns."""
    tensors = [(n, v) for n, v in anchor.inputs if isinstance(v, TensorInput)]
    each = tensors if len(tensors) > 1 else []

    def changed(change: Callable[[TensorInput], TensorInput]) -> Iterator[Case]:
        """All tensors changed, and each one alone."""
        yield anchor.map_tensors(change)
        for name, value in each:
            yield anchor.replace({name: change(value)})

    shapes = (c for shape in _SHAPES for c in changed(partial(_reshaped, shape)))
    dtypes = (c for dtype in DTYPES for c in changed(partial(_with, "dtype", dtype)))
    layouts = (c for layout in Layout for c in changed(partial(_with, "layout", layout)))
    special = changed(partial(_with, "fill", Fill.SPECIAL))
    yield from interleaved([_other_values(subject, anchor), shapes, dtypes, layouts, special])


def interleaved(streams: list[Iterator[Case]], first: int = 1) -> Iterator[Case]:
    """`first` cases of the first stream, one of each other, and so on: a limit cuts all alike."""
    rest = [(stream, first if position == 0 else 1) for position, stream in enumerate(streams)]
    while rest:
        for stream, turns in list(rest):
            cases = list(itertools.islice(stream, turns))
            if not cases:
                rest.remove((stream, turns))
            yield from cases


def _other_values(subject: Subject, anchor: Case) -> Iterator[Case]:
    rank = max((len(t.shape) for t in anchor.tensors), default=0)
    for argument, (name, value) in zip(subject.inputs, anchor.inputs, strict=True):
        for other in plain_values(argument.type, rank, argument):
            if isinstance(other, TensorInput):
                if isinstance(value, TensorInput):
                    continue
                # A seed of its own, so that it equals no other argument.
                other = attrs.evolve(other, seed=9)
            yield anchor.replace({name: other})


def _with(field: str, value: object, spec: TensorInput) -> TensorInput:
    return attrs.evolve(spec, **{field: value})  # type: ignore[arg-type]


def _reshaped(change: Callable[[Shape], Shape], spec: TensorInput) -> TensorInput:
    return attrs.evolve(spec, shape=change(spec.shape))


_SHAPES: tuple[Callable[[Shape], Shape], ...] = (
    lambda s: s[1:],
    lambda s: (0, *s[1:]) if s else s,
    lambda s: (1, *s[1:]) if s else s,
    lambda s: (),
    lambda s: (*s[:-1], 5) if s else (5,),
    lambda s: tuple(17 for _ in s[:2]) + s[2:],
    lambda s: (*s[:-1], 0) if s else (0,),
    lambda s: (1,) * len(s),
    lambda s: (2, *s),
)
