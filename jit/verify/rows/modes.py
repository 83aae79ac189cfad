"""Rows on tracing: TorchDispatchMode, FakeTensor, make_fx. All must see the inner operators."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from dispatchless.jit.verify.context import (
    MODES,
    Around,
    Context,
    Tally,
    not_applicable,
    own_name,
    taken_apart,
)
from dispatchless.jit.verify.inputs import Case
from dispatchless.jit.verify.outcomes import REQUIRES_GRAD, Outcome, difference, plain_text, run
from dispatchless.jit.verify.report import Row
from dispatchless.jit.verify.rows.transforms import keywords

_NO_TENSOR = "the operator takes no tensor"


class _Log(TorchDispatchMode):  # type: ignore[misc]  # torch is untyped here
    """A mode that logs the operators that reach it."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.seen.append(plain_text(str(func)))
        return func(*args, **(kwargs or {}))


def dispatch_mode(context: Context) -> Row:
    """A TorchDispatchMode sees the inner operators as it does for the dispatcher path.

    In inference_mode the dispatcher path shows it the composite as a whole; the operator must show
    its inner operators there too, and those that are composites whole or as what they call.
    """
    tally = Tally("dispatch_mode")
    for case in context.cases.spread(12):
        for mode, around in MODES:
            for grad in (False, True):
                slow, seen = _logged(context, case, context.subject.slow, around, grad)
                fast, seen_fast = _logged(context, case, context.subject.fast, around, grad)
                if seen == [own_name(context)]:
                    see = partial(_seen, context, case, grad)
                    seen = taken_apart(context, around, seen_fast, see)
                text = f"{case}{' requiring grad' * grad}, in {mode}"
                tally.found(text, difference(slow, fast))
                tally.check(f"operators seen in {text}", seen, seen_fast)
    return tally.row("no input was accepted")


def _seen(context: Context, case: Case, grad: bool, operator: Any, around: Around) -> list[str]:
    return _logged(context, case, operator, around, grad)[1]


def _logged(
    context: Context, case: Case, operator: Any, around: Around, grad: bool
) -> tuple[Outcome, list[str]]:
    call = context.make(case)
    for tensor in call.tensors if grad and not context.subject.mutates else ():
        if tensor.is_floating_point() or tensor.is_complex():
            tensor.requires_grad_()
    with around(), _Log() as log:
        outcome = run(operator, call)
    return outcome, log.seen


def fake_tensor(context: Context) -> Row:
    """FakeTensors: metadata and errors of the dispatcher path, and of the real call."""
    from torch._subclasses.fake_tensor import FakeTensorMode

    tally = Tally("fake_tensor")
    if not context.subject.has_tensor_input:
        return not_applicable("fake_tensor", _NO_TENSOR)

    def faked(case: Case, operator: Any, around: Around, grad: bool) -> Outcome:
        plain = context.make(case)
        with around(), FakeTensorMode() as fake:
            call = plain.map(
                lambda t: fake.from_tensor(
                    t.requires_grad_() if grad and t.is_floating_point() else t
                )
            )
            return run(operator, call)

    for case in (*context.cases.spread(4), *context.cases.refused[:1]):
        for mode, around in MODES:
            for grad in (False, True) if mode == "grad mode" else (False,):
                slow = faked(case, context.subject.slow, around, grad)
                fast = faked(case, context.subject.fast, around, grad)
                text = f"{case} faked{' requiring grad' * grad}, in {mode}"
                tally.found(text, difference(slow, fast, (REQUIRES_GRAD,)))
    return tally.row("no input was found")


def make_fx(context: Context) -> Row:
    """make_fx traces the inner operators, in grad mode, no_grad and inference_mode, real and
    symbolic; the traced graph computes what the operator computes."""
    tally = Tally("make_fx")
    if not context.subject.has_tensor_input:
        return not_applicable("make_fx", _NO_TENSOR)
    for case, (mode, around), tracing in _traces(context):
        slow = _traced(context, case, context.subject.slow, around, tracing)
        fast = _traced(context, case, context.subject.fast, around, tracing)
        if own_name(context) in slow:
            # In inference_mode the dispatcher path is traced as a whole; ours must not be.
            see = partial(_traced, context, case, tracing=tracing)
            slow = taken_apart(context, around, fast, see)
        tally.check(f"{tracing} trace of {case} in {mode}", slow, fast)
    return tally.row("no input was accepted")


def _traces(context: Context) -> Iterator[tuple[Case, tuple[str, Around], str]]:
    """Every mode for the plainest case; a symbolic trace and another case in the oddest mode."""
    for position, case in enumerate(context.cases.anchors[:2]):
        for mode in MODES if position == 0 else MODES[-1:]:
            yield case, mode, "real"
        if position == 0:
            yield case, MODES[-1], "symbolic"


def _traced(context: Context, case: Case, operator: Any, around: Around, tracing: str) -> str:
    """The code of the graph, or the error."""
    from torch.fx.experimental import proxy_tensor

    call = context.make(case)

    def function(*tensors: torch.Tensor) -> Any:
        made = call.with_tensors(list(tensors))
        return operator(*made.args, **made.kwargs)

    def trace(**given: torch.Tensor) -> Any:
        return proxy_tensor.make_fx(function, tracing_mode=tracing)(*given.values())

    with around():
        outcome = run(trace, keywords(call.tensors))
        if outcome.raised:
            return f"{outcome.error}"
        again = keywords(context.make(case).tensors)
        rerun = run(lambda **given: outcome.result(*given.values()), again)
        real = run(lambda **given: function(*given.values()), keywords(context.make(case).tensors))
        computed = difference(real, rerun)
    return plain_text(outcome.result.code) + (f" which computes {computed}" if computed else "")
