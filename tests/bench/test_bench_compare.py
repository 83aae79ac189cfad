"""Comparing two reports: the same code has the same verdict, and what became worse is named."""

from __future__ import annotations

import attrs
import pytest
from bench_reports import comparison, report

from dispatchless.jit.bench import BenchReport
from dispatchless.jit.bench.compare import Verdict, compare


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


def test_another_base_is_not_compared() -> None:
    other = attrs.evolve(comparison(), base="OPS struct")
    assert compare(report(comparison()), report(other)).figures == ()
