"""Comparing two reports: the same code has the same verdict, and what became worse is named."""

from __future__ import annotations

from collections.abc import Collection

import attrs
import pytest
from bench_reports import comparison, report

from dispatchless.jit.bench import BenchReport, Comparison, Spread
from dispatchless.jit.bench.compare import Changes, Verdict, compare


def with_dispatches(given: BenchReport, design: str, number: int) -> BenchReport:
    first, *rest = given.comparisons
    results = tuple(
        attrs.evolve(each, dispatches=number) if each.design == design else each
        for each in first.results
    )
    return attrs.evolve(given, comparisons=(attrs.evolve(first, results=results), *rest))


def test_a_report_is_the_same_as_itself() -> None:
    changes = compare(report(), report())
    assert changes.figures
    assert {each.verdict for each in changes.figures} == {Verdict.SAME}
    assert changes.unmatched == 0


@pytest.mark.parametrize(
    ("ratio", "verdict"),
    [(1.0, Verdict.BETTER), (1.15, Verdict.SAME), (1.25, Verdict.SAME), (1.4, Verdict.WORSE)],
)
def test_times_change_beyond_tolerance_and_spread(ratio: float, verdict: Verdict) -> None:
    after = report(comparison(ratios={"dispatcher": ratio}))
    changes = compare(report(comparison()), after)
    times = [c for c in changes.figures if c.design == "dispatcher" and c.what == "time"]
    assert [change.verdict for change in times] == [verdict]


def test_quartiles_that_overlap_are_no_change() -> None:
    """However far the medians are apart: such a run says nothing."""
    noisy = report(comparison())
    (first,) = noisy.comparisons
    results = tuple(
        attrs.evolve(r, ratio=attrs.evolve(r.ratio, median=3.0, high=5.0)) for r in first.results
    )
    noisy = attrs.evolve(noisy, comparisons=(attrs.evolve(first, results=results),))
    times = [c for c in compare(report(comparison()), noisy).figures if c.what == "time"]
    assert {change.verdict for change in times} == {Verdict.SAME}


def test_one_more_dispatcher_call_is_worse() -> None:
    changes = compare(report(), with_dispatches(report(), "registered, grad-aware", 2))
    (worse,) = changes.worse
    assert (worse.what, worse.before, worse.after) == ("dispatches", 1, 2)
    assert "gated functional, grad, cpu, 1 element, registered, grad-aware" in str(worse)
    (better,) = compare(with_dispatches(report(), "dispatcher", 9), report()).better
    assert (better.design, better.what) == ("dispatcher", "dispatches")


def test_instructions_have_a_tolerance_of_their_own() -> None:
    after = report(comparison(ratios={"dispatcher": 1.21}))
    changes = [c for c in compare(report(comparison()), after).worse if c.design == "dispatcher"]
    assert [change.what for change in changes] == ["instructions"]


def test_what_only_one_report_has_is_counted() -> None:
    changes = compare(report(comparison(1)), report(comparison(1), comparison(16)))
    assert changes.unmatched == 5
    assert all("1 element" in change.title for change in changes.figures)


def slowed(given: BenchReport, factor: float, *designs: str) -> BenchReport:
    """The report of a run in which these designs take FACTOR times as long."""
    return attrs.evolve(
        given, comparisons=tuple(slowed_comparison(c, factor, designs) for c in given.comparisons)
    )


def slowed_comparison(given: Comparison, factor: float, designs: Collection[str]) -> Comparison:
    base = factor if given.base in designs else 1
    results = []
    for each in given.results:
        own = factor if each.design in designs else 1
        results.append(
            attrs.evolve(
                each,
                nanoseconds=times(each.nanoseconds, own),
                ratio=times(each.ratio, own / base),
            )
        )
    return attrs.evolve(given, results=tuple(results))


def times(spread: Spread, factor: float) -> Spread:
    return Spread(spread.median * factor, spread.low * factor, spread.high * factor)


def verdicts(changes: Changes, what: str) -> dict[str, Verdict]:
    return {each.design: each.verdict for each in changes.figures if each.what == what}


def test_a_slower_base_is_worse_and_ratios_that_moved_with_it_are_not_better() -> None:
    """A busy loop in the user's template is in the base as well: ratios go towards 1."""
    quick = report(comparison())
    added = 20 * 500
    (first,) = quick.comparisons
    results = tuple(
        attrs.evolve(
            each,
            nanoseconds=Spread(*(t + added for t in attrs.astuple(each.nanoseconds))),
            ratio=Spread(*((500 * r + added) / (500 + added) for r in attrs.astuple(each.ratio))),
        )
        for each in first.results
    )
    slow = attrs.evolve(quick, comparisons=(attrs.evolve(first, results=results),))
    changes = compare(quick, slow)
    assert verdicts(changes, "base time") == {"hand-written": Verdict.WORSE}
    assert [change.what for change in changes.worse] == ["base time"]
    assert changes.better == ()
    assert verdicts(changes, "time") == {
        "dispatcher": Verdict.WITH_BASE,
        "registered, ordinary": Verdict.WITH_BASE,
        "registered, grad-aware": Verdict.SAME,
        "OPS struct": Verdict.SAME,
    }
    texts = [str(change) for change in changes.figures]
    title = "gated functional, grad, cpu, 1 element"
    assert (
        f"worse: {title}, hand-written: time of the base 500 -> 10,500 ns, 21.00 times what it took"
    ) in texts
    assert (
        f"moved with its base: {title}, dispatcher: time 1.200 -> 1.010 of the base, which takes "
        "21.41 times what it took"
    ) in texts


def test_a_faster_base_is_better() -> None:
    changes = compare(report(), slowed(report(), 0.05, "hand-written"))
    assert changes.worse == ()
    assert set(verdicts(changes, "base time").values()) == {Verdict.BETTER}
    assert set(verdicts(changes, "time").values()) == {Verdict.WITH_BASE}


def test_a_contender_that_moved_otherwise_than_the_base_is_told() -> None:
    slow = slowed(slowed(report(), 0.2, "hand-written"), 5, "dispatcher")
    assert verdicts(compare(report(), slow), "time")["dispatcher"] is Verdict.WORSE
    assert verdicts(compare(slow, report()), "time")["dispatcher"] is Verdict.BETTER


@pytest.mark.parametrize("factor", [0.4, 1.5, 2.6])
def test_a_busy_machine_is_no_change(factor: float) -> None:
    """Every call of some comparisons takes so many times as long."""
    whole = report()
    busy = slowed(whole, factor, *(each.design for each in whole.comparisons[0].results))
    mixed = (busy.comparisons[0], whole.comparisons[1])
    changes = compare(whole, attrs.evolve(busy, comparisons=mixed))
    assert {each.verdict for each in changes.figures} == {Verdict.SAME}


def test_a_base_with_quartiles_that_overlap_is_the_same() -> None:
    whole = report(comparison())
    (first,) = whole.comparisons
    noisy = tuple(
        attrs.evolve(each, nanoseconds=Spread(9000, 5000, 9000 + each.nanoseconds.high))
        for each in first.results
    )
    before = attrs.evolve(
        first,
        results=tuple(
            attrs.evolve(each, nanoseconds=attrs.evolve(each.nanoseconds, high=6000))
            for each in first.results
        ),
    )
    after = attrs.evolve(first, results=noisy)
    changes = compare(report(before), report(after))
    assert set(verdicts(changes, "base time").values()) == {Verdict.SAME}


def test_better_of_a_base_alone_that_takes_longer_is_told_as_such() -> None:
    """Within the factor: whether the machine or the base's code is slower nobody knows."""
    changes = compare(report(), slowed(report(), 2, "hand-written"))
    assert set(verdicts(changes, "base time").values()) == {Verdict.SAME}
    assert set(verdicts(changes, "time").values()) == {Verdict.WITH_BASE}
    assert changes.better == ()
    faster = slowed(report(), 2, "hand-written", "OPS struct")
    back = compare(faster, slowed(faster, 0.4, "OPS struct"))
    assert verdicts(back, "time")["OPS struct"] is Verdict.BETTER


@pytest.mark.parametrize("entry", ["processor", "compiler", "torch"])
def test_times_of_another_machine_are_not_compared(entry: str) -> None:
    moved = slowed(report(), 20, "hand-written")
    other = attrs.evolve(moved, machine={**moved.machine, entry: "another"})
    changes = compare(report(), other)
    assert verdicts(changes, "base time") == {}
    assert set(verdicts(changes, "time").values()) == {Verdict.BETTER}
    (difference,) = changes.machine
    assert difference.startswith(f"{entry}: ") and difference.endswith(" -> another")


def test_the_load_and_the_date_make_no_other_machine() -> None:
    later = attrs.evolve(
        report(), machine={**report().machine, "load": "9.0", "date": "2026-02-02"}
    )
    assert compare(report(), later).machine == ()
    unknown = attrs.evolve(report(), machine={})
    assert compare(unknown, unknown).machine == ("compiler: unknown", "processor: unknown")


def test_what_does_not_depend_on_another_base_is_compared() -> None:
    """Dispatcher calls and instructions themselves; times are ratios to the base."""
    other = report(attrs.evolve(comparison(), base="OPS struct"))
    changes = compare(report(comparison()), with_dispatches(other, "dispatcher", 4))
    assert changes.unmatched == 0
    assert {each.what for each in changes.figures} == {"dispatches", "instructions"}
    assert [(each.design, each.after) for each in changes.worse] == [("dispatcher", 4)]
    (told,) = changes.other_bases
    assert (told.before, told.after) == ("hand-written", "OPS struct")
