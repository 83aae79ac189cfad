"""The embedded reference runtime: a small dispatcher, tensors and operators in headers alone.

It has the header paths and names of the parts of ATen, c10 and torch that generated code uses, so
the same source compiles on it and on libtorch. It needs cppyy and nothing else, and it never
stands in for PyTorch in what is claimed about PyTorch.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

from dispatchless.jit.dispatch_log import DispatchCall, DispatchLog, names_of
from dispatchless.jit.reference_values import (
    BOOL,
    DTYPE_NAMES,
    DTYPES,
    FLOATING,
    bound_arguments,
    push,
    results,
)
from dispatchless.model import FunctionSchema, parse_schema

if TYPE_CHECKING:
    from dispatchless.jit.session import Session

_ROOT = Path(__file__).with_name("reference")
_BOUNDARY = _ROOT / "support" / "boundary.h"

#: A scalar or nested lists of scalars.
Nested = Any
#: A Python object of the C++ class at::Tensor.
Tensor = Any


@attrs.frozen
class TensorFacts:
    """What a tensor is apart from its values; `version` is None for inference tensors."""

    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    storage_offset: int
    device: str
    version: int | None
    requires_grad: bool
    grad_fn: str | None
    is_view: bool
    is_neg: bool


class ReferenceRuntime:
    """The runtime under `jit/reference`."""

    name = "reference"
    #: Its own first unit is compiled without optimisation, which a precompiled header would undo.
    uses_pch = False

    def __init__(self) -> None:
        self._session: Session | None = None

    # Runtime ------------------------------------------------------------------------------------

    @staticmethod
    def missing() -> str | None:
        """Nothing is: the runtime is part of this package."""
        return None

    def include_dirs(self) -> tuple[Path, ...]:
        return (_ROOT / "include",)

    def headers(self) -> tuple[str, ...]:
        return ("ATen/core/Tensor.h", "torch/library.h")

    def versions(self) -> Mapping[str, str]:
        text = b"".join(path.read_bytes() for path in sorted(_ROOT.rglob("*.h")))
        return {"reference": hashlib.sha256(text).hexdigest()}

    def load(self) -> None:
        """There is no library: everything is in the headers."""

    def prepare(self, session: Session) -> None:
        session.include(str(_BOUNDARY))
        self._session = session

    def native_functions(self) -> Path:
        """The entries of exactly the operators that the runtime has."""
        return _ROOT / "native_functions.yaml"

    def forget_operators(self, names: Iterable[str]) -> None:
        """Nothing to forget: the Python side looks every operator up anew."""

    @staticmethod
    def test_device_header() -> Path:
        """The header that adds the device `testdev`, for tests."""
        return _ROOT / "testing" / "TestDevice.h"

    # Tensors ------------------------------------------------------------------------------------

    def tensor(
        self,
        data: Nested,
        dtype: str = "float32",
        *,
        requires_grad: bool = False,
        strides: Sequence[int] | None = None,
        device: str = "cpu",
    ) -> Tensor:
        """A tensor with the values of nested lists.

        Args:
            dtype: `float32`, `float64`, `int32`, `int64`, `bool` or torch's C++ words for them.
            strides: in elements; row-major by default.

        Raises:
            ValueError: the lists are ragged, or the dtype or device is unknown.
        """
        if dtype not in DTYPES:
            raise ValueError(f"no dtype {dtype!r}; there are {', '.join(sorted(set(DTYPES)))}")
        sizes = _shape(data)
        tensor = self.empty(sizes, dtype, strides=strides, device=device)
        values = list(_flat(data, sizes))
        if device != "meta":
            if DTYPES[dtype] in FLOATING:
                self._cpp.write_reals(tensor, [float(v) for v in values])
            else:
                self._cpp.write_integers(tensor, [int(v) for v in values])
        if requires_grad:
            self._cpp.require_grad(tensor)
        return tensor

    def empty(
        self,
        shape: Sequence[int],
        dtype: str = "float32",
        *,
        strides: Sequence[int] | None = None,
        device: str = "cpu",
    ) -> Tensor:
        """A tensor of zeros."""
        sizes = list(shape)
        chosen = list(self._cpp.row_major(sizes)) if strides is None else list(strides)
        with self.translated_errors():
            return self._cpp.new_tensor(DTYPES[dtype], sizes, chosen, device)

    def values(self, tensor: Tensor) -> Nested:
        """The elements as nested lists (a plain number for a 0-dimensional tensor)."""
        dtype = int(self._cpp.dtype_of(tensor))
        with self.translated_errors():
            if dtype in FLOATING:
                flat: list[Any] = [float(v) for v in self._cpp.read_reals(tensor)]
            else:
                kind = bool if dtype == BOOL else int
                flat = [kind(v) for v in self._cpp.read_integers(tensor)]
        return _nested(flat, [int(size) for size in self._cpp.sizes_of(tensor)])

    def facts(self, tensor: Tensor) -> TensorFacts:
        """dtype, shape, strides, version and so on."""
        return TensorFacts(
            dtype=DTYPE_NAMES[int(self._cpp.dtype_of(tensor))],
            shape=tuple(int(size) for size in self._cpp.sizes_of(tensor)),
            strides=tuple(int(stride) for stride in self._cpp.strides_of(tensor)),
            storage_offset=int(tensor.storage_offset()),
            device=str(self._cpp.device_of(tensor)),
            version=None if tensor.is_inference() else int(tensor._version()),
            requires_grad=bool(tensor.requires_grad()),
            grad_fn=str(self._cpp.grad_fn_of(tensor)) or None,
            is_view=bool(tensor.is_view()),
            is_neg=bool(tensor.is_neg()),
        )

    def neg_view(self, tensor: Tensor) -> Tensor:
        """A view whose elements are the negated ones, by the Negative key alone."""
        return self._cpp.neg_view(tensor)

    def backward(self, tensor: Tensor, gradient: Tensor | None = None) -> None:
        """Accumulate gradients into the leaves."""
        with self.translated_errors():
            self._cpp.backward(tensor, self._undefined() if gradient is None else gradient)

    def grad(self, tensor: Tensor) -> Tensor | None:
        """The gradient accumulated in a leaf."""
        gradient = tensor.grad()
        return self._copy(gradient) if gradient.defined() else None

    # Calls --------------------------------------------------------------------------------------

    def call(self, operator: str, *args: object, **kwargs: object) -> Any:
        """Call an operator by its qualified name (`aten::add.Tensor`) through the dispatcher.

        Arguments are tensors, numbers, strings, lists and None as the schema names them; defaults
        are filled in. No result is None, one is itself, several are a tuple.

        Raises:
            RuntimeError, IndexError, ValueError, TypeError, NotImplementedError: as torch raises
            for the same C++ exception.
        """
        name, _, overload = operator.partition(".")
        stack = self._cpp.Arguments()
        with self.translated_errors():
            schema = _parsed(str(self._cpp.schema_of(name, overload)))
            values = bound_arguments(schema, args, kwargs)
            for argument, value in zip(schema.arguments, values, strict=True):
                push(stack, value, argument.type)
            stack.call(name, overload)
        found = results(stack, self._copy)
        if not found:
            return None
        return found[0] if len(found) == 1 else tuple(found)

    def dispatch_table(self, operator: str) -> dict[str, str]:
        """What answers for each runtime key: `{"CPU": "registered at f.cpp:3 [kernel]"}`."""
        name, _, overload = operator.partition(".")
        with self.translated_errors():
            lines = str(self._cpp.dispatch_table_of(name, overload)).splitlines()
        return dict(line.split(": ", 1) for line in lines)

    def registrations(self, operator: str) -> str:
        """Every registration of an operator; overridden kernels are marked `(inactive)`."""
        name, _, overload = operator.partition(".")
        with self.translated_errors():
            return str(self._cpp.registrations_of(name, overload))

    @contextlib.contextmanager
    def record_dispatches(self) -> Iterator[DispatchLog]:
        """Collect the dispatcher calls made in the block; complete when it ends."""
        mark = int(self._cpp.start_counting())
        log = DispatchLog()
        try:
            yield log
        finally:
            recorded = self._cpp.dispatch_log()
            calls = zip(recorded.names, recorded.depths, strict=True)
            log.calls.extend(
                DispatchCall(str(name), int(depth))
                for name, depth in itertools.islice(calls, mark, None)
            )
            self._cpp.stop_counting()

    def count_dispatches(self) -> AbstractContextManager[list[str]]:
        """As `record_dispatches`, the names alone: `["aten::add.Tensor", ...]`, in order."""
        return names_of(self.record_dispatches)

    @contextlib.contextmanager
    def no_grad(self) -> Iterator[None]:
        """Nothing is recorded for the backward pass in the block."""
        before = self._cpp.set_grad_mode(False)
        try:
            yield
        finally:
            self._cpp.set_grad_mode(before)

    @contextlib.contextmanager
    def inference_mode(self) -> Iterator[None]:
        """c10::InferenceMode for the block."""
        self._cpp.enter_inference_mode()
        try:
            yield
        finally:
            self._cpp.leave_inference_mode()

    def take_warnings(self) -> list[str]:
        """The warnings raised since the last time, which are forgotten."""
        return [str(message) for message in self._cpp.take_warnings()]

    @contextlib.contextmanager
    def translated_errors(self) -> Iterator[None]:
        """Raise C++ exceptions of the block as torch's Python binding does."""
        c10 = self._gbl.c10
        try:
            yield
        except c10.IndexError as error:
            _raise(IndexError, error)
        except c10.ValueError as error:
            _raise(ValueError, error)
        except c10.TypeError as error:
            _raise(TypeError, error)
        except c10.NotImplementedError as error:
            _raise(NotImplementedError, error)
        except c10.Error as error:
            _raise(RuntimeError, error)

    # --------------------------------------------------------------------------------------------

    @property
    def _gbl(self) -> Any:
        if self._session is None:
            raise RuntimeError("make a Session for this runtime first")
        return self._session.cppyy.gbl

    @property
    def _cpp(self) -> Any:
        return self._gbl.dispatchless_reference

    def _copy(self, tensor: Tensor) -> Tensor:
        """A handle of its own; one that C++ returns by reference may not outlive its owner."""
        return self._gbl.at.Tensor(tensor)

    def _undefined(self) -> Tensor:
        return self._gbl.at.Tensor()


@functools.cache
def _parsed(schema: str) -> FunctionSchema:
    """A schema that many calls ask for."""
    return parse_schema(schema)


def _raise(kind: type[Exception], error: Any) -> NoReturn:
    raise kind(str(error.what_without_backtrace())) from None


def _shape(data: Nested) -> list[int]:
    if not isinstance(data, (list, tuple)):
        return []
    inner = [_shape(item) for item in data]
    if any(shape != inner[0] for shape in inner):
        raise ValueError("the nested lists do not have the same lengths")
    return [len(data), *(inner[0] if inner else [])]


def _flat(data: Nested, sizes: list[int]) -> Iterator[Any]:
    if not sizes:
        yield data
        return
    for item in data:
        yield from _flat(item, sizes[1:])


def _nested(flat: list[Any], sizes: list[int]) -> Nested:
    if not sizes:
        return flat[0]
    step = math.prod(sizes[1:])
    return [_nested(flat[i * step : (i + 1) * step], sizes[1:]) for i in range(sizes[0])]
