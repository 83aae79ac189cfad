"""Inputs for any operator, found from its schema by trying them on the dispatcher path.

The search has three steps, all deterministic:

1. *anchors*: plain inputs (equal square shapes, one dtype) are tried in order of plainness until the
   dispatcher path accepts some, for each rank and each choice of optional arguments;
2. *variations*: every anchor is changed in one place at a time: dtype of all tensors or of one, memory
   layout, broadcasting, empty, 0-d, larger, nan and infinity, every value of every other argument;
3. each variation is run on the dispatcher path once: what it accepts is a case for results, what it
   refuses is a case for errors.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import attrs
import torch

from dispatchless.jit.verify.inputs import (
    Case,
    Fill,
    Input,
    Layout,
    PlainInput,
    TensorInput,
    TensorListInput,
)
from dispatchless.jit.verify.outcomes import run
from dispatchless.jit.verify.subject import Argument, ArgumentType, Subject

RANKS = (2, 1, 3, 4, 0, 5)
DTYPES = (
    torch.float32,
    torch.float64,
    torch.int64,
    torch.bool,
    torch.complex64,
    torch.bfloat16,
    torch.float16,
    torch.int32,
    torch.uint8,
    torch.complex128,
)
_SIDE = 3
_TRIES_PER_RANK = 160
_ANCHORS_PER_RANK = 3
MOST_ACCEPTED = 96
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

    def differentiable(self) -> tuple[Case, ...]:
        return tuple(c for c in self.accepted if c.is_differentiable)


def find_cases(subject: Subject) -> Cases:
    """Search; calls only the dispatcher path, on CPU tensors."""
    search = _Search(subject)
    anchors = search.anchors()
    for variation in _interleaved([_variations(subject, a) for a in anchors], first=4):
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


def _pattern(case: Case) -> tuple[object, ...]:
    """Which optional arguments are there, which flags are set: what makes two anchors different."""
    return tuple(
        value.value if isinstance(value, PlainInput) and isinstance(value.value, (bool, str)) else
        isinstance(value, PlainInput) and value.value is None
        for _, value in case.inputs
    )


def _plain_cases(subject: Subject, rank: int) -> Iterator[Case]:
    """Every combination of the plain values of each argument, the plainest combinations first."""
    choices = [list(_plain_values(a.type, rank, a)) for a in subject.inputs]
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


def _plain_values(kind: ArgumentType, rank: int, argument: Argument | None = None) -> list[Input]:
    """Values of a type from plain to less plain; the default of the schema comes first."""
    if kind.is_optional:
        return [PlainInput(None), *_plain_values(kind.required, rank)]
    if kind.is_list and kind.element is not None:
        return _plain_lists(kind, kind.element, rank)
    if kind.kind == "TensorType":
        shape = (_SIDE,) * rank
        return [
            TensorInput(shape),
            TensorInput(shape, torch.int64, fill=Fill.INDEX),
            TensorInput(shape, torch.bool),
            TensorInput((_SIDE,)),
            TensorInput((_SIDE,), torch.int64, fill=Fill.INDEX),
        ]
    values = _SCALARS.get(kind.kind, (None,))
    if argument is not None and argument.has_default:
        values = (argument.default, *(v for v in values if v != argument.default))
    return [PlainInput(v) for v in values]


def _plain_lists(kind: ArgumentType, element: ArgumentType, rank: int) -> list[Input]:
    if element.holds_tensors:
        shape = (_SIDE,) * rank
        pair = (TensorInput(shape, seed=20), TensorInput(shape, seed=21))
        lists: list[tuple[TensorInput | None, ...]] = [pair, pair[:1], (*pair, pair[0]), ()]
        if element.is_optional:
            index = TensorInput((2,), torch.int64, fill=Fill.INDEX)
            lists = [(index,), (None, index), *lists]
        return [TensorListInput(members) for members in lists]
    values = _SCALARS.get(element.kind, (None,))
    lengths = [kind.size] if kind.size else [n for n in (1, 2, rank, 3, 4, 0) if n >= 0]
    lists_of = [[v] * n for n in dict.fromkeys(lengths) for v in values[:3]]
    if element.kind in ("IntType", "SymIntType"):
        lists_of += [list(range(rank)), list(range(rank))[::-1], [_SIDE] * rank, [0, 1]]
    return [PlainInput(list(v)) for v in lists_of]


_SCALARS: dict[str, tuple[object, ...]] = {
    "IntType": (1, 0, 2, -1, 3, 7),
    "SymIntType": (2, 1, 0, -1, 3, 7),
    "FloatType": (2.0, 0.5, 0.0, -1.5, float("inf")),
    "BoolType": (False, True),
    "SymBoolType": (False, True),
    "NumberType": (2, 1, 0.5, -3, True, 2.5 + 1j, 0, float("nan")),
    "StringType": ("none", "mean", "sum", "constant", ""),
    "ScalarTypeType": (torch.float32, torch.float64, torch.int64),
    "LayoutType": (torch.strided,),
    "MemoryFormatType": (torch.contiguous_format, torch.preserve_format),
    "DeviceObjType": (torch.device("cpu"), torch.device("meta")),
    "ComplexType": (1 + 2j, 0j),
}


def _interleaved(streams: list[Iterator[Case]], first: int) -> Iterator[Case]:
    """`first` cases of the first stream, then one of each other, and so on: a limit cuts all of them."""
    rest = [(stream, first if position == 0 else 1) for position, stream in enumerate(streams)]
    while rest:
        for stream, turns in list(rest):
            cases = list(itertools.islice(stream, turns))
            if not cases:
                rest.remove((stream, turns))
            yield from cases


def _variations(subject: Subject, anchor: Case) -> Iterator[Case]:
    rank = max((len(t.shape) for t in anchor.tensors), default=0)
    tensors = [(n, v) for n, v in anchor.inputs if isinstance(v, TensorInput)]
    by_name = {a.name: a for a in subject.inputs}
    for name, value in anchor.inputs:
        if isinstance(value, PlainInput):
            required = _plain_values(by_name[name].type, rank, by_name[name])
            yield from (anchor.replace({name: v}) for v in required if isinstance(v, PlainInput))
        if isinstance(value, TensorListInput) or by_name[name].type.is_optional:
            yield from (anchor.replace({n: v}) for n, v in _other_lists(name, by_name[name], rank))
    for dtype in DTYPES:
        yield anchor.map_tensors(lambda t, d=dtype: attrs.evolve(t, dtype=d))  # type: ignore[misc]
        for name, value in tensors if len(tensors) > 1 else ():
            yield anchor.replace({name: attrs.evolve(value, dtype=dtype)})
    for layout in Layout:
        yield anchor.map_tensors(lambda t, w=layout: attrs.evolve(t, layout=w))  # type: ignore[misc]
        for name, value in tensors if len(tensors) > 1 else ():
            yield anchor.replace({name: attrs.evolve(value, layout=layout)})
    yield anchor.map_tensors(lambda t: attrs.evolve(t, fill=Fill.SPECIAL))
    for change in _SHAPES:
        yield anchor.map_tensors(lambda t, c=change: attrs.evolve(t, shape=c(t.shape)))  # type: ignore[misc]
        for name, value in tensors if len(tensors) > 1 else ():
            yield anchor.replace({name: attrs.evolve(value, shape=change(value.shape))})


def _other_lists(name: str, argument: Argument, rank: int) -> Iterator[tuple[str, Input]]:
    for value in _plain_values(argument.type, rank, argument):
        if not isinstance(value, PlainInput):
            yield name, attrs.evolve(value, seed=9) if isinstance(value, TensorInput) else value


def _all_but_first(shape: tuple[int, ...]) -> tuple[int, ...]:
    return shape[1:]


_SHAPES = (
    lambda s: (1, *s[1:]) if s else s,
    _all_but_first,
    lambda s: (0, *s[1:]) if s else s,
    lambda s: (),
    lambda s: (1,) * len(s),
    lambda s: (*s[:-1], 5) if s else (5,),
    lambda s: (*s[:-1], 0) if s else (0,),
    lambda s: tuple(17 for _ in s[:2]) + s[2:],
    lambda s: (2, *s),
)
