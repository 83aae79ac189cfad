"""Two reports of the same operators: what has become slower or faster, or dispatches more."""

from __future__ import annotations

import enum
from collections.abc import Iterator

import attrs

from dispatchless.jit.bench.figures import BenchReport, Comparison, Result

#: By how much a ratio of times may change, in either direction, and still be the same.
TIME_TOLERANCE = 0.15
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
    one under load, compares. A time is another one where the median of the ratios moved by more
    than the tolerance, the quartiles of the two runs do not overlap, and the ratio of the lower
    quartiles of the times, which other programs disturb least, moved as well: two runs of the
    same code have the same verdict. Dispatcher calls are compared exactly.
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
                time = _time_verdict(earlier, other, comparison, result, tolerance)
                figures += _changes(comparison, other, result, time)
    total += sum(len(comparison.results) for comparison in before.comparisons)
    return Changes(tuple(figures), total - 2 * matched)


def _changes(
    comparison: Comparison, before: Result, after: Result, time: Verdict
) -> Iterator[Change]:
    title, design = comparison.title, after.design
    if design != comparison.base:
        yield Change(title, design, "time", before.ratio.median, after.ratio.median, time)
    verdict = _verdict(before.dispatches, after.dispatches, 0.0)
    yield Change(title, design, "dispatches", before.dispatches, after.dispatches, verdict)
    if before.instructions is not None and after.instructions is not None:
        verdict = _verdict(before.instructions, after.instructions, INSTRUCTION_TOLERANCE)
        yield Change(
            title, design, "instructions", before.instructions, after.instructions, verdict
        )


def _time_verdict(
    earlier: Comparison, before: Result, later: Comparison, after: Result, tolerance: float
) -> Verdict:
    if before.ratio.low <= after.ratio.high and after.ratio.low <= before.ratio.high:
        return Verdict.SAME
    medians = _verdict(before.ratio.median, after.ratio.median, tolerance)
    fastest = _verdict(_fast_ratio(earlier, before), _fast_ratio(later, after), tolerance)
    return medians if medians is fastest else Verdict.SAME


def _fast_ratio(comparison: Comparison, result: Result) -> float:
    """Of the lower quartiles of the times, to that of the base."""
    base = comparison.result(comparison.base)
    return result.nanoseconds.low / base.nanoseconds.low if base is not None else 1.0


def _verdict(before: float, after: float, tolerance: float) -> Verdict:
    if abs(after - before) <= tolerance * before:
        return Verdict.SAME
    return Verdict.WORSE if after > before else Verdict.BETTER
