"""Rows on tensors that are on the CPU and yet no plain CPU tensors: each has keys of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar, cast

import attrs
import torch
from torch.utils._pytree import tree_map

from dispatchless.jit.children import ChildStream, Crash
from dispatchless.jit.verify.cases import spread
from dispatchless.jit.verify.context import (
    MODES,
    Around,
    Context,
    Tally,
    not_applicable,
    own_name,
    taken_apart,
)
from dispatchless.jit.verify.inputs import Call, Case, Layout, TensorInput
from dispatchless.jit.verify.outcomes import Fact, Outcome, difference, plain_text, run
from dispatchless.jit.verify.report import Row

_NO_TENSOR = "the operator takes no tensor"
# Seconds for one call in a child.
_SILENCE = 30.0

#: Makes another kind of tensor of a plain one.
Convert = Callable[[torch.Tensor], torch.Tensor]


def conj_neg(context: Context) -> Row:
    """Views with the conj or neg bit set, each argument alone and all together."""
    tally = Tally("conj_neg")
    for case in _some(context, 7):
        wide = case.map_tensors(_complex)
        for name, convert, made in (
            ("conj", lambda t: t.clone().conj(), wide),
            ("neg", lambda t: torch._neg_view(t.clone()), case),
            ("conj and neg", lambda t: torch._neg_view(t.clone().conj()), wide),
        ):
            _compare_kinds(context, tally, made, f"a {name} view", convert, _can_negate)
    return tally.row(_NO_TENSOR)


def _complex(spec: Any) -> Any:
    return attrs.evolve(spec, dtype=torch.complex64) if spec.dtype.is_floating_point else spec


def _can_negate(tensor: torch.Tensor) -> bool:
    return tensor.dtype is not torch.bool


def sparse(context: Context) -> Row:
    """Sparse arguments (COO and CSR): results or errors of the dispatcher path."""
    tally = Tally("sparse")
    for case in _some(context, 6):
        case = case.map_tensors(_at_start_of_storage)
        _compare_kinds(context, tally, case, "sparse COO", lambda t: t.to_sparse(), _has_rank(1))
        _compare_kinds(context, tally, case, "sparse CSR", lambda t: t.to_sparse_csr(), _is_matrix)
    return tally.row(
        _NO_TENSOR if not context.subject.has_tensor_input else "no matrix is accepted"
    )


def _at_start_of_storage(spec: TensorInput) -> TensorInput:
    """PyTorch 2.13's own `dense.add_(sparse)` adds the storage offset of `dense` twice, and so
    writes behind the end of its storage."""
    return attrs.evolve(spec, layout=Layout.CONTIGUOUS) if spec.layout is Layout.OFFSET else spec


def _has_rank(least: int) -> Callable[[torch.Tensor], bool]:
    return lambda t: t.dim() >= least


def _is_matrix(tensor: torch.Tensor) -> bool:
    return bool(tensor.dim() == 2)


def zero_tensors(context: Context) -> Row:
    """ZeroTensors (no storage at all), as autograd makes them for undefined gradients.

    ATen's fallback for them does not look into `Tensor?[]` arguments, where kernels then read
    through a null pointer. So the dispatcher path is first tried in a child process: what ends it
    says nothing about the operator under test.
    """
    tally = Tally("zero_tensors")

    def zero(tensor: torch.Tensor) -> torch.Tensor:
        return torch._efficientzerotensor(tensor.shape, dtype=tensor.dtype)

    trials = [
        (f"{text} as a ZeroTensor", partial(_converted, context, case, chosen, zero))
        for case in _some(context, 7)
        for chosen, text in _choices(case)
    ]

    def attempt(position: int) -> None:
        for _, around in MODES:
            with around():
                run(context.subject.slow, trials[position][1]())

    crashing = _crashes(len(trials), attempt)
    for position, (text, make) in enumerate(trials):
        for mode, around in MODES if position not in crashing else ():
            tally.compare(context, f"{text}, in {mode}", make, around)
    if crashing:
        tally.remark(f"left out: {len(crashing)} inputs that crash the dispatcher path as well")
    return tally.row(_NO_TENSOR if not trials else "the dispatcher path crashes on every input")


def _crashes(count: int, attempt: Callable[[int], None]) -> set[int]:
    """Which of the numbered attempts end the process: each is made in a child."""
    found: set[int] = set()
    following = 0
    while following < count:
        first = following

        def work(send: Callable[[object], None], first: int = first) -> None:
            for position in range(first, count):
                attempt(position)
                send(position)

        stream = ChildStream(work, timeout=_SILENCE)
        for position in stream:
            following = cast(int, position) + 1
        if isinstance(stream.outcome, Crash):
            found.add(following)
            following += 1
    return found


def _some(context: Context, count: int) -> tuple[Case, ...]:
    return spread([c for c in context.cases.accepted if c.tensors], count)


def _compare_kinds(
    context: Context,
    tally: Tally,
    case: Case,
    kind: str,
    convert: Convert,
    applies: Callable[[torch.Tensor], bool],
) -> None:
    """Compare with all tensors and with each one converted, in every mode."""
    for chosen, text in _choices(case):
        made = [case.tensors[i].make() for i in chosen]
        if not all(applies(tensor) for tensor in made):
            continue
        for mode, around in MODES:
            tally.compare(
                context,
                f"{text} as {kind}, in {mode}",
                partial(_converted, context, case, chosen, convert),
                around,
            )


def _choices(case: Case) -> Iterator[tuple[list[int], str]]:
    """The positions of all tensors of a case, and of each one, in words too."""
    count = len(case.tensors)
    for chosen in ([*range(count)], *([i] for i in range(count) if count > 1)):
        yield chosen, f"{case} with tensors {chosen}"


def _converted(context: Context, case: Case, chosen: list[int], convert: Convert) -> Call:
    call = context.make(case)
    tensors = call.tensors
    for position in chosen:
        tensors[position] = convert(tensors[position])
    return call.with_tensors(tensors)


class LoggingTensor(torch.Tensor):  # type: ignore[misc]  # torch is untyped here
    """A wrapper subclass that logs what reaches __torch_dispatch__ and wraps the results."""

    log: ClassVar[list[str]] = []
    inner: torch.Tensor

    @staticmethod
    def __new__(cls, inner: torch.Tensor) -> LoggingTensor:
        made: LoggingTensor = torch.Tensor._make_wrapper_subclass(
            cls,
            inner.shape,
            strides=inner.stride(),
            storage_offset=inner.storage_offset(),
            dtype=inner.dtype,
            device=inner.device,
            requires_grad=inner.requires_grad,
        )
        made.inner = inner.detach()
        return made

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        cls.log.append(str(func))
        plain_args, plain_kwargs = tree_map(_unwrap, (args, kwargs or {}))
        result = func(*plain_args, **plain_kwargs)
        written = {id(_unwrap(a)): a for a in (*args, *(kwargs or {}).values())}
        return tree_map(lambda v: written[id(v)] if id(v) in written else _wrap(v), result)


def _unwrap(value: Any) -> Any:
    return value.inner if isinstance(value, LoggingTensor) else value


def _wrap(value: Any) -> Any:
    return LoggingTensor(value) if isinstance(value, torch.Tensor) else value


class FunctionTensor(torch.Tensor):  # type: ignore[misc]
    """A subclass with __torch_function__ alone, which sees the operator itself."""

    log: ClassVar[list[str]] = []

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        cls.log.append(str(func))
        return super().__torch_function__(func, types, args, kwargs)


def subclasses(context: Context) -> Row:
    """Tensor subclasses: __torch_dispatch__ sees the inner operators that it sees for the
    dispatcher path, __torch_function__ sees the operator; results and their types are equal."""
    tally = Tally("subclasses")
    if not context.subject.has_tensor_input:
        return not_applicable("subclasses", _NO_TENSOR)
    for case in _some(context, 6):
        for kind in (LoggingTensor, FunctionTensor):
            for mode, around in MODES:
                for grad in (False, True):
                    slow, seen = _through(kind, context, case, context.subject.slow, around, grad)
                    fast, seen_fast = _through(
                        kind, context, case, context.subject.fast, around, grad
                    )
                    if seen == [own_name(context)] and kind is LoggingTensor:
                        # The dispatcher path stays whole in inference_mode; ours must not.
                        see = partial(_seen, kind, context, case, grad)
                        seen = taken_apart(context, around, seen_fast, see)
                    text = f"{case} as {kind.__name__}{' requiring grad' * grad}, in {mode}"
                    tally.found(text, difference(slow, fast, _INNER))
                    tally.check(f"operators seen by {text}", seen, seen_fast)
    return tally.row("no input was accepted")


_INNER: tuple[Fact, ...] = (
    ("wrapped values", lambda t: repr(t.inner.tolist()) if isinstance(t, LoggingTensor) else None),
)


def _seen(
    kind: Any, context: Context, case: Case, grad: bool, operator: Any, around: Around
) -> list[str]:
    return _through(kind, context, case, operator, around, grad)[1]


def _through(
    kind: Any, context: Context, case: Case, operator: Any, around: Around, grad: bool
) -> tuple[Outcome, list[str]]:
    def convert(tensor: torch.Tensor) -> Any:
        if grad and (tensor.is_floating_point() or tensor.is_complex()) and tensor.numel():
            tensor = tensor.requires_grad_()
        return LoggingTensor(tensor) if kind is LoggingTensor else tensor.as_subclass(kind)

    with around():
        call = context.make(case).map(convert)
        kind.log.clear()
        outcome = run(operator, call)
        log = [plain_text(name) for name in kind.log]
    return outcome, log
