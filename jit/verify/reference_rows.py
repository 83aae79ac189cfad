"""The checks on the embedded runtime: each compares an operator with its dispatcher path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from dispatchless.jit.shadow import SHADOW_SUFFIX
from dispatchless.jit.verify.bumps import expected_bumps
from dispatchless.jit.verify.expected_calls import expected_calls
from dispatchless.jit.verify.reference_cases import Case, Cases, with_outs
from dispatchless.jit.verify.reference_values import (
    Dtype,
    Layout,
    Mode,
    TensorInput,
    Values,
    tensors_of,
)
from dispatchless.jit.verify.report import Failure, Row, Status
from dispatchless.jit.verify.subject import InnerOperator
from dispatchless.model import FunctionSchema

_MOST_FAILURES = 8


@attrs.frozen
class ReferenceSubject:
    """An operator under test.

    Attributes:
        schema: its schema.
        fast: its name in the dispatcher, `ns::op.overload`.
        slow: the name of the ordinary composite, the truth of every row.
        inner: what it calls, with the functions that the CPU instance calls.
        allowed: base names of operators that its own code may call through the dispatcher.
    """

    schema: FunctionSchema
    fast: str
    slow: str
    inner: tuple[InnerOperator, ...]
    allowed: frozenset[str] = frozenset()


@attrs.frozen
class ReferenceContext:
    """What a row works with."""

    subject: ReferenceSubject
    cases: Cases
    values: Values

    def make(self, case: Case) -> list[Any]:
        """Fresh arguments, with an empty out= argument where the schema wants one."""
        return self.make_exactly(with_outs(self.subject.schema, case))

    def make_exactly(self, case: Case) -> list[Any]:
        """Fresh arguments."""
        return [self.values.make(value) for value in case.values]

    def written(self, arguments: list[Any]) -> list[Any]:
        """The tensors that the operator writes to."""
        pairs = zip(self.subject.schema.arguments, arguments, strict=True)
        return tensors_of(made for argument, made in pairs if argument.is_write)

    def outcome(self, operator: str, arguments: list[Any], mode: Mode) -> str:
        """What a call does: its message, or what its results and written arguments hold."""
        message, results = self.values.call(operator, arguments, mode)
        if message:
            return f"raises {message}"
        seen = [*results, *self.written(arguments)]
        return "; ".join(map(self.values.told, seen))


class _Tally:
    def __init__(self, name: str) -> None:
        self.name = name
        self.cases = 0
        self.failures: list[Failure] = []

    def check(self, case: object, expected: object, got: object) -> None:
        self.cases += 1
        if expected != got and len(self.failures) < _MOST_FAILURES:
            self.failures.append(Failure(str(case), str(expected), str(got)))

    def row(self, otherwise: str) -> Row:
        if self.failures:
            return Row(self.name, Status.FAILED, self.cases, tuple(self.failures))
        if not self.cases:
            return Row(self.name, Status.NOT_APPLICABLE, note=otherwise)
        return Row(self.name, Status.PASSED, self.cases)


def _compared(
    name: str,
    context: ReferenceContext,
    cases: Iterable[Case],
    otherwise: str = "no input was found",
) -> Row:
    """Both paths on fresh arguments, in each mode."""
    tally = _Tally(name)
    for case in cases:
        for mode in Mode:
            slow, fast = (
                context.outcome(operator, context.make(case), mode)
                for operator in (context.subject.slow, context.subject.fast)
            )
            tally.check(f"{case} in {mode.value}", slow, fast)
    return tally.row(otherwise)


def values(context: ReferenceContext) -> Row:
    """Results bit for bit, with dtype, shape and strides."""
    return _compared("values", context, context.cases.accepted)


def errors(context: ReferenceContext) -> Row:
    """The message for what the dispatcher path refuses."""
    otherwise = "the dispatcher path refused no input that was tried"
    return _compared("errors", context, context.cases.refused, otherwise)


def meta(context: ReferenceContext) -> Row:
    """Shapes, strides and dtypes of meta tensors; and tensors of both devices together."""
    plain = [c for c in context.cases.accepted if not _has_layout(c, Layout.NEGATED)][:24]
    return _compared("meta", context, [case.map_tensors(meta=True) for case in plain])


def neg_views(context: ReferenceContext) -> Row:
    """Views that negate lazily: their key set is not the plain backend."""
    cases = [c.map_tensors(layout=Layout.NEGATED) for c in context.cases.accepted if _floats(c)]
    return _compared("neg_views", context, cases[:12])


def _has_layout(case: Case, layout: Layout) -> bool:
    return any(tensor.layout is layout for tensor in case.tensors)


def _floats(case: Case) -> bool:
    return bool(case.tensors) and all(tensor.dtype.is_floating for tensor in case.tensors)


def dispatches(context: ReferenceContext) -> Row:
    """Dispatcher calls: those of the dispatcher path without the inner ones that are direct, and
    without those that the operator's own code makes of operators that it may not call so."""
    subject = context.subject
    if subject.schema.is_view:
        note = "an operator that returns a view promises no saving"
        return Row("dispatches", Status.NOT_APPLICABLE, note=note)
    tally = _Tally("dispatches")
    for case in context.cases.accepted[:6]:
        for mode in Mode:
            slow, fast = (
                context.values.counted(operator, context.make(case), mode)
                for operator in (subject.slow, subject.fast)
            )
            whole = [(call.name.replace(SHADOW_SUFFIX, ""), call.depth) for call in slow]
            expected = expected_calls(whole, subject.inner, subject.allowed)
            tally.check(f"{case} in {mode.value}", expected, [call.name for call in fast])
    return tally.row("no input was accepted")


def identity(context: ReferenceContext) -> Row:
    """What is written to is what is returned, and its version goes up by one.

    An ordinary composite of several in-place calls counts each of them: there one is right, and as
    many as it counts.
    """
    tally = _Tally("identity")
    for case in context.cases.accepted[:24]:
        for mode in Mode:
            (same, slow), (same_fast, fast) = (
                _writing(context, operator, case, mode)
                for operator in (context.subject.slow, context.subject.fast)
            )
            if slow:
                expected = [expected_bumps(a, b, once=1) for a, b in zip(slow, fast, strict=True)]
                told = (
                    f"same tensor {same}, bumps {expected}",
                    f"same tensor {same_fast}, bumps {fast}",
                )
                tally.check(f"{case} in {mode.value}", *told)
    return tally.row("the operator writes to none of its arguments")


def _writing(
    context: ReferenceContext, operator: str, case: Case, mode: Mode
) -> tuple[list[bool], list[int]]:
    """Which tensor that a call wrote to it returned, and how often it bumped the version of each
    (an inference tensor has none)."""
    arguments = context.make(case)
    written = context.written(arguments)
    before = [context.values.version(tensor) for tensor in written]
    _, results = context.values.call(operator, arguments, mode)
    same = [bool(a.is_same(b)) for a, b in zip(tensors_of(results), written, strict=False)]
    after = [context.values.version(tensor) for tensor in written]
    return same, [(new or 0) - (old or 0) for old, new in zip(before, after, strict=True)]


def out(context: ReferenceContext) -> Row:
    """Resizing, kept strides and refused dtypes of out= arguments."""
    tally = _Tally("out")
    schema = context.subject.schema
    if not schema.out_arguments:
        return tally.row("the operator has no out= argument")
    for case in context.cases.accepted[:24]:
        for made in _outs(case):
            whole = with_outs(schema, case, made)
            slow, fast = (
                context.outcome(operator, context.make_exactly(whole), Mode.NO_GRAD)
                for operator in (context.subject.slow, context.subject.fast)
            )
            tally.check(f"{case} with out= {made}", slow, fast)
    return tally.row("no input was accepted")


def _outs(case: Case) -> Iterator[TensorInput]:
    first = case.tensors[0]
    for dtype in Dtype:
        yield TensorInput((0,), dtype)
    yield attrs.evolve(first, layout=Layout.CONTIGUOUS)
    if len(first.shape) == 2:
        yield attrs.evolve(first, layout=Layout.TRANSPOSED)
    yield TensorInput((7,), first.dtype)


def gradients(context: ReferenceContext) -> Row:
    """Gradients of the sum of a result; none lost, whichever inputs need them."""
    tally = _Tally("gradients")
    if context.subject.schema.mutated_arguments:
        return tally.row("the operator writes to its arguments")
    cases = [case for case in context.cases.accepted if _floats(case) and not _views(case)]
    for case in cases[:16]:
        tensors = list(range(len(case.tensors)))
        for chosen in (tensors, *([index] for index in tensors)):
            facts = [
                _gradients(context, operator, case, chosen)
                for operator in (context.subject.slow, context.subject.fast)
            ]
            tally.check(f"{case} with gradients for {chosen}", *facts)
    return tally.row("no input was differentiable")


def _views(case: Case) -> bool:
    return _has_layout(case, Layout.TRANSPOSED) or _has_layout(case, Layout.NEGATED)


def _gradients(context: ReferenceContext, operator: str, case: Case, chosen: list[int]) -> str:
    arguments = context.make(case)
    leaves = [tensors_of(arguments)[index] for index in chosen]
    for leaf in leaves:
        leaf.requires_grad_(True)
    message, results = context.values.call(operator, arguments)
    return f"raises {message}" if message else context.values.gradients(results, leaves)


RowCheck = Callable[[ReferenceContext], Row]

REFERENCE_ROWS: tuple[RowCheck, ...] = (
    values,
    errors,
    meta,
    neg_views,
    dispatches,
    identity,
    out,
    gradients,
)
