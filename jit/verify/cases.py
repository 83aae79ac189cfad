"""Inputs for any operator, found from its schema by trying them on the dispatcher path.

The search has three steps, all deterministic:

1. *anchors*: plain inputs (equal square shapes, one dtype) are tried in order of plainness until
the
   dispatcher path accepts some, for each rank and each choice of optional arguments;
2. *variations*: every anchor is changed in one place at a time: dtype of all tensors or of one,
memory
   layout, broadcasting, empty, 0-d, larger, nan and infinity, every value of every other argument;
3. each variation is run on the dispatcher path once: what it accepts is a case for results, what it
   refuses is a case for errors.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs
import torch

from dispatchless.jit.verify.inputs import (
    Case,
    Input,
    PlainInput,
    TensorInput,
    TensorListInput,
)
from dispatchless.jit.verify.outcomes import run
from dispatchless.jit.verify.plain_values import plain_values
from dispatchless.jit.verify.subject import Argument, Subject
from dispatchless.jit.verify.variations import interleaved, variations

RANKS = (2, 1, 3, 4, 0, 5)
_TRIES_PER_RANK = 320
_ANCHORS_PER_RANK = 3
MOST_ACCEPTED = 120
MOST_REFUSED = 36


@attrs.frozen
class Cases:
    """What the search found: plain data.

    Attributes:
        accepted: cases that the dispatcher path runs, plainest first.
        refused: cases that it refuses.
        anchors: the first accepted case of each rank and choice of optional arguments (members of
            `accepted`), for rows in which a case is expensive.
        tried: how many inputs were tried.
    """

    accepted: tuple[Case, ...]
    refused: tuple[Case, ...]
    anchors: tuple[Case, ...]
    tried: int

    def spread(self, count: int) -> tuple[Case, ...]:
        """`count` accepted cases, evenly from plain to odd, for rows that cannot afford all."""
        return spread(self.accepted, count)

    def differentiable(self, count: int) -> tuple[Case, ...]:
        """`count` accepted cases with a floating or complex tensor, evenly."""
        return spread([c for c in self.accepted if c.is_differentiable], count)


def spread(cases: Sequence[Case], count: int) -> tuple[Case, ...]:
    """`count` members of `cases` at even distances, the first one among them."""
    if len(cases) <= count:
        return tuple(cases)
    return tuple(cases[position * len(cases) // count] for position in range(count))


def find_cases(subject: Subject) -> Cases:
    """Search; calls only the dispatcher path, on CPU tensors."""
    search = _Search(subject)
    anchors = [*search.samples(), *search.anchors()]
    for variation in interleaved([variations(subject, a) for a in anchors], first=8):
        if search.full:
            break
        search.accepts(variation)
    return Cases(tuple(search.accepted), tuple(search.refused), tuple(anchors), len(search.seen))


class _Search:
    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.seen: set[str] = set()
        self.accepted: list[Case] = []
        self.refused: list[Case] = []

    @property
    def full(self) -> bool:
        return len(self.accepted) >= MOST_ACCEPTED and len(self.refused) >= MOST_REFUSED

    def accepts(self, case: Case, *, keep_refused: bool = True) -> bool:
        """Run the dispatcher path; keep the case in its list unless that is full or it is known."""
        text = str(case)
        if text in self.seen:
            return False
        self.seen.add(text)
        call = case.make()
        for out in self.subject.outs:
            call.values[out.name] = empty_out(out, case)
        call.keyword_only |= {out.name for out in self.subject.outs}
        outcome = run(self.subject.slow, call)
        if outcome.raised:
            if keep_refused and len(self.refused) < MOST_REFUSED:
                self.refused.append(case)
        elif len(self.accepted) < MOST_ACCEPTED:
            self.accepted.append(case)
        return not outcome.raised

    def samples(self) -> list[Case]:
        """The cases that the author of the specification gave.

        Raises:
            ValueError: the dispatcher path refuses one.
        """
        given = [_sample(self.subject, *pair) for pair in (self.subject.samples or tuple)()]
        for case in given:
            if not self.accepts(case) and str(case) in self.seen and case not in self.accepted:
                raise ValueError(f"the dispatcher path refuses the sample {case}")
        return given

    def anchors(self) -> list[Case]:
        anchors: list[Case] = []
        for rank in RANKS:
            patterns: set[tuple[object, ...]] = set()
            candidates = itertools.islice(_plain_cases(self.subject, rank), _TRIES_PER_RANK)
            for position, case in enumerate(candidates):
                if _pattern(case) in patterns:
                    continue
                if self.accepts(case, keep_refused=position < 6):
                    patterns.add(_pattern(case))
                    anchors.append(case)
                    if len(patterns) == _ANCHORS_PER_RANK:
                        break
            if not self.subject.has_tensor_input:
                break
        return anchors


def empty_out(out: Argument, case: Case) -> object:
    """An out= argument that every operator resizes: empty, of the dtype of the first tensor."""
    dtype = case.tensors[0].dtype if case.tensors else torch.float32
    tensor = torch.empty(0, dtype=dtype)
    return [tensor] if out.type.required.is_list else tensor


def _sample(subject: Subject, args: Sequence[object], kwargs: Mapping[str, object]) -> Case:
    positional = [a.name for a in subject.inputs if not a.keyword_only]
    given = {**dict(zip(positional, args, strict=False)), **kwargs}
    inputs = tuple((a.name, _described(given.get(a.name, a.default))) for a in subject.inputs)
    keyword_only = frozenset(a.name for a in subject.arguments if a.keyword_only)
    return Case(subject.name, inputs, keyword_only)


def _described(value: object) -> Input:
    if isinstance(value, torch.Tensor):
        return TensorInput(tuple(value.shape), value.dtype, given=value)
    if isinstance(value, (list, tuple)) and any(isinstance(v, torch.Tensor) for v in value):
        members = [_described(v) for v in value]
        return TensorListInput(tuple(m if isinstance(m, TensorInput) else None for m in members))
    return PlainInput(list(value) if isinstance(value, tuple) else value)


def _pattern(case: Case) -> tuple[object, ...]:
    """Which optional arguments are there, which flags are set: what makes two anchors different."""
    return tuple(
        value.value
        if isinstance(value, PlainInput) and isinstance(value.value, (bool, str))
        else isinstance(value, PlainInput) and value.value is None
        for _, value in case.inputs
    )


def _plain_cases(subject: Subject, rank: int) -> Iterator[Case]:
    """Every combination of the plain values of each argument, the plainest combinations first."""
    choices = [list(plain_values(a.type, rank, a)) for a in subject.inputs]
    names = [a.name for a in subject.inputs]
    keyword_only = frozenset(a.name for a in subject.arguments if a.keyword_only)
    for total in range(sum(len(c) - 1 for c in choices) + 1):
        for picks in _with_sum(total, [len(c) for c in choices]):
            chosen = [c[p] for c, p in zip(choices, picks, strict=True)]
            inputs = tuple(zip(names, _numbered(chosen), strict=True))
            yield Case(subject.name, inputs, keyword_only)


def _with_sum(total: int, sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """Index tuples below `sizes` that add up to `total`."""
    if not sizes:
        if total == 0:
            yield ()
        return
    for first in range(min(total, sizes[0] - 1) + 1):
        for rest in _with_sum(total - first, sizes[1:]):
            yield (first, *rest)


def _numbered(values: Iterable[Input]) -> list[Input]:
    """Give each tensor its own seed, so that no two arguments are equal."""
    return [
        attrs.evolve(v, seed=position) if isinstance(v, TensorInput) else v
        for position, v in enumerate(values)
    ]
