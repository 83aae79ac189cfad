"""The row on out= arguments: what they may be and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import torch

from dispatchless.jit.verify.context import MODES, Context, Tally, not_applicable
from dispatchless.jit.verify.inputs import Call, Case
from dispatchless.jit.verify.outcomes import difference, run, run_with_warnings
from dispatchless.jit.verify.report import Row

#: Makes the out= tensor from the tensor that the dispatcher path returns for an empty one.
MakeOut = Callable[[torch.Tensor], torch.Tensor]


def out(context: Context) -> Row:
    """out= arguments: resize with a warning, strides, casts, overlap, device, requires_grad.

    Results, warnings and errors are those of the dispatcher path.
    """
    tally = Tally("out")
    if not context.subject.outs:
        return not_applicable("out", "the operator has no out= argument")
    for case in context.cases.spread(7):
        expected = run(context.subject.slow, context.make(case)).tensors
        for mode, around in MODES[::2]:
            for what, make in _calls(context, case, expected):
                with around():
                    slow = run_with_warnings(context.subject.slow, make())
                    fast = run_with_warnings(context.subject.fast, make())
                    different = difference(slow, fast)
                if different is None and slow.warnings != fast.warnings:
                    different = (f"warnings {slow.warnings}", f"warnings {fast.warnings}")
                tally.found(f"{case} with out= {what}, in {mode}", different)
    return tally.row("no input was accepted")


def _calls(
    context: Context, case: Case, expected: list[torch.Tensor]
) -> Iterator[tuple[str, Callable[[], Call]]]:
    for what, change in _OUTS:
        yield what, partial(_with_changed, context, case, expected, change)
    for position, tensor in enumerate(case.tensors):
        if expected and tensor.shape == tuple(expected[0].shape):
            yield (
                f"that is input {position}",
                partial(_with_input_as_out, context, case, position),
            )
            yield (
                f"that overlaps input {position}",
                partial(_with_overlap, context, case, position),
            )
    if case.is_differentiable:
        yield "and inputs that require grad", partial(_with_grad, context, case, expected)


def _with_changed(
    context: Context, case: Case, expected: list[torch.Tensor], change: MakeOut
) -> Call:
    return _with_outs(context, case, [change(tensor) for tensor in expected])


def _with_outs(context: Context, case: Case, outs: list[torch.Tensor]) -> Call:
    call = context.make(case)
    rest = iter(outs)
    for argument in context.subject.outs:
        value = call.values[argument.name]
        call.values[argument.name] = list(rest) if isinstance(value, list) else next(rest)
    return call


def _with_input_as_out(context: Context, case: Case, position: int) -> Call:
    call = context.make(case)
    call.values[context.subject.outs[0].name] = call.tensors[position]
    return call


def _with_overlap(context: Context, case: Case, position: int) -> Call:
    call = context.make(case)
    tensors = call.tensors
    old = tensors[position]
    storage = torch.zeros(old.numel() + 1, dtype=old.dtype)
    tensors[position] = storage[:-1].view(old.shape).copy_(old)
    call = call.with_tensors(tensors)
    call.values[context.subject.outs[0].name] = storage[1:].view(old.shape)
    return call


def _with_grad(context: Context, case: Case, expected: list[torch.Tensor]) -> Call:
    call = _with_outs(context, case, [_filled(t) for t in expected])
    for tensor in call.tensors[: len(case.tensors)]:
        if tensor.is_floating_point() or tensor.is_complex():
            tensor.requires_grad_()
    return call


def _filled(like: torch.Tensor) -> torch.Tensor:
    return torch.full(like.shape, 1, dtype=like.dtype)


def _transposed(like: torch.Tensor) -> torch.Tensor:
    if like.dim() < 2:
        return _filled(like)
    return _filled(like.transpose(0, -1)).transpose(0, -1)


def _every_second(like: torch.Tensor) -> torch.Tensor:
    if like.dim() == 0:
        return _filled(like)
    return torch.full((*like.shape[:-1], like.shape[-1] * 2), 1, dtype=like.dtype)[..., ::2]


def _overlapping(like: torch.Tensor) -> torch.Tensor:
    return torch.full((), 1, dtype=like.dtype).expand(like.shape)


def _requiring_grad(like: torch.Tensor) -> torch.Tensor:
    filled = _filled(like)
    return filled.requires_grad_() if like.is_floating_point() or like.is_complex() else filled


_OUTS: tuple[tuple[str, MakeOut], ...] = (
    ("of the right shape", _filled),
    ("empty", lambda t: torch.empty(0, dtype=t.dtype)),
    ("of another shape", lambda t: torch.full((2, *t.shape), 1, dtype=t.dtype)),
    ("with too few elements", lambda t: torch.full((1,), 1, dtype=t.dtype)),
    ("transposed", _transposed),
    ("with every second element", _every_second),
    ("of dtype float64", lambda t: torch.full(t.shape, 1, dtype=torch.float64)),
    ("of dtype int32", lambda t: torch.full(t.shape, 1, dtype=torch.int32)),
    ("of dtype complex64", lambda t: torch.full(t.shape, 1, dtype=torch.complex64)),
    ("that overlaps itself", _overlapping),
    ("on meta", lambda t: torch.empty_like(t, device="meta")),
    ("that requires grad", _requiring_grad),
)
