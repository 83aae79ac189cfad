"""Two reports of the same operators: what has become slower or faster, or dispatches more."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping

import attrs

from dispatchless.jit.bench.figures import BenchReport, Comparison, Result, Spread

#: By how much a ratio of times may change, in either direction, and still be the same.
TIME_TOLERANCE = 0.15
#: How many times its earlier time a base may take, or the other way round, and still be the same:
#: other programs make the same call up to 2.6 times slower from one run to the next.
BASE_FACTOR = 3.0
#: By how much instructions may change, which another compiler changes a little.
INSTRUCTION_TOLERANCE = 0.005

# What the machine's description has of the run itself, and what C++ does not depend on.
_OF_THE_RUN = frozenset({"date", "load", "system", "python"})
# Without these nobody knows whether it is the same machine.
_NEEDED = frozenset({"processor", "compiler"})


class Verdict(enum.Enum):
    """What has become of a figure."""

    SAME = "same"
    BETTER = "better"
    WORSE = "worse"
    WITH_BASE = "moved with its base"


@attrs.frozen
class Change:
    """A figure before and after.

    Attributes:
        what: `time`, as a ratio to the base's; `base time` in nanoseconds; `dispatches` or
            `instructions`.
        base: what the base's own time was multiplied by, for a ratio; None where that is unknown
            or within the tolerance.
    """

    title: str
    design: str
    what: str
    before: float
    after: float
    verdict: Verdict
    base: float | None = None

    def __str__(self) -> str:
        what, figures = self.what, f"{self.before:g} -> {self.after:g}"
        if what == "time":
            figures = f"{self.before:.3f} -> {self.after:.3f} of the base"
            if self.base is not None:
                figures += f", which takes {self.base:.2f} times what it took"
        elif what == "base time":
            times = self.after / self.before
            what = "time of the base"
            figures = f"{self.before:,.0f} -> {self.after:,.0f} ns, {times:.2f} times what it took"
        return f"{self.verdict.value}: {self.title}, {self.design}: {what} {figures}"


@attrs.frozen
class OtherBase:
    """A comparison whose ratios are to another design in each of the reports."""

    title: str
    before: str
    after: str


@attrs.frozen
class Changes:
    """All figures that both reports have.

    Attributes:
        unmatched: how many contenders only one of the reports has.
        other_bases: comparisons of which no times were compared.
        machine: what is another one, or unknown, of where they were made; then the bases' own times
            were not compared.
    """

    figures: tuple[Change, ...]
    unmatched: int
    other_bases: tuple[OtherBase, ...] = ()
    machine: tuple[str, ...] = ()

    @property
    def worse(self) -> tuple[Change, ...]:
        """Those that have become worse."""
        return self.of(Verdict.WORSE)

    @property
    def better(self) -> tuple[Change, ...]:
        """Those that have become better."""
        return self.of(Verdict.BETTER)

    def of(self, verdict: Verdict) -> tuple[Change, ...]:
        """Those with a verdict."""
        return tuple(each for each in self.figures if each.verdict is verdict)


def compare(
    before: BenchReport,
    after: BenchReport,
    *,
    tolerance: float = TIME_TOLERANCE,
    base_factor: float = BASE_FACTOR,
) -> Changes:
    """What has changed from one report to another.

    Times are compared as ratios to the base of the same run, so that another machine, or the same
    one under load, compares. A time is another one where the median of the ratios moved by more
    than the tolerance, the quartiles of the two runs do not overlap, and the ratio of the lower
    quartiles of the times, which other programs disturb least, moved as well: two runs of the
    same code have the same verdict. Dispatcher calls are compared exactly.

    The base itself may be what has changed. Where both runs are from the same machine its own time
    is compared, which other programs move much more: it is another one where its median and its
    lower quartile moved by more than BASE_FACTOR times. A ratio that moved with it is neither
    better nor worse; nor is it better where the contender takes as long as before and the base
    takes longer.
    """
    machine = tuple(_differences(before.machine, after.machine))
    old = {comparison.key: comparison for comparison in before.comparisons}
    figures: list[Change] = []
    other_bases: list[OtherBase] = []
    unmatched = sum(len(comparison.results) for comparison in before.comparisons)
    for comparison in after.comparisons:
        unmatched += len(comparison.results)
        earlier = old.get(comparison.key)
        if earlier is None:
            continue
        pair = _Pair(earlier, comparison, tolerance, base_factor, absolute=not machine)
        if not pair.one_base:
            other_bases.append(OtherBase(comparison.title, earlier.base, comparison.base))
        for result in comparison.results:
            other = earlier.result(result.design)
            if other is not None:
                unmatched -= 2
                figures += pair.changes(other, result)
    return Changes(tuple(figures), unmatched, tuple(other_bases), machine)


def _differences(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    for name in sorted((before.keys() | after.keys() | _NEEDED) - _OF_THE_RUN):
        old, new = before.get(name, "unknown"), after.get(name, "unknown")
        if old != new:
            yield f"{name}: {old} -> {new}"
        elif old == "unknown":
            yield f"{name}: unknown"


@attrs.frozen
class _Pair:
    """The same comparison in both reports; `absolute` is whether times themselves compare."""

    earlier: Comparison
    later: Comparison
    tolerance: float
    base_factor: float
    absolute: bool

    @property
    def one_base(self) -> bool:
        return self.earlier.base == self.later.base

    def changes(self, before: Result, after: Result) -> Iterator[Change]:
        """The figures of one contender."""
        if self.one_base and after.design == self.later.base:
            if self.absolute:
                old, new = before.nanoseconds, after.nanoseconds
                verdict = self._own_time(old, new)
                yield self._change(after, "base time", old.median, new.median, verdict)
        elif self.one_base:
            change = self._change(
                after, "time", before.ratio.median, after.ratio.median, self._time(before, after)
            )
            yield attrs.evolve(change, base=self._told_base_move())
        verdict = _verdict(before.dispatches, after.dispatches, 0.0)
        yield self._change(after, "dispatches", before.dispatches, after.dispatches, verdict)
        if before.instructions is not None and after.instructions is not None:
            verdict = _verdict(before.instructions, after.instructions, INSTRUCTION_TOLERANCE)
            yield self._change(
                after, "instructions", before.instructions, after.instructions, verdict
            )

    def _change(
        self, of: Result, what: str, before: float, after: float, verdict: Verdict
    ) -> Change:
        return Change(self.later.title, of.design, what, before, after, verdict)

    def _bases(self) -> tuple[Spread, Spread] | None:
        """The times of the base in both; None where it took no part."""
        before, after = self.earlier.result(self.earlier.base), self.later.result(self.later.base)
        return None if before is None or after is None else (before.nanoseconds, after.nanoseconds)

    def _told_base_move(self) -> float | None:
        bases = self._bases()
        if not self.absolute or bases is None:
            return None
        moved = bases[1].low / bases[0].low
        return None if _verdict(1.0, moved, self.tolerance) is Verdict.SAME else moved

    def _time(self, before: Result, after: Result) -> Verdict:
        verdict = self._ratio(before, after)
        bases = self._bases()
        if verdict is Verdict.SAME or not self.absolute or bases is None:
            return verdict
        base = self._own_time(*bases)
        if base is not Verdict.SAME:
            own = self._own_time(before.nanoseconds, after.nanoseconds)
            return Verdict.WITH_BASE if own in (base, Verdict.SAME) else own
        slower = _verdict(bases[0].low, bases[1].low, self.tolerance) is Verdict.WORSE
        if verdict is Verdict.BETTER and slower and after.nanoseconds.low >= before.nanoseconds.low:
            return Verdict.WITH_BASE
        return verdict

    def _ratio(self, before: Result, after: Result) -> Verdict:
        if _overlap(before.ratio, after.ratio):
            return Verdict.SAME
        medians = _verdict(before.ratio.median, after.ratio.median, self.tolerance)
        bases = self._bases()
        if bases is None:
            return medians
        fastest = _verdict(
            before.nanoseconds.low / bases[0].low,
            after.nanoseconds.low / bases[1].low,
            self.tolerance,
        )
        return medians if medians is fastest else Verdict.SAME

    def _own_time(self, before: Spread, after: Spread) -> Verdict:
        moves = (after.low / before.low, after.median / before.median)
        if min(moves) > self.base_factor and not _overlap(before, after):
            return Verdict.WORSE
        if max(moves) < 1 / self.base_factor and not _overlap(before, after):
            return Verdict.BETTER
        return Verdict.SAME


def _overlap(one: Spread, other: Spread) -> bool:
    return one.low <= other.high and other.low <= one.high


def _verdict(before: float, after: float, tolerance: float) -> Verdict:
    if abs(after - before) <= tolerance * before:
        return Verdict.SAME
    return Verdict.WORSE if after > before else Verdict.BETTER
