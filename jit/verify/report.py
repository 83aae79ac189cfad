"""What `verify` found: rows of one operator, operators of one run. Plain data, picklable."""

from __future__ import annotations

import enum

import attrs


class Status(enum.Enum):
    """How a row ended. Only FAILED, CRASHED and ERROR make a run fail."""

    PASSED = "passed"
    FAILED = "failed"
    CRASHED = "crashed"
    ERROR = "error"
    NOT_APPLICABLE = "not_applicable"

    @property
    def is_bad(self) -> bool:
        return self in (Status.FAILED, Status.CRASHED, Status.ERROR)


@attrs.frozen
class Failure:
    """One case in which a row does not hold."""

    case: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.case}: expected {self.expected}, got {self.got}"

    def to_json(self) -> dict[str, object]:
        return {"case": self.case, "expected": self.expected, "got": self.got}


@attrs.frozen
class Row:
    """The result of one check of one operator.

    `cases` counts the comparisons behind the verdict. `note` gives the reason of a row that does
    not apply (it must have one), the signal of a crash or the traceback of an error.
    """

    name: str
    status: Status
    cases: int = 0
    failures: tuple[Failure, ...] = ()
    note: str = ""
    seconds: float = attrs.field(default=0.0, kw_only=True, eq=False)

    def __attrs_post_init__(self) -> None:
        if self.status is Status.NOT_APPLICABLE and not self.note:
            raise ValueError(f"row {self.name!r} does not apply, but says no reason")
        if self.status is Status.PASSED and self.cases == 0:
            raise ValueError(f"row {self.name!r} passed without a single case")
        if self.status is Status.FAILED and not self.failures:
            raise ValueError(f"row {self.name!r} failed without a failure")

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "status": self.status.value,
            "cases": self.cases,
            "failures": [f.to_json() for f in self.failures],
            "note": self.note,
            "seconds": round(self.seconds, 4),
        }


@attrs.frozen
class OperatorReport:
    """All rows of one operator, in the order in which they ran."""

    operator: str
    rows: tuple[Row, ...]

    @property
    def passed(self) -> bool:
        return not any(row.status.is_bad for row in self.rows)

    def row(self, name: str) -> Row:
        """The row of that name.

        Raises:
            KeyError: there is none.
        """
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    @property
    def bad_rows(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.status.is_bad)

    def to_json(self) -> dict[str, object]:
        return {
            "operator": self.operator,
            "passed": self.passed,
            "rows": [row.to_json() for row in self.rows],
        }


@attrs.frozen
class Report:
    """A whole run on one runtime."""

    runtime: str
    operators: tuple[OperatorReport, ...]

    @property
    def passed(self) -> bool:
        return all(operator.passed for operator in self.operators)

    @property
    def exit_status(self) -> int:
        """0 when every row holds, 1 when one does not (exit status of the command line)."""
        return 0 if self.passed else 1

    def to_json(self) -> dict[str, object]:
        return {
            "runtime": self.runtime,
            "passed": self.passed,
            "operators": [operator.to_json() for operator in self.operators],
        }
