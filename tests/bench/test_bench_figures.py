"""Figures: spreads, JSON and back, and what is no report."""

from __future__ import annotations

import json
from typing import Any

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


def whole() -> Any:
    """A report as JSON gives it."""
    return json.loads(json.dumps(report().to_json()))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "no report"),
        ({}, "no report"),
        ({"format": 0}, "its format is 0, not 1"),
        ({**whole(), "format": True}, "its format is true, not 1"),
        ({**whole(), "format": 1.0}, "its format is 1.0, not 1"),
        ({**whole(), "format": 10**400}, "its format is no number of a measurement, not 1"),
        ({"format": 1}, "there is no machine"),
        ({**whole(), "machine": []}, "machine is a list, expected an object"),
        ({**whole(), "machine": {"cores": 2}}, "machine.cores is 2, expected a text"),
        ({**whole(), "runtime": None}, "runtime is null, expected a text"),
        ({**whole(), "runtime": "\ud800"}, "runtime has half of a surrogate pair"),
        ({**whole(), "comparisons": {}}, "comparisons is an object, expected a list"),
        ({**whole(), "comparisons": [1]}, r"comparisons\[0\] is 1, expected an object"),
        (
            {**whole(), "comparisons": [{"operator": "x"}]},
            r"no whole report: there is no comparisons\[0\]\.variant",
        ),
        ({**whole(), "builds": [{"unknown": 1}]}, r"builds\[0\] has an unknown 'unknown'"),
        ({**whole(), "notes": [[]]}, r"notes\[0\] is a list, expected a text"),
    ],
)
def test_what_is_no_report_is_refused(value: object, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        BenchReport.from_json(value)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("ratio", "low"), None, r"results\[1\]\.ratio\.low is null, expected a number"),
        (("ratio", "median"), 0, "ratio.median is 0, expected a number above 0"),
        (("ratio",), 1.5, "ratio is 1.5, expected an object"),
        (("nanoseconds", "low"), float("nan"), "is no number of a measurement, expected a number"),
        (("nanoseconds", "low"), float("inf"), "is no number of a measurement, expected a number"),
        (("nanoseconds", "low"), 10**101, "is no number of a measurement, expected a number"),
        (("nanoseconds", "other"), 1, r"results\[1\]\.nanoseconds has an unknown 'other'"),
        (("dispatches",), "3", "dispatches is a text, expected a whole number"),
        (("dispatches",), True, "dispatches is true, expected a whole number"),
        (("dispatches",), 1.0, "dispatches is 1.0, expected a whole number"),
        (("allocations",), -1, "allocations is -1, expected a whole number"),
        (("instructions",), "x", "instructions is a text, expected a number"),
        (("design",), 3, "design is 3, expected a text"),
    ],
)
def test_a_figure_of_another_type_is_named(
    path: tuple[str, ...], value: object, message: str
) -> None:
    given = whole()
    at = given["comparisons"][0]["results"][1]
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = value
    with pytest.raises(FormatError, match=message):
        BenchReport.from_json(given)


def test_a_size_that_is_no_number_is_named() -> None:
    given = whole()
    given["comparisons"][1]["size"] = [1]
    with pytest.raises(FormatError, match=r"comparisons\[1\]\.size is a list"):
        BenchReport.from_json(given)


def test_instructions_may_be_missing() -> None:
    given = whole()
    first, second, *_ = given["comparisons"][0]["results"]
    first["instructions"] = None
    del second["instructions"]
    read = BenchReport.from_json(given).comparisons[0].results
    assert [each.instructions is None for each in read[:3]] == [True, True, False]
