"""Values for the embedded runtime: tensors as descriptions, calls through its dispatcher."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import attrs

from dispatchless.jit.dispatch_log import DispatchCall
from dispatchless.jit.reference_runtime import ReferenceRuntime
from dispatchless.jit.shadow import SHADOW_SUFFIX
from dispatchless.model import FunctionSchema


class Dtype(enum.Enum):
    """Element types of the embedded runtime, by torch's names."""

    INT32 = "int32"
    INT64 = "int64"
    FLOAT32 = "float32"
    FLOAT64 = "float64"
    BOOL = "bool"

    @property
    def is_floating(self) -> bool:
        return self in (Dtype.FLOAT32, Dtype.FLOAT64)


class Layout(enum.Enum):
    """How a tensor lies in memory."""

    CONTIGUOUS = "contiguous"
    TRANSPOSED = "transposed"
    NEGATED = "negated view"


@attrs.frozen
class TensorInput:
    """A tensor to be made: what it is, not the tensor itself."""

    shape: tuple[int, ...]
    dtype: Dtype = Dtype.FLOAT32
    layout: Layout = Layout.CONTIGUOUS
    meta: bool = False
    seed: int = 0

    def __str__(self) -> str:
        words = [f"{self.dtype.value}{list(self.shape)}"]
        if self.layout is not Layout.CONTIGUOUS:
            words.append(self.layout.value)
        if self.meta:
            words.append("on meta")
        return " ".join(words)

    def nested(self) -> Any:
        """Distinct small values, with zeros, negatives and halves, the same on every run."""
        step = 5 + 2 * self.seed
        numbers = (((index * step + self.seed) % 11 - 5) / 2 for index in itertools.count())

        def build(sizes: tuple[int, ...]) -> Any:
            return [build(sizes[1:]) for _ in range(sizes[0])] if sizes else next(numbers)

        return build(self.shape)


Value = TensorInput | float | int | bool | str | None | tuple["Value", ...]
"""An argument: a tensor, a plain value, None, or a list of them."""


# What Python holds itself: every other argument or result is a tensor or a list.
_PLAIN = (bool, int, float, str, type(None))


class Mode(enum.Enum):
    """In which mode of autograd a call is made."""

    GRAD = "grad mode"
    NO_GRAD = "no_grad"
    INFERENCE = "inference mode"


@attrs.frozen
class TensorState:
    """What can be seen of a tensor after a call."""

    dtype: str
    device: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    values: Any

    def __str__(self) -> str:
        place = f"on {self.device}, strides {list(self.strides)}"
        return f"{self.dtype}{list(self.shape)} {place}: {self.values}"


class Values:
    """Makes values for operators of one schema, and calls them on the embedded runtime."""

    def __init__(self, runtime: ReferenceRuntime, schema: FunctionSchema) -> None:
        self.runtime = runtime
        self._schema = schema

    def make(self, value: Value) -> Any:
        """A C++ tensor for a description; other values as they are."""
        if isinstance(value, tuple):
            return [self.make(member) for member in value]
        if not isinstance(value, TensorInput):
            return value
        device = "meta" if value.meta else "cpu"
        strides = (1, value.shape[0]) if value.layout is Layout.TRANSPOSED else None
        if value.meta or 0 in value.shape:
            tensor = self.runtime.empty(
                value.shape, value.dtype.value, strides=strides, device=device
            )
        else:
            tensor = self.runtime.tensor(value.nested(), value.dtype.value, strides=strides)
        return self.runtime.neg_view(tensor) if value.layout is Layout.NEGATED else tensor

    def call(
        self, operator: str, arguments: Sequence[Any], mode: Mode = Mode.GRAD
    ) -> tuple[str, list[Any]]:
        """Call `ns::op.overload` with all arguments: (what was raised or "", results)."""
        pairs = tuple(zip(self._schema.arguments, arguments, strict=True))
        positional = [value for argument, value in pairs if not argument.kwarg_only]
        keywords = {argument.name: value for argument, value in pairs if argument.kwarg_only}
        try:
            with self._in(mode):
                results = self.runtime.call(operator, *positional, **keywords)
        except (RuntimeError, IndexError, ValueError, TypeError) as error:
            message = str(error).replace(SHADOW_SUFFIX, "")
            return f"{type(error).__name__}: {message}", []
        if results is None:
            return "", []
        return "", list(results) if isinstance(results, tuple) else [results]

    def _in(self, mode: Mode) -> AbstractContextManager[None]:
        if mode is Mode.NO_GRAD:
            return self.runtime.no_grad()
        return self.runtime.inference_mode() if mode is Mode.INFERENCE else nullcontext()

    def told(self, result: Any) -> str:
        """What a result holds: a tensor, a plain value, or a list of them."""
        if isinstance(result, list):
            return f"[{', '.join(map(self.told, result))}]"
        return repr(result) if isinstance(result, _PLAIN) else str(self.state(result))

    def state(self, tensor: Any) -> TensorState:
        """What the tensor holds."""
        facts = self.runtime.facts(tensor)
        values = None if facts.device.startswith("meta") else self.runtime.values(tensor)
        return TensorState(facts.dtype, facts.device, facts.shape, facts.strides, values)

    def version(self, tensor: Any) -> int | None:
        """How often the tensor was written to; None for an inference tensor."""
        return self.runtime.facts(tensor).version

    def counted(self, operator: str, arguments: Sequence[Any], mode: Mode) -> list[DispatchCall]:
        """The dispatcher calls of one call."""
        with self.runtime.record_dispatches() as log:
            self.call(operator, arguments, mode)
        return log.calls

    def gradients(self, results: Sequence[Any], leaves: Sequence[Any]) -> str:
        """Gradients of the sum of the first result that needs them with respect to the leaves."""
        facts = [self.runtime.facts(tensor) for tensor in tensors_of(results)]
        needing = [index for index, each in enumerate(facts) if each.requires_grad]
        if not needing:
            return "no result needs a gradient"
        self.runtime.backward(self.runtime.call("aten::sum", tensors_of(results)[needing[0]]))
        found = (self.runtime.grad(leaf) for leaf in leaves)
        of = f"results {needing} need gradients; of [{needing[0]}]: "
        return of + "; ".join("none" if g is None else str(self.state(g)) for g in found)


def tensors_of(values: Iterable[Any]) -> list[Any]:
    """The tensors among arguments or results, those in lists too."""
    found: list[Any] = []
    for value in values:
        if isinstance(value, list):
            found.extend(tensors_of(value))
        elif not isinstance(value, _PLAIN):
            found.append(value)
    return found
