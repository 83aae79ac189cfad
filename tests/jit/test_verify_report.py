"""Reports of verify: plain data that cannot claim what was not checked."""

from __future__ import annotations

import json
import pickle

import pytest

from dispatchless.jit.verify import Failure, OperatorReport, Report, Row, Status

_FAILURE = Failure("f(1)", "2", "3")
_ROWS = {
    Status.PASSED: Row("values", Status.PASSED, 3),
    Status.FAILED: Row("values", Status.FAILED, 3, (_FAILURE,)),
    Status.CRASHED: Row("values", Status.CRASHED, note="crashed with SIGSEGV"),
    Status.ERROR: Row("values", Status.ERROR, note="Traceback"),
    Status.NOT_APPLICABLE: Row("values", Status.NOT_APPLICABLE, note="no tensor"),
}


@pytest.mark.parametrize("status", list(Status))
def test_only_a_row_that_holds_or_does_not_apply_lets_a_run_pass(status: Status) -> None:
    report = Report("torch", (OperatorReport("ns::f", (_ROWS[Status.PASSED], _ROWS[status])),))
    good = status in (Status.PASSED, Status.NOT_APPLICABLE)
    assert report.passed is good
    assert report.exit_status == (0 if good else 1)
    assert report.operators[0].bad_rows == (() if good else (_ROWS[status],))


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (Status.PASSED, "without a single case"),
        (Status.FAILED, "without a failure"),
        (Status.NOT_APPLICABLE, "no reason"),
    ],
)
def test_an_empty_verdict_is_refused(status: Status, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Row("values", status)


def test_json_and_pickle() -> None:
    report = Report("torch", (OperatorReport("ns::f", tuple(_ROWS.values())),))
    told = json.loads(json.dumps(report.to_json()))
    assert told["runtime"] == "torch"
    assert told["passed"] is False
    assert [row["status"] for row in told["operators"][0]["rows"]] == [s.value for s in _ROWS]
    assert told["operators"][0]["rows"][1]["failures"] == [
        {"case": "f(1)", "expected": "2", "got": "3"}
    ]
    assert pickle.loads(pickle.dumps(report)) == report


def test_a_row_is_found_by_name() -> None:
    operator = OperatorReport("ns::f", (_ROWS[Status.PASSED],))
    assert operator.row("values") is _ROWS[Status.PASSED]
    with pytest.raises(KeyError):
        operator.row("no such row")


def test_a_failure_tells_the_case_and_both_sides() -> None:
    assert str(_FAILURE) == "f(1): expected 2, got 3"
