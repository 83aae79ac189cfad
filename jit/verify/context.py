"""What a row works with: the subject, its cases, and a tally of comparisons."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

import attrs
import torch
from torch.utils._pytree import tree_map

from dispatchless.jit.verify.cases import Cases, empty_out
from dispatchless.jit.verify.inputs import Call, Case
from dispatchless.jit.verify.outcomes import (
    Fact,
    Outcome,
    difference,
    restart_random_numbers,
    run,
)
from dispatchless.jit.verify.report import Failure, Row, Status
from dispatchless.jit.verify.subject import CountDispatches, Subject

T = TypeVar("T")

MOST_FAILURES = 8

Around = Callable[[], AbstractContextManager[Any]]

#: The three modes in which a composite is called, by name.
MODES: tuple[tuple[str, Around], ...] = (
    ("grad mode", nullcontext),
    ("no_grad", torch.no_grad),
    ("inference_mode", torch.inference_mode),
)


@attrs.frozen(slots=False)
class Context:
    """One operator being verified."""

    subject: Subject
    cases: Cases
    count_dispatches: CountDispatches

    @functools.cached_property
    def is_random(self) -> bool:
        """Whether the dispatcher path draws random numbers: equal calls then give equal results
        only one after another, each from the start of the generator."""
        for case in self.cases.anchors:
            run(self.subject.slow, self.make(case))
            drawn = torch.default_generator.get_state()
            restart_random_numbers()
            if not torch.equal(drawn, torch.default_generator.get_state()):
                return True
        return False

    def make(self, case: Case) -> Call:
        """Fresh arguments of a case, with an empty out= argument where the schema wants one."""
        call = case.make()
        for out in self.subject.outs:
            call.values[out.name] = empty_out(out, case)
            call.keyword_only |= {out.name}
        return call

    def make_shaped(self, case: Case) -> Call:
        """The same, with out= arguments of the right shape: tracers refuse to resize them."""
        call = self.make(case)
        if self.subject.outs:
            run(self.subject.slow, call)
            for out in self.subject.outs:
                call.values[out.name] = tree_map(torch.zeros_like, call.values[out.name])
        return call


class Tally:
    """Counts the comparisons of one row and keeps the first failures."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cases = 0
        self.failed = 0
        self.failures: list[Failure] = []
        self.remarks: list[str] = []

    def check(self, case: object, expected: object, got: object) -> bool:
        """Count one comparison of two plain values."""
        return self.found(case, None if expected == got else (str(expected), str(got)))

    def found(self, case: object, different: tuple[str, str] | None) -> bool:
        """Count one comparison whose difference, if any, is given as (expected, got)."""
        self.cases += 1
        if different is None:
            return True
        self.failed += 1
        if len(self.failures) < MOST_FAILURES:
            self.failures.append(Failure(str(case), *different))
        return False

    def remark(self, text: str) -> None:
        if text not in self.remarks:
            self.remarks.append(text)

    def compare(
        self,
        context: Context,
        case: object,
        make: Callable[[], Call],
        around: Around = nullcontext,
        facts: Iterable[Fact] = (),
    ) -> tuple[Outcome, Outcome]:
        """Call both paths on fresh arguments and count the comparison; returns (slow, fast)."""
        slow, fast = both(context, make, around)
        with around():
            self.found(case, difference(slow, fast, facts))
        return slow, fast

    def row(self, otherwise: str) -> Row:
        """The verdict; `otherwise` is the reason when there was nothing to compare."""
        note = "; ".join(self.remarks)
        if self.failures:
            note = "; ".join([f"{self.failed} of {self.cases} comparisons differ", *self.remarks])
            return Row(self.name, Status.FAILED, self.cases, tuple(self.failures), note)
        if self.cases == 0:
            return not_applicable(self.name, otherwise)
        return Row(self.name, Status.PASSED, self.cases, (), note)


def both(
    context: Context, make: Callable[[], Call], around: Around = nullcontext
) -> tuple[Outcome, Outcome]:
    """Run both paths, each on fresh arguments and inside a fresh `around`."""
    with around():
        slow = run(context.subject.slow, make())
    with around():
        fast = run(context.subject.fast, make())
    return slow, fast


def not_applicable(name: str, reason: str) -> Row:
    return Row(name, Status.NOT_APPLICABLE, note=reason)


def taken_apart(context: Context, around: Around, found: T, see: Callable[[Any, Around], T]) -> T:
    """What is right to be seen of an operator whose dispatcher path stays whole in inference mode.

    `see` tells what a call of an operator shows. An inner operator may be shown whole, or as what
    it calls, where it is a composite; `found`, what was seen of ours, is one of the two if right.
    """
    whole = see(context.subject.body, around)
    if found == whole:
        return whole
    parts = see(context.subject.slow, torch.no_grad)
    return parts if found == parts else whole


def own_name(context: Context) -> str:
    """How the operator itself appears in a log of OpOverloads: `ns.op.overload`."""
    return str(context.subject.fast)
