"""Two reports of the same operators: what has become slower or faster, or dispatches more."""

from __future__ import annotations

import enum
from collections.abc import Iterator

import attrs

from dispatchless.jit.bench.figures import BenchReport, Comparison, Result, Spread

#: By how much a ratio of times may change, in either direction, and still be the same.
TIME_TOLERANCE = 0.10
#: The same for instructions, which another compiler changes a little.
INSTRUCTION_TOLERANCE = 0.005


class Verdict(enum.Enum):
    """What has become of a figure."""

    SAME = "same"
    BETTER = "better"
    WORSE = "worse"


@attrs.frozen
class Change:
    """A figure before and after. `what` is `time`, `dispatches` or `instructions`."""

    title: str
    design: str
    what: str
    before: float
    after: float
    verdict: Verdict

    def __str__(self) -> str:
        figures = f"{self.before:g} -> {self.after:g}"
        if self.what == "time":
            figures = f"{self.before:.3f} -> {self.after:.3f} of the base"
        return f"{self.verdict.value}: {self.title}, {self.design}: {self.what} {figures}"


@attrs.frozen
class Changes:
    """All figures that both reports have.

    `unmatched` counts the contenders that only one of the reports has.
    """

    figures: tuple[Change, ...]
    unmatched: int

    @property
    def worse(self) -> tuple[Change, ...]:
        """Those that have become worse."""
        return tuple(each for each in self.figures if each.verdict is Verdict.WORSE)

    @property
    def better(self) -> tuple[Change, ...]:
        """Those that have become better."""
        return tuple(each for each in self.figures if each.verdict is Verdict.BETTER)


def compare(
    before: BenchReport, after: BenchReport, *, tolerance: float = TIME_TOLERANCE
) -> Changes:
    """What has changed from one report to another.

    Times are compared as ratios to the base of the same run, so that another machine, or the same
    one under load, compares. A time is another one where the ratio moved by more than the tolerance
    and the quartiles of the two do not overlap: two runs of the same code have the same verdict.
    Dispatcher calls are compared exactly.
    """
    old = {comparison.key: comparison for comparison in before.comparisons}
    figures: list[Change] = []
    matched = total = 0
    for comparison in after.comparisons:
        total += len(comparison.results)
        earlier = old.get(comparison.key)
        if earlier is None or earlier.base != comparison.base:
            continue
        for result in comparison.results:
            other = earlier.result(result.design)
            if other is not None:
                matched += 1
                figures += _changes(comparison, other, result, tolerance)
    total += sum(len(comparison.results) for comparison in before.comparisons)
    return Changes(tuple(figures), total - 2 * matched)


def _changes(
    comparison: Comparison, before: Result, after: Result, tolerance: float
) -> Iterator[Change]:
    title, design = comparison.title, after.design
    if design != comparison.base:
        verdict = _time_verdict(before.ratio, after.ratio, tolerance)
        yield Change(title, design, "time", before.ratio.median, after.ratio.median, verdict)
    verdict = _verdict(before.dispatches, after.dispatches, 0.0)
    yield Change(title, design, "dispatches", before.dispatches, after.dispatches, verdict)
    if before.instructions is not None and after.instructions is not None:
        verdict = _verdict(before.instructions, after.instructions, INSTRUCTION_TOLERANCE)
        yield Change(
            title, design, "instructions", before.instructions, after.instructions, verdict
        )


def _time_verdict(before: Spread, after: Spread, tolerance: float) -> Verdict:
    if before.low <= after.high and after.low <= before.high:
        return Verdict.SAME
    return _verdict(before.median, after.median, tolerance)


def _verdict(before: float, after: float, tolerance: float) -> Verdict:
    if abs(after - before) <= tolerance * before:
        return Verdict.SAME
    return Verdict.WORSE if after > before else Verdict.BETTER
