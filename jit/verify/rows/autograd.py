"""Rows on differentiation: gradients, numerical checks, forward mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import attrs
import torch
import torch.autograd.forward_ad as forward_ad

from dispatchless.jit.verify.context import MODES, Context, Tally, both
from dispatchless.jit.verify.inputs import Call, Case, Layout
from dispatchless.jit.verify.outcomes import (
    GRAD_FN,
    REQUIRES_GRAD,
    Fact,
    Outcome,
    difference,
    error_text,
    restart_random_numbers,
    run,
    tensor_difference,
)
from dispatchless.jit.verify.report import Row

_IS_LEAF: Fact = ("is a leaf", lambda t: t.is_leaf)
_NOT_DIFFERENTIABLE = "no accepted input is of a floating or complex dtype"


def gradients(context: Context) -> Row:
    """Gradients, requires_grad and grad_fn are those of the dispatcher path.

    Each tensor alone and all together require a gradient, as leaves (in-place on one is refused)
    and as results of another operation; under no_grad and inference_mode nothing requires one.
    """
    tally = Tally("gradients")
    for case in context.cases.differentiable(14):
        for what, chosen in _choices(case):
            for leaves in (True, False):
                kind = "leaves" if leaves else "results"
                text = f"{case} with {what} requiring grad as {kind}"
                slow, fast = both(
                    context,
                    partial(_requiring_grad, context, case, chosen, leaves=leaves),
                )
                facts = (REQUIRES_GRAD, GRAD_FN, _IS_LEAF)
                if tally.found(text, difference(slow, fast, facts)) and not slow.raised:
                    tally.found(f"gradients of {text}", gradient_difference(slow, fast))
    for case in context.cases.differentiable(6):
        for mode, around in MODES[1:]:
            tally.compare(
                context,
                f"{case} requiring grad in {mode}",
                partial(_requiring_grad, context, case, None, leaves=True),
                around,
                (REQUIRES_GRAD, GRAD_FN),
            )
    return tally.row(_NOT_DIFFERENTIABLE)


def _choices(case: Case) -> Iterator[tuple[str, set[int] | None]]:
    yield "all tensors", None
    if len(case.tensors) > 1:
        for position in range(len(case.tensors)):
            yield f"tensor {position}", {position}


def _requiring_grad(context: Context, case: Case, chosen: set[int] | None, *, leaves: bool) -> Call:
    call = context.make(case)
    tensors = call.tensors
    for position, tensor in enumerate(tensors[: len(case.tensors)]):
        floating = tensor.is_floating_point() or tensor.is_complex()
        if floating and (chosen is None or position in chosen):
            tensor.requires_grad_()
            if not leaves:
                with torch.inference_mode(False), torch.enable_grad():
                    tensors[position] = tensor.clone()
                    tensors[position].retain_grad()
    return call.with_tensors(tensors)


def gradient_difference(slow: Outcome, fast: Outcome) -> tuple[str, str] | None:
    """Run backward on both outcomes and compare the gradients of their arguments."""
    pairs = [backward(slow), backward(fast)]
    if isinstance(pairs[0], tuple) or isinstance(pairs[1], tuple):
        return None if pairs[0] == pairs[1] else (str(pairs[0]), str(pairs[1]))
    for position, (a, b) in enumerate(zip(*pairs, strict=True)):
        where = f"gradient of tensor {position}: "
        if a is None or b is None:
            found = None if a is b else (str(a), str(b))
        else:
            found = tensor_difference(a, b)
        if found is not None:
            return where + found[0], where + found[1]
    return None


def backward(outcome: Outcome) -> list[torch.Tensor | None] | tuple[str, str]:
    """The gradients of every tensor argument for fixed gradients of the results, or an error."""
    results = [t for t in outcome.tensors if t.requires_grad]
    if not results:
        return [t.grad for t in outcome.call.tensors if t.is_leaf or t.retains_grad]
    seeds = [
        torch.linspace(-1, 2, max(t.numel(), 1))[: t.numel()].view(t.shape).to(t.dtype)
        for t in results
    ]
    try:
        torch.autograd.backward(results, seeds)
    except RuntimeError as error:
        return error_text(error)
    return [t.grad for t in outcome.call.tensors if t.is_leaf or t.retains_grad]


def gradcheck(context: Context) -> Row:
    """torch.autograd.gradcheck and gradgradcheck hold in float64 wherever they hold for the
    dispatcher path (out= operators have no gradient to check)."""
    tally = Tally("gradcheck")
    if context.subject.outs:
        return tally.row("an out= operator supports no differentiation")
    for case in _double_cases(context)[:3]:
        for name, check in (
            ("gradcheck", torch.autograd.gradcheck),
            ("gradgradcheck", torch.autograd.gradgradcheck),
        ):
            fast = _numerically(check, context.subject.fast, context, case)
            if fast != "":
                slow = _numerically(check, context.subject.slow, context, case)
                tally.check(f"{name} of {case}", slow, fast)
                if slow == fast:
                    tally.remark(f"{name} of {case} fails for the dispatcher path as well")
            else:
                tally.check(f"{name} of {case}", "", fast)
    return tally.row("no small float64 input is accepted")


def _double_cases(context: Context) -> list[Case]:
    """Accepted cases on small contiguous float64 tensors."""
    found: dict[str, Case] = {}
    for case in context.cases.anchors:
        if not case.tensors or not all(t.dtype.is_floating_point for t in case.tensors):
            continue
        small = case.map_tensors(
            lambda t: attrs.evolve(t, dtype=torch.float64, layout=Layout.CONTIGUOUS)
        )
        if sum(_size(t.shape) for t in small.tensors) > 40:
            continue
        if not run(context.subject.slow, context.make(small)).raised:
            found[str(small)] = small
    return list(found.values())


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for extent in shape:
        size *= extent
    return size


def _of_tensors(operator: Callable[..., Any], call: Call) -> Callable[..., Any]:
    """`operator` as a function of the tensors of `call` alone; what it writes is a copy."""

    def function(*tensors: torch.Tensor) -> Any:
        copies = call.with_tensors([t.clone() for t in tensors])
        restart_random_numbers()
        result = operator(*copies.args, **copies.kwargs)
        if isinstance(result, (list, tuple)):
            return tuple(r for r in result if r.is_floating_point() or r.is_complex())
        return result

    return function


def _numerically(check: Any, operator: Any, context: Context, case: Case) -> str:
    call = context.make(case)
    tensors = [t.requires_grad_() for t in call.tensors]
    try:
        check(_of_tensors(operator, call), tensors)
    except Exception as error:
        return str(error_text(error)[1])
    return ""


def forward_mode(context: Context) -> Row:
    """Dual tensors: tangents are those of the dispatcher path, with any argument dual, in every
    mode; out= refuses them; torch.func.jvp agrees; nothing is lost when no gradient is required."""
    tally = Tally("forward_mode")
    for case in context.cases.differentiable(6):
        for what, chosen in _choices(case):
            for mode, around in MODES[:2]:
                for grad in (False, True):
                    slow, fast = (
                        _dual_call(context, case, operator, chosen, around, grad=grad)
                        for operator in (context.subject.slow, context.subject.fast)
                    )
                    text = f"{case} with {what} dual{' and requiring grad' * grad}, in {mode}"
                    tally.found(text, difference(slow, fast, (REQUIRES_GRAD,)))
    return tally.row(_NOT_DIFFERENTIABLE)


def _dual_call(
    context: Context,
    case: Case,
    operator: Any,
    chosen: set[int] | None,
    around: Callable[[], Any],
    *,
    grad: bool,
) -> Outcome:
    """One call under a dual level; the result is its (primal, tangent) pairs."""
    with forward_ad.dual_level(), around():
        call = context.make(case)
        tensors = call.tensors
        for position, tensor in enumerate(tensors[: len(case.tensors)]):
            if not (tensor.is_floating_point() or tensor.is_complex()):
                continue
            if chosen is None or position in chosen:
                tangent = torch.full_like(tensor, 2.0 + position)
                primal = (tensor.requires_grad_() if grad else tensor).clone()
                tensors[position] = forward_ad.make_dual(primal, tangent)
        outcome = run(operator, call.with_tensors(tensors))
        pairs = [forward_ad.unpack_dual(t) for t in outcome.tensors]
        after = [forward_ad.unpack_dual(t) for t in outcome.call.tensors]
        return Outcome(
            outcome.error,
            [(p.primal.detach(), p.tangent) for p in (*pairs, *after)],
            Call({}),
        )
