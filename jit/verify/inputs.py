"""Descriptions of inputs: small frozen values that make fresh arguments and print themselves.

A case is described, not held: the description survives a fork and a pickle, two calls get two equal
sets of arguments, and a failure is told in a line that a person can type in again.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import torch


class Layout(enum.Enum):
    """How the elements of a tensor lie in memory."""

    CONTIGUOUS = "contiguous"
    TRANSPOSED = "transposed"
    STRIDED = "every second element"
    OFFSET = "offset in its storage"
    EXPANDED = "expanded"
    CHANNELS_LAST = "channels_last"


class Fill(enum.Enum):
    """What the elements are."""

    MIXED = "mixed"
    INDEX = "indices"
    SPECIAL = "nan, inf, -0.0"


@attrs.frozen
class TensorInput:
    """A tensor of that shape, dtype, layout and content; `seed` tells equal descriptions apart.

    `given` holds the elements where the author of a specification gave them; a description with
    another shape draws its own.
    """

    shape: tuple[int, ...]
    dtype: Any = torch.float32
    layout: Layout = Layout.CONTIGUOUS
    fill: Fill = Fill.MIXED
    seed: int = 0
    device: str = "cpu"
    given: torch.Tensor | None = attrs.field(default=None, eq=False, repr=False)

    def __str__(self) -> str:
        text = f"{str(self.dtype).removeprefix('torch.')}{list(self.shape)}"
        if self.layout is not Layout.CONTIGUOUS:
            text += f" {self.layout.value}"
        if self.fill is not Fill.MIXED:
            text += f" ({self.fill.value})"
        return text if self.device == "cpu" else f"{text} on {self.device}"

    def make(self) -> torch.Tensor:
        """A fresh tensor: no storage is shared between two calls."""
        shape = _storage_shape(self)
        if self.given is not None and self.given.shape == shape:
            base = self.given.detach().to(self.dtype).contiguous()
        else:
            base = _elements(self)
        whole = base.clone().to(self.device) if self.device != "cpu" else base.clone()
        return _laid_out(whole, self)


@attrs.frozen
class TensorListInput:
    """A list of tensors, some of them possibly None (`Tensor?[]`)."""

    elements: tuple[TensorInput | None, ...]

    def __str__(self) -> str:
        return "[" + ", ".join(str(e) for e in self.elements) + "]"

    def make(self) -> list[torch.Tensor | None]:
        return [None if e is None else e.make() for e in self.elements]


@attrs.frozen
class PlainInput:
    """Anything that is not a tensor: a number, a string, a list of numbers, None."""

    value: object

    def __str__(self) -> str:
        return repr(self.value)

    def make(self) -> object:
        return list(self.value) if isinstance(self.value, list) else self.value


Input = TensorInput | TensorListInput | PlainInput


@attrs.frozen
class Case:
    """One call: the inputs by argument name, in schema order, without out= arguments."""

    operator: str
    inputs: tuple[tuple[str, Input], ...]
    keyword_only: frozenset[str] = frozenset()

    def __str__(self) -> str:
        words = (
            f"{name}={value}" if name in self.keyword_only else str(value)
            for name, value in self.inputs
        )
        return f"{self.operator}({', '.join(words)})"

    def make(self) -> Call:
        """Fresh arguments."""
        return Call({name: value.make() for name, value in self.inputs}, self.keyword_only)

    def replace(self, changes: Mapping[str, Input]) -> Case:
        """The same case with some inputs changed, by argument name."""
        return attrs.evolve(
            self, inputs=tuple((name, changes.get(name, value)) for name, value in self.inputs)
        )

    def map_tensors(self, change: Callable[[TensorInput], TensorInput]) -> Case:
        """The same case with every tensor description changed."""
        return self.replace({name: _mapped(value, change) for name, value in self.inputs})

    @property
    def tensors(self) -> tuple[TensorInput, ...]:
        found: list[TensorInput] = []
        for _, value in self.inputs:
            if isinstance(value, TensorInput):
                found.append(value)
            elif isinstance(value, TensorListInput):
                found.extend(e for e in value.elements if e is not None)
        return tuple(found)

    @property
    def is_differentiable(self) -> bool:
        return any(t.dtype.is_floating_point or t.dtype.is_complex for t in self.tensors)


@attrs.define
class Call:
    """Arguments ready to be passed."""

    values: dict[str, Any]
    keyword_only: frozenset[str] = frozenset()

    @property
    def args(self) -> tuple[Any, ...]:
        return tuple(v for k, v in self.values.items() if k not in self.keyword_only)

    @property
    def kwargs(self) -> dict[str, Any]:
        return {k: v for k, v in self.values.items() if k in self.keyword_only}

    @property
    def tensors(self) -> list[torch.Tensor]:
        """Every tensor among the arguments, in order, those inside lists too."""
        found: list[torch.Tensor] = []
        for value in self.values.values():
            members = value if isinstance(value, (list, tuple)) else (value,)
            found.extend(v for v in members if isinstance(v, torch.Tensor))
        return found

    def map(self, change: Callable[[torch.Tensor], Any]) -> Call:
        """The same call with every tensor replaced by `change(tensor)`."""

        def mapped(value: Any) -> Any:
            if isinstance(value, torch.Tensor):
                return change(value)
            if isinstance(value, (list, tuple)):
                return type(value)(mapped(v) for v in value)
            return value

        return Call({k: mapped(v) for k, v in self.values.items()}, self.keyword_only)

    def with_tensors(self, tensors: list[Any]) -> Call:
        """The same call with its tensors, in order, taken from `tensors`."""
        rest = iter(tensors)
        return self.map(lambda _: next(rest))


def _mapped(value: Input, change: Callable[[TensorInput], TensorInput]) -> Input:
    if isinstance(value, TensorInput):
        return change(value)
    if isinstance(value, TensorListInput):
        return TensorListInput(tuple(None if e is None else change(e) for e in value.elements))
    return value


def _storage_shape(spec: TensorInput) -> tuple[int, ...]:
    shape = spec.shape
    if spec.layout is Layout.STRIDED and shape:
        return (*shape[:-1], shape[-1] * 2)
    if spec.layout is Layout.OFFSET and shape:
        return (shape[0] + 1, *shape[1:])
    if spec.layout is Layout.EXPANDED and shape:
        return (1, *shape[1:])
    if spec.layout is Layout.TRANSPOSED and len(shape) > 1:
        return (*shape[:-2], shape[-1], shape[-2])
    return shape


def _laid_out(whole: torch.Tensor, spec: TensorInput) -> torch.Tensor:
    """The view of `whole` that has the layout, detached so that it is a tensor of its own."""
    if spec.layout is Layout.CONTIGUOUS or not spec.shape:
        return whole
    if spec.layout is Layout.STRIDED:
        return whole[..., ::2].detach()
    if spec.layout is Layout.OFFSET:
        return whole[1:].detach()
    if spec.layout is Layout.EXPANDED:
        return whole.expand(spec.shape).detach()
    if spec.layout is Layout.TRANSPOSED:
        return whole.transpose(-1, -2).detach() if len(spec.shape) > 1 else whole
    if len(spec.shape) == 4:
        return whole.contiguous(memory_format=torch.channels_last)
    return whole


@functools.lru_cache(maxsize=1024)
def _elements(spec: TensorInput) -> torch.Tensor:
    shape, dtype = _storage_shape(spec), spec.dtype
    generator = torch.Generator().manual_seed(spec.seed + 7919 * len(shape))
    if spec.fill is Fill.INDEX:
        return torch.randint(0, 2, shape, generator=generator).to(dtype)
    if dtype is torch.bool:
        return torch.randint(0, 2, shape, generator=generator).bool()
    if dtype.is_floating_point or dtype.is_complex:
        drawn = dtype if dtype in (torch.complex64, torch.complex128) else torch.float64
        values = torch.randn(shape, generator=generator, dtype=drawn).to(dtype)
        return _with_special(values) if spec.fill is Fill.SPECIAL else values
    low = 0 if not dtype.is_signed else -4
    return torch.randint(low, 5, shape, generator=generator).to(dtype)


def _with_special(values: torch.Tensor) -> torch.Tensor:
    flat = values.reshape(-1)
    for position, number in enumerate((float("nan"), float("inf"), -float("inf"), -0.0, 0.0)):
        if position < flat.numel():
            flat[position] = number
    return flat.reshape(values.shape)
