"""Inputs for an operator on the embedded runtime, found by trying them on the dispatcher path."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import attrs

from dispatchless.jit.verify.reference_values import Dtype, Layout, TensorInput, Value, Values
from dispatchless.model import (
    Argument,
    BaseType,
    FunctionSchema,
    ListType,
    OptionalType,
    SchemaType,
    is_tensor_like,
)

_SHAPES = ((3, 3), (2, 3), (3,), (), (0, 3), (1, 2, 3), (2, 1, 4, 3))
_TRIES = 700
_MOST = 60


@attrs.frozen
class Case:
    """Arguments in schema order, out= arguments left out."""

    values: tuple[Value, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(_text, self.values))})"

    @property
    def tensors(self) -> tuple[TensorInput, ...]:
        """All tensors, those in lists too."""
        return tuple(_tensors(self.values))

    def map_tensors(self, **changes: object) -> Case:
        """The case with the fields of every tensor changed."""
        return Case(tuple(_changed(value, changes) for value in self.values))


@attrs.frozen
class Cases:
    """What the search found: what the dispatcher path runs and what it refuses."""

    accepted: tuple[Case, ...]
    refused: tuple[Case, ...]


def _tensors(values: Iterable[Value]) -> Iterator[TensorInput]:
    for value in values:
        if isinstance(value, TensorInput):
            yield value
        elif isinstance(value, tuple):
            yield from _tensors(value)


def _text(value: Value) -> str:
    return f"[{', '.join(map(_text, value))}]" if isinstance(value, tuple) else str(value)


def _changed(value: Value, changes: dict[str, object]) -> Value:
    if isinstance(value, tuple):
        return tuple(_changed(member, changes) for member in value)
    if isinstance(value, TensorInput):
        return attrs.evolve(value, **changes)  # type: ignore[arg-type]
    return value


def find_cases(schema: FunctionSchema, operator: str, values: Values) -> Cases:
    """Try inputs on `operator`, plain ones first, until enough are found of both kinds."""
    inputs = tuple(argument for argument in schema.arguments if not argument.is_out)
    accepted: list[Case] = []
    refused: list[Case] = []
    for case in itertools.islice(_candidates(inputs), _TRIES):
        target, most = (accepted, _MOST) if _runs(schema, operator, case, values) else (refused, 24)
        if len(target) < most:
            target.append(case)
    return Cases(tuple(accepted), tuple(refused))


def with_outs(schema: FunctionSchema, case: Case, out: TensorInput | None = None) -> Case:
    """CASE with an out= argument for each that the schema has: an empty one by default."""
    dtype = next((tensor.dtype for tensor in case.tensors), Dtype.FLOAT32)
    meta = any(tensor.meta for tensor in case.tensors)
    made = out or TensorInput((0,), dtype, meta=meta)
    return Case((*case.values, *(made for _ in schema.out_arguments)))


def _runs(schema: FunctionSchema, operator: str, case: Case, values: Values) -> bool:
    arguments = [values.make(value) for value in with_outs(schema, case).values]
    return not values.call(operator, arguments)[0]


def _candidates(inputs: tuple[Argument, ...]) -> Iterator[Case]:
    """Every choice of plain values for the plainest tensors first, then each variation of them."""
    for shape in _SHAPES:
        yield from _with_tensors(inputs, TensorInput(shape), every_value=True)
    for shape, dtype in itertools.product(_SHAPES[:5], Dtype):
        yield from _with_tensors(inputs, TensorInput(shape, dtype), every_value=False)
    for layout in (Layout.TRANSPOSED, Layout.NEGATED):
        yield from _with_tensors(inputs, TensorInput((3, 2), layout=layout), every_value=False)
    for plain in _with_tensors(inputs, TensorInput((3, 3)), every_value=False):
        yield from _one_changed(plain)


def _with_tensors(
    inputs: tuple[Argument, ...], tensor: TensorInput, *, every_value: bool
) -> Iterator[Case]:
    choices = [_choices(argument.type, tensor, index) for index, argument in enumerate(inputs)]
    if not every_value:
        choices = [choice[:2] for choice in choices]
    yield from map(Case, itertools.islice(itertools.product(*choices), 60))


def _one_changed(case: Case) -> Iterator[Case]:
    """One tensor of the case with another shape, dtype or layout: broadcasting and promotion."""
    for index, value in enumerate(case.values):
        if not isinstance(value, TensorInput):
            continue
        for changes in (
            {"shape": (3, 1)},
            {"shape": (3,)},
            {"shape": ()},
            {"shape": (2, 2)},
            {"dtype": Dtype.FLOAT64},
            {"dtype": Dtype.INT64},
            {"dtype": Dtype.BOOL},
            {"layout": Layout.TRANSPOSED},
            {"layout": Layout.NEGATED},
        ):
            other = attrs.evolve(value, **changes)
            yield Case((*case.values[:index], other, *case.values[index + 1 :]))


_PLAIN: dict[str, tuple[Value, ...]] = {
    "int": (1, 0, -1, 2, 7),
    "SymInt": (1, 0, -1, 2),
    "float": (2.0, 0.5, -1.0),
    "bool": (False, True),
    "Scalar": (1, 2, 0.5, -3, True),
    "str": ("none", "mean"),
}


def _choices(kind: SchemaType, tensor: TensorInput, seed: int) -> tuple[Value, ...]:
    """Values of a type, the plainest first."""
    match kind:
        case OptionalType(elem):
            return (None, *_choices(elem, tensor, seed))
        case ListType(elem, size):
            if is_tensor_like(elem):
                return ((attrs.evolve(tensor, seed=seed), tensor), (tensor,))
            lengths = (size,) if size is not None else (1, 2, len(tensor.shape))
            members = [v for v in _choices(elem, tensor, seed) if v is not None]
            return tuple((value,) * length for length in lengths for value in (*members[:3], 3))
        case BaseType("Tensor"):
            return (attrs.evolve(tensor, seed=seed),)
        case BaseType(name):
            return _PLAIN.get(name, (None,))
        case _:
            return (None,)
