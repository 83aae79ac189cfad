"""What was measured: comparisons of contenders, costs of building, and where it was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median, quantiles
from typing import Any

import attrs

FORMAT = 1


class FormatError(ValueError):
    """A text is no report of this version; the message says what is wrong with it."""


@attrs.frozen
class Spread:
    """The median of several values, with the quartiles around it."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Raises statistics.StatisticsError for no values."""
        if len(values) < 2:
            return cls(median(values), min(values), max(values))
        low, middle, high = quantiles(values, n=4, method="inclusive")
        return cls(middle, low, high)

    def __str__(self) -> str:
        return f"{self.median:.3f} ({self.low:.3f} to {self.high:.3f})"


@attrs.frozen
class Result:
    """One contender of a comparison.

    Attributes:
        design: what it is.
        nanoseconds: of one call.
        ratio: of its time to the base's in the same round.
        dispatches: dispatcher calls of one call.
        allocations: of one call.
        instructions: of one call; None where they were not counted.
    """

    design: str
    nanoseconds: Spread
    ratio: Spread
    dispatches: int
    allocations: int
    instructions: float | None = None


@attrs.frozen
class Comparison:
    """Contenders that made the same call, in turns.

    `base` is the design that ratios are to.
    """

    operator: str
    variant: str
    inner: int
    device: str
    mode: str
    size: int
    base: str
    results: tuple[Result, ...]

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What it is a comparison of."""
        return (self.operator, self.variant, self.device, self.mode, self.size)

    @property
    def title(self) -> str:
        """The same for people."""
        elements = "1 element" if self.size == 1 else f"{self.size} elements"
        parts = (f"{self.operator} {self.variant}", self.mode, self.device, elements)
        return ", ".join(part for part in parts if part)

    def result(self, design: str) -> Result | None:
        """That of a design; None where it took no part."""
        return next((each for each in self.results if each.design == design), None)

    def instruction_ratio(self, result: Result) -> float | None:
        """Instructions to those of the base."""
        base = self.result(self.base)
        if base is None or base.instructions is None or result.instructions is None:
            return None
        return result.instructions / base.instructions


@attrs.frozen
class BuildCost:
    """What one operator costs to build in one design, for CPU.

    Attributes:
        seconds: of processor time, for g++ -O2 of its files.
        cling_seconds: the same in process; None where it was not measured.
        object_bytes: of its object files.
        lines: that the compiler reads, headers included and comments left out.
    """

    operator: str
    design: str
    seconds: float
    object_bytes: int
    lines: int
    cling_seconds: float | None = None


@attrs.frozen
class BenchReport:
    """Everything of one run.

    `machine` says where and with what; `notes` what could not be measured, and why.
    """

    runtime: str
    machine: Mapping[str, str]
    comparisons: tuple[Comparison, ...]
    builds: tuple[BuildCost, ...] = ()
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values for `json.dumps`."""
        return {"format": FORMAT, **attrs.asdict(self)}

    @classmethod
    def from_json(cls, value: object) -> BenchReport:
        """The report that `to_json` gave.

        Raises FormatError: VALUE is no such report; says where it is not.
        """
        # Its module needs the classes of this one.
        from dispatchless.jit.bench.report_json import read_report

        return read_report(value)
