"""Rows on the dispatcher itself: autocast, counted dispatches, overrides, threads."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import torch

from dispatchless.jit.verify.context import MODES, Around, Context, Tally, not_applicable
from dispatchless.jit.verify.expected_calls import expected_calls
from dispatchless.jit.verify.inputs import Call, Case
from dispatchless.jit.verify.outcomes import REQUIRES_GRAD, difference, plain_text, run
from dispatchless.jit.verify.report import Row
from dispatchless.jit.verify.subject import InnerOperator


def autocast(context: Context) -> Row:
    """Under autocast the inner operators are cast as for the dispatcher path, in every mode."""
    tally = Tally("autocast")
    if not context.subject.has_tensor_input:
        return not_applicable("autocast", "the operator takes no tensor")
    for case in context.cases.spread(12):
        for dtype in (torch.bfloat16, torch.float16):
            for mode, around in MODES:
                for grad in (False, True) if mode == "grad mode" else (False,):
                    tally.compare(
                        context,
                        f"{case}{' requiring grad' * grad} under autocast to {dtype}, in {mode}",
                        partial(_made, context, case, grad=grad),
                        partial(_Both, around, dtype),
                        (REQUIRES_GRAD,),
                    )
    return tally.row("no input was accepted")


class _Both:
    """A mode and autocast inside it."""

    def __init__(self, around: Around, dtype: Any) -> None:
        self._outer = around()
        self._inner = torch.autocast("cpu", dtype=dtype)

    def __enter__(self) -> None:
        self._outer.__enter__()
        self._inner.__enter__()

    def __exit__(self, *raised: Any) -> None:
        self._inner.__exit__(*raised)
        self._outer.__exit__(*raised)


def _made(context: Context, case: Case, *, grad: bool) -> Call:
    call = context.make(case)
    for tensor in call.tensors if grad and not context.subject.mutates else ():
        if tensor.is_floating_point() or tensor.is_complex():
            tensor.requires_grad_()
    return call


def dispatches(context: Context) -> Row:
    """Dispatcher calls as RecordFunction counts them.

    When nothing requires a gradient, in every mode, the calls are those of the dispatcher path
    without the inner calls that have a backend function, and without what the operator's own code
    calls of operators that it neither lists nor is allowed to call. When something does, they are
    all of them. A number promised by the specification's author is checked as well.
    """
    tally = Tally("dispatches")
    subject = context.subject
    if subject.is_view:
        return not_applicable("dispatches", "an operator that returns a view promises no saving")
    for case in context.cases.anchors[:8]:
        for mode, around in MODES:
            slow, fast = (_counted(context, case, o, around, grad=False) for o in _paths(context))
            expected = expected_calls(slow, subject.inner, subject.allowed)
            if not tally.check(f"dispatches of {case} in {mode}", expected, _names(fast)):
                own = Counter(name for name, depth in fast if depth == 1) - Counter(expected)
                if own:
                    tally.remark(f"through the dispatcher: {', '.join(sorted(own))}")
            if subject.promised is not None:
                tally.check(
                    f"number of dispatches of {case} in {mode}", subject.promised, len(fast)
                )
        if case.is_differentiable and not subject.mutates and not subject.keeps_autograd:
            slow, fast = (
                _counted(context, case, o, MODES[0][1], grad=True) for o in _paths(context)
            )
            tally.check(f"dispatches of {case} requiring grad", _names(slow), _names(fast))
    if not any(inner.dispatch_free for inner in subject.inner):
        tally.remark("no inner operator has a function of the backend: nothing is saved")
    return tally.row("no input was accepted")


def _names(calls: Sequence[tuple[str, int]]) -> list[str]:
    return [name for name, _ in calls]


def _paths(context: Context) -> tuple[Any, Any]:
    return context.subject.slow, context.subject.fast


def _counted(
    context: Context, case: Case, operator: Any, around: Around, *, grad: bool
) -> list[tuple[str, int]]:
    call = _made(context, case, grad=grad)
    with around(), context.count_dispatches() as record:
        run(operator, call)
    return [(plain_text(c.name), c.depth) for c in record.calls]


#: Keys whose kernel of an inner operator a direct call bypasses.
_BYPASSED = (
    "CPU",
    "AutogradCPU",
    "Autograd",
    "ADInplaceOrView",
    "CompositeExplicitAutograd",
    "CompositeExplicitAutogradNonFunctional",
    "CompositeImplicitAutograd",
)
_KERNEL = re.compile(
    r"^(?P<key>\w+)(\[alias\])?(?P<inactive> \(inactive\))?: registered at (?P<file>.*?):\d+ ::"
)
_STOCK = re.compile(r"/aten/src/ATen/|/torch/csrc/")


def overrides(context: Context) -> Row:
    """No inner operator that is called directly has a kernel of someone else.

    A direct call of `at::cpu::add` bypasses the kernel that a user registered for `aten::add` with
    TORCH_LIBRARY_IMPL or torch.library. It shows in the operator's dump: a kernel that was not
    built into torch, or one that replaced another.
    """
    tally = Tally("overrides")
    for inner in _all_inner(context.subject.inner):
        if inner.dispatch_free and inner.name.startswith("aten::"):
            tally.check(
                f"kernels of {inner.name}, called as {inner.function}", [], foreign_kernels(inner)
            )
    return tally.row("no inner operator of aten is called directly")


def _all_inner(inner: Sequence[InnerOperator]) -> list[InnerOperator]:
    return [every for each in inner for every in (each, *_all_inner(each.inner))]


def foreign_kernels(inner: InnerOperator) -> list[str]:
    """Kernels that torch did not bring, at the keys that a direct call bypasses."""
    found = []
    for line in torch._C._dispatch_dump(inner.name).splitlines():
        kernel = _KERNEL.match(line)
        if kernel is None or kernel["key"] not in _BYPASSED:
            continue
        if kernel["inactive"] or not _STOCK.search(kernel["file"]):
            found.append(
                f"{kernel['key']}{kernel['inactive'] or ''} registered at {kernel['file']}"
            )
    return found


_THREADS = 4


def threads(context: Context) -> Row:
    """Calls from several threads at once, each in its own mode, give the dispatcher path's results;
    after a call, also one that raises, the thread's dispatch keys and modes are as before it."""
    tally = Tally("threads")
    cases = context.cases.spread(8)
    wanted = [run(context.subject.slow, context.make(case)) for case in cases]
    contents = not context.is_random  # the threads draw from one generator
    found: list[list[tuple[str, tuple[str, str] | None]]] = [[] for _ in range(_THREADS)]

    def work(number: int) -> None:
        mode, around = MODES[number % len(MODES)]
        for case, expected in zip(cases, wanted, strict=True):
            with around():
                got = run(context.subject.fast, context.make(case))
                different = difference(expected, got, contents=contents)
                found[number].append((f"{case} in a thread in {mode}", different))

    workers = [threading.Thread(target=work, args=(n,)) for n in range(_THREADS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for text, different in (pair for each in found for pair in each):
        tally.found(text, different)
    for case in (*cases[:4], *context.cases.refused[:4]):
        for mode, around in MODES:
            with around():
                before = _thread_state()
                run(context.subject.fast, context.make(case))
                tally.check(f"thread state after {case} in {mode}", before, _thread_state())
    return tally.row("no input was found")


def _thread_state() -> Iterable[object]:
    return (
        str(torch._C._dispatch_tls_local_include_set()),
        str(torch._C._dispatch_tls_local_exclude_set()),
        torch.is_grad_enabled(),
        torch.is_inference_mode_enabled(),
    )
