"""A report as JSON holds it, read with every value checked."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import attrs

from dispatchless.jit.bench.figures import (
    FORMAT,
    BenchReport,
    BuildCost,
    Comparison,
    FormatError,
    Result,
    Spread,
)

# A time beyond it is no measurement; ratios of what is below are finite.
_MUCH = 1e100


def read_report(value: object) -> BenchReport:
    """The report that `BenchReport.to_json` gave; further members of the whole are left out.

    Raises FormatError: VALUE is no such report; says where it is not.
    """
    if not isinstance(value, dict) or "format" not in value:
        raise FormatError("it is no report of `dispatchless bench`")
    format_ = value["format"]
    if type(format_) is not int or format_ != FORMAT:
        shown = _described(format_)
        raise FormatError(f"it is no report of this version: its format is {shown}, not {FORMAT}")
    whole = _Part(value, "")
    machine = whole.member("machine")
    return BenchReport(
        runtime=whole.member("runtime").text(),
        machine={name: machine.member(name).text() for name in machine.members()},
        comparisons=tuple(_comparison(part) for part in whole.member("comparisons").items()),
        builds=tuple(_build_cost(part) for part in whole.member("builds").items()),
        notes=tuple(part.text() for part in whole.member("notes").items()),
    )


def _comparison(part: _Part) -> Comparison:
    part.check_names(attrs.fields_dict(Comparison))
    return Comparison(
        operator=part.member("operator").text(),
        variant=part.member("variant").text(),
        inner=part.member("inner").count(),
        device=part.member("device").text(),
        mode=part.member("mode").text(),
        size=part.member("size").count(),
        base=part.member("base").text(),
        results=tuple(_result(each) for each in part.member("results").items()),
    )


def _result(part: _Part) -> Result:
    part.check_names(attrs.fields_dict(Result))
    return Result(
        design=part.member("design").text(),
        nanoseconds=_spread(part.member("nanoseconds")),
        ratio=_spread(part.member("ratio")),
        dispatches=part.member("dispatches").count(),
        allocations=part.member("allocations").count(),
        instructions=_number_if_any(part, "instructions"),
    )


def _spread(part: _Part) -> Spread:
    part.check_names(attrs.fields_dict(Spread))
    return Spread(
        median=part.member("median").time(),
        low=part.member("low").time(),
        high=part.member("high").time(),
    )


def _build_cost(part: _Part) -> BuildCost:
    part.check_names(attrs.fields_dict(BuildCost))
    return BuildCost(
        operator=part.member("operator").text(),
        design=part.member("design").text(),
        seconds=part.member("seconds").number(),
        object_bytes=part.member("object_bytes").count(),
        lines=part.member("lines").count(),
        cling_seconds=_number_if_any(part, "cling_seconds"),
    )


def _number_if_any(part: _Part, name: str) -> float | None:
    """The number of a member that may be null, or may be left out."""
    if name not in part.members():
        return None
    member = part.member(name)
    return None if member.value is None else member.number()


@attrs.frozen
class _Part:
    """A value, and where in the file it stands: `comparisons[0].size`."""

    value: Any
    place: str

    def members(self) -> tuple[str, ...]:
        """The names of an object's members."""
        if not isinstance(self.value, dict):
            raise self._wrong("an object")
        return tuple(self.value)

    def member(self, name: str) -> _Part:
        place = f"{self.place}.{name}" if self.place else name
        if name not in self.members():
            raise FormatError(f"it is no whole report: there is no {place}")
        return _Part(self.value[name], place)

    def check_names(self, known: Collection[str]) -> None:
        for name in self.members():
            if name not in known:
                raise FormatError(f"it is no report: {self.place} has an unknown {name!r}")

    def items(self) -> tuple[_Part, ...]:
        if not isinstance(self.value, list):
            raise self._wrong("a list")
        return tuple(_Part(each, f"{self.place}[{n}]") for n, each in enumerate(self.value))

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self._wrong("a text")
        if any("\ud800" <= character <= "\udfff" for character in self.value):
            # It could not be printed.
            raise FormatError(f"it is no report: {self.place} has half of a surrogate pair")
        return self.value

    def count(self) -> int:
        if type(self.value) is not int or not 0 <= self.value < _MUCH:
            raise self._wrong("a whole number")
        return self.value

    def number(self) -> float:
        # NaN is refused by this, too; true and false are numbers for Python.
        if type(self.value) not in (int, float) or not 0 <= self.value < _MUCH:
            raise self._wrong("a number")
        return float(self.value)

    def time(self) -> float:
        number = self.number()
        if number < 1 / _MUCH:
            raise self._wrong("a number above 0")
        return number

    def _wrong(self, expected: str) -> FormatError:
        found = _described(self.value)
        return FormatError(f"it is no report: {self.place} is {found}, expected {expected}")


def _described(value: Any) -> str:
    """As the file has it, in few words."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return str(value) if -_MUCH < value < _MUCH else "no number of a measurement"
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else "a text"
