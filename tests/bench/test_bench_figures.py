"""Figures: spreads, JSON and back, and what is no report."""

from __future__ import annotations

import json

import pytest
from bench_reports import report

from dispatchless.jit.bench import BenchReport, FormatError, Spread


def test_the_spread_of_values_is_their_median_and_quartiles() -> None:
    assert Spread.of([5.0, 1.0, 2.0, 4.0, 3.0]) == Spread(3.0, 2.0, 4.0)
    assert Spread.of([7.0]) == Spread(7.0, 7.0, 7.0)


def test_a_disturbed_round_moves_neither_median_nor_quartiles() -> None:
    quiet = Spread.of([1.0] * 11)
    assert Spread.of([1.0] * 10 + [50.0]) == quiet


def test_a_report_survives_json() -> None:
    given = report()
    text = json.dumps(given.to_json())
    assert BenchReport.from_json(json.loads(text)) == given


def test_ratios_of_instructions_are_to_the_base() -> None:
    comparison = report().comparisons[0]
    dispatcher = comparison.result("dispatcher")
    assert dispatcher is not None
    assert comparison.instruction_ratio(dispatcher) == pytest.approx(1.2)
    assert comparison.result("stub") is None


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "no report"),
        ({}, "no report"),
        ({"format": 0}, "no report"),
        ({"format": 1}, "runtime"),
        ({**report().to_json(), "comparisons": [{"operator": "x"}]}, "no whole report"),
        ({**report().to_json(), "builds": [{"unknown": 1}]}, "unknown"),
    ],
)
def test_what_is_no_report_is_refused(value: object, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        BenchReport.from_json(value)
