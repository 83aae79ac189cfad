"""Rows on what is written: in-place identity, version counters, inference tensors, views."""

from __future__ import annotations

import re
from contextlib import nullcontext
from functools import partial

import torch

from dispatchless.jit.verify.bumps import expected_bumps
from dispatchless.jit.verify.context import MODES, Around, Context, Tally, not_applicable
from dispatchless.jit.verify.inputs import Call, Case
from dispatchless.jit.verify.outcomes import (
    IS_INFERENCE,
    IS_VIEW,
    VERSION,
    Outcome,
    error_text,
    identities,
    run,
)
from dispatchless.jit.verify.report import Row


def inplace(context: Context) -> Row:
    """An in-place or out= call returns the very tensor that it wrote, in its old storage."""
    tally = Tally("inplace")
    subject = context.subject
    if not subject.mutates:
        return not_applicable("inplace", "the operator writes to none of its arguments")
    for mode, around in MODES:
        for case in context.cases.accepted:
            call = context.make(case)
            places = {a.name: _places(call.values[a.name]) for a in subject.written}
            with around():
                fast = run(subject.fast, call)
                slow = run(subject.slow, context.make(case))
            what = f"{case} in {mode}"
            if fast.error == slow.error:
                tally.check(f"result of {what}", identities(slow), identities(fast))
            else:
                tally.check(what, slow.error, fast.error)
            moved = [n for n, place in places.items() if _places(call.values[n]) != place]
            tally.check(f"moved storage after {what}", [], moved)
    return tally.row("no input was accepted")


def _places(value: object) -> list[int]:
    members = value if isinstance(value, (list, tuple)) else (value,)
    return [v.data_ptr() for v in members if isinstance(v, torch.Tensor)]


_BELOW_AUTOGRAD: tuple[tuple[str, Around], ...] = (
    ("grad mode", nullcontext),
    ("no_grad", torch.no_grad),
    ("inference_mode", torch.inference_mode),
    ("a kernel below autograd", torch._C._AutoDispatchBelowAutograd),
)


def version_counter(context: Context) -> Row:
    """What is written is bumped once, what is only read not at all.

    Where the dispatcher path bumps another number of times (a composite of several in-place
    calls), a call in which an argument requires a gradient must bump as often as that path, and
    any other call once or as often.
    """
    tally = Tally("version_counter")
    if not context.subject.has_tensor_input:
        return not_applicable("version_counter", "the operator takes no tensor")
    for mode, around in _BELOW_AUTOGRAD:
        for case in context.cases.spread(32):
            slow, fast = _bumps(context, context.make(case), context.make(case), around)
            once = 1 if context.subject.mutates else 0
            expected = {n: expected_bumps(b, fast[n], once=once) for n, b in slow.items()}
            tally.check(f"bumps by {case} in {mode}", expected, fast)
    for case in _written_float(context):
        pair = [_non_leaf(context.make(case)) for _ in range(2)]
        slow, fast = _bumps(context, pair[0], pair[1], nullcontext)
        tally.check(f"bumps by {case} on a non-leaf", slow, fast)
        _edited_saved_tensor(context, case, tally)
    return tally.row("no input was accepted")


def _bumps(
    context: Context, for_slow: Call, for_fast: Call, around: Around
) -> tuple[dict[str, int], dict[str, int]]:
    """How often each argument was bumped by each path (slow, fast); a failed call bumps as well."""

    def bumped(operator: object, call: Call) -> dict[str, int]:
        before = {n: v._version for n, v in call.values.items() if isinstance(v, torch.Tensor)}
        with around():
            run(operator, call)  # type: ignore[arg-type]
        return {n: call.values[n]._version - version for n, version in before.items()}

    return bumped(context.subject.slow, for_slow), bumped(context.subject.fast, for_fast)


def _written_float(context: Context) -> list[Case]:
    """Cases whose written argument is a floating tensor, so that gradients can meet it."""
    subject = context.subject
    names = [a.name for a in (*subject.written, *subject.outs)]
    if not names:
        return []
    return [
        case
        for case in context.cases.differentiable(8)
        if all(t.dtype.is_floating_point for t in case.tensors)
    ]


def _non_leaf(call: Call) -> Call:
    """Every tensor as the result of an operation on a leaf (out= arguments stay as they are)."""
    return Call(
        {
            n: v.requires_grad_() * 1 if isinstance(v, torch.Tensor) and n != "out" else v
            for n, v in call.values.items()
        },
        call.keyword_only,
    )


def _edited_saved_tensor(context: Context, case: Case, tally: Tally) -> None:
    """A tensor saved for backward and then written must make backward raise."""
    subject = context.subject
    name = (*subject.written, *subject.outs)[0].name

    def backward(operator: object) -> object:
        call = context.make(case)
        saved = call.values[name]
        if not isinstance(saved, torch.Tensor):
            return None
        product = torch.ones_like(saved).requires_grad_() * saved
        run(operator, call)  # type: ignore[arg-type]
        try:
            product.sum().backward()
        except RuntimeError as error:
            kind, message = error_text(error)
            # How far the counter went is compared above.
            return kind, re.sub(r"at version \d+", "at version N", message)
        return "no error"

    tally.check(
        f"backward after {case} wrote a saved tensor",
        backward(subject.slow),
        backward(subject.fast),
    )


def inference_tensors(context: Context) -> Row:
    """Inference tensors: made, accepted and refused as by the dispatcher path.

    In-place on one outside InferenceMode is refused, and so is saving one for backward.
    """
    tally = Tally("inference_tensors")
    if not context.subject.has_tensor_input:
        return not_applicable("inference_tensors", "the operator takes no tensor")
    for case in context.cases.spread(12):
        count = len(case.tensors)
        inside = (IS_INFERENCE,)
        tally.compare(
            context,
            f"{case} with normal tensors in inference_mode",
            partial(context.make, case),
            torch.inference_mode,
            inside,
        )
        for chosen in [set(range(count)), *([{i} for i in range(count)] if count > 1 else [])]:
            for mode, around in MODES:
                tally.compare(
                    context,
                    f"{case} with inference tensors {sorted(chosen)} in {mode}",
                    partial(_with_inference, context, case, chosen, grad=False),
                    around,
                    inside,
                )
            if case.is_differentiable and len(chosen) < count:
                tally.compare(
                    context,
                    f"{case} with inference tensors {sorted(chosen)}, the others requiring grad",
                    partial(_with_inference, context, case, chosen, grad=True),
                    facts=inside,
                )
    return tally.row("no input was accepted")


def _with_inference(context: Context, case: Case, chosen: set[int], *, grad: bool) -> Call:
    call = context.make(case)
    tensors = call.tensors
    with torch.inference_mode():
        for position in chosen:
            tensors[position] = tensors[position].clone()
    for position, tensor in enumerate(tensors[: len(case.tensors)]):
        if grad and position not in chosen and tensor.is_floating_point():
            tensor.requires_grad_()
    return call.with_tensors(tensors)


def views(context: Context) -> Row:
    """A view is one: same base, storage and version counter, gradients through in-place."""
    tally = Tally("views")
    if not context.subject.is_view:
        return not_applicable("views", "no result of the operator is a view of an input")
    for mode, around in MODES:
        for case in context.cases.accepted:
            slow, fast = tally.compare(
                context,
                f"{case} in {mode}",
                partial(context.make, case),
                around,
                (IS_VIEW, VERSION, IS_INFERENCE),
            )
            tally.check(f"aliases of {case} in {mode}", _aliases(slow), _aliases(fast))
    for case in context.cases.differentiable(12):
        grads = [_grad_through_inplace(context, case, fast=which) for which in (False, True)]
        tally.check(f"gradient through in-place on {case}", grads[0], grads[1])
    return tally.row("no input was accepted")


def _aliases(outcome: Outcome) -> list[tuple[str, str, int]]:
    """For each result: the argument that is its base, the one whose storage it has, its offset."""
    found = []
    for result in outcome.tensors:
        bases = [n for n, v in outcome.call.values.items() if v is result._base]
        owners = [
            n
            for n, v in outcome.call.values.items()
            if isinstance(v, torch.Tensor)
            and v.untyped_storage().data_ptr() == result.untyped_storage().data_ptr()
        ]
        found.append((str(bases), str(owners), result.storage_offset()))
    return found


def _grad_through_inplace(context: Context, case: Case, *, fast: bool) -> object:
    call = context.make(case)
    leaves = [t.requires_grad_() for t in call.tensors if t.is_floating_point()]
    call = call.map(lambda t: t * 1)
    outcome = run(context.subject.fast if fast else context.subject.slow, call)
    if not leaves:
        return "no floating tensor"
    try:
        for result in outcome.tensors:
            result.mul_(2)
        sum(t.sum() for t in call.tensors if t.requires_grad).backward()
    except RuntimeError as error:
        return error_text(error)
    return [None if leaf.grad is None else leaf.grad.tolist() for leaf in leaves]
