"""Rows on the compiler stack: torch.compile and torch.library.opcheck."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any
from unittest import mock

import torch

from dispatchless.jit.verify.context import MODES, Around, Context, Tally, not_applicable, own_name
from dispatchless.jit.verify.inputs import Call, Case
from dispatchless.jit.verify.outcomes import REQUIRES_GRAD, Outcome, difference, plain_text, run
from dispatchless.jit.verify.report import Row
from dispatchless.jit.verify.rows.autograd import backward, gradient_difference

_NO_TENSOR = "the operator takes no tensor"


def compile_row(context: Context) -> Row:
    """torch.compile through AOTAutograd, forward and backward: the results of the eager call, and
    the compiled graph holds the inner operators, not the operator as a whole."""
    tally = Tally("compile")
    if not context.subject.has_tensor_input:
        return not_applicable("compile", _NO_TENSOR)
    if context.subject.has_plain_result:
        reason = "a result of the operator is no tensor: Dynamo takes no such operator"
        return not_applicable("compile", reason)
    slow = context.subject.slow
    for position, case in enumerate(_compilable(context)):
        for mode, around in MODES if position == 0 else MODES[:1]:
            grad = mode == "grad mode" and case.is_differentiable and not context.subject.outs
            if grad and isinstance(backward(_call(context, case, slow, around, grad)), tuple):
                # The tracer runs backward at once: it would refuse what eager mode refuses later.
                tally.remark("without backward, which the dispatcher path refuses as well")
                grad = False
            _compare_compiled(context, tally, case, mode, around, grad)
    return tally.row("no input was accepted")


def _compilable(context: Context) -> tuple[Case, ...]:
    """One case of a plain rank and, if there is one, another that takes optional arguments."""
    first = context.cases.anchors[:1]
    others = [c for c in context.cases.anchors[1:3] if c.inputs[1:] != first[0].inputs[1:]]
    return (*first, *[c for c in others if len(c.tensors) != len(first[0].tensors)][:1])


def _compare_compiled(
    context: Context, tally: Tally, case: Case, mode: str, around: Around, grad: bool
) -> None:
    eager = _call(context, case, context.subject.slow, around, grad)
    operator = context.subject.fast
    with _graphs() as (backend, graphs):
        compiled = torch.compile(
            lambda args, kwargs: operator(*args, **kwargs),
            backend=backend,
            fullgraph=True,
            dynamic=False,
        )
        fast = _call(context, case, lambda *a, **k: compiled(a, k), around, grad)
        text = f"compiled {case}{' with backward' * grad}, in {mode}"
        facts = (REQUIRES_GRAD,)
        if tally.found(text, difference(eager, fast, facts)) and grad:
            tally.found(f"gradients of {text}", gradient_difference(eager, fast))
    whole = [t for t in graphs if t == own_name(context)]
    computes = bool(eager.tensors) or context.subject.mutates
    if whole or (computes and not graphs):
        tally.check(f"graph of {text}", "the inner operators", whole or "no graph")
    else:
        tally.check(f"graph of {text}", True, True)


def _call(context: Context, case: Case, operator: Any, around: Around, grad: bool) -> Outcome:
    call = context.make_shaped(case)
    if grad:
        leaves = [t.requires_grad_() if t.is_floating_point() else t for t in call.tensors]
        call = call.with_tensors(leaves)
        if context.subject.mutates:
            return _on_copies(operator, call)
    with around():
        return run(operator, call)


def _on_copies(operator: Any, call: Call) -> Outcome:
    """In-place on a leaf is refused, so the call works on copies of the leaves."""
    with torch.enable_grad():
        outcome = run(operator, call.map(torch.clone))
    return Outcome(outcome.error, outcome.result, call)


@contextlib.contextmanager
def _graphs() -> Iterator[tuple[Any, list[str]]]:
    """A backend like aot_eager that also collects the targets of the graphs' nodes."""
    from torch._dynamo import guards, reset
    from torch._dynamo.backends.common import aot_autograd
    from torch._functorch.aot_autograd import make_boxed_func

    targets: list[str] = []

    def keep(graph: Any, _inputs: Any) -> Any:
        targets.extend(
            plain_text(str(node.target)) for node in graph.graph.nodes if node.op == "call_function"
        )
        return make_boxed_func(graph.forward)

    reset()
    # Dynamo times its guards after flushing the caches, for its log only: 70 ms each time.
    with mock.patch.object(guards, "profile_guard_manager", lambda *_: 0.0):
        yield aot_autograd(fw_compiler=keep, bw_compiler=keep), targets


_CHEAP = ("test_schema", "test_autograd_registration", "test_faketensor")


def opcheck(context: Context) -> Row:
    """torch.library.opcheck: every test of it, with and without gradients.

    A test that the dispatcher path fails in the same way says something about the composite and not
    about its registration: it is noted.
    """
    tally = Tally("opcheck")
    if not context.subject.has_tensor_input:
        return not_applicable("opcheck", _NO_TENSOR)
    for position, case in enumerate(context.cases.anchors[:3]):
        for grad in (False, True):
            if grad and (not case.is_differentiable or context.subject.mutates):
                continue
            for test in (
                *_CHEAP,
                *(["test_aot_dispatch_dynamic"] if position == 0 and grad else []),
            ):
                _opcheck(context, tally, case, test, grad)
    if context.subject.mutates and context.cases.anchors:
        _opcheck(context, tally, context.cases.anchors[0], "test_aot_dispatch_dynamic", False)
    return tally.row("no input was accepted")


def _opcheck(context: Context, tally: Tally, case: Case, test: str, grad: bool) -> None:
    text = f"{test} of {case}{' requiring grad' * grad}"
    fast = _opcheck_result(context, case, context.subject.fast, test, grad)
    if fast == "SUCCESS":
        tally.check(text, "SUCCESS", fast)
        return
    slow = _opcheck_result(context, case, context.subject.slow, test, grad)
    if tally.check(text, slow, fast):
        tally.remark(f"{test} fails for the dispatcher path as well: {fast[:160]}")


def _opcheck_result(context: Context, case: Case, operator: Any, test: str, grad: bool) -> str:
    call = context.make(case)
    for tensor in call.tensors if grad else ():
        if tensor.is_floating_point() or tensor.is_complex():
            tensor.requires_grad_()
    found = torch.library.opcheck(
        operator, call.args, call.kwargs, test_utils=test, raise_exception=False
    )
    return plain_text(str(found[test]))
