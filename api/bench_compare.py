"""`bench --compare`: the file of an earlier run, and what has changed since."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.model import SpecError

if TYPE_CHECKING:
    from dispatchless.jit.bench import BenchReport
    from dispatchless.jit.bench.compare import Changes

_HINT = "name a file that `dispatchless bench --json` wrote"


def load_report(path: Path, *, runtime: str) -> BenchReport:
    """The report of an earlier run on RUNTIME.

    Raises SpecError: there is none in the file, it has no figures, or it is of another runtime.
    """
    from dispatchless.jit.bench import BenchReport, FormatError

    try:
        report = BenchReport.from_json(_load_json(path))
    except FormatError as error:
        raise SpecError(f"--compare: {path}: {error}", hint=_HINT) from None
    if report.runtime != runtime:
        raise SpecError(
            f"--compare: {path} was measured on {report.runtime}, this run is on {runtime}",
            hint=f"measure with --runtime {report.runtime}, or name a file of {runtime}",
        )
    if not report.comparisons:
        raise SpecError(f"--compare: {path} has no figures: nothing was measured", hint=_HINT)
    return report


def _load_json(path: Path) -> object:
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        reason = error.strerror or error
        raise SpecError(f"--compare: cannot read {path}: {reason}", hint=_HINT) from None
    except UnicodeDecodeError:
        raise SpecError(f"--compare: {path} is no text in UTF-8", hint=_HINT) from None
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise SpecError(f"--compare: {path} is no JSON: {error}", hint=_HINT) from None
    except RecursionError:
        raise SpecError(f"--compare: {path} is nested too deeply", hint=_HINT) from None
    except ValueError:  # Python reads no integer of thousands of digits
        raise SpecError(f"--compare: {path} has a number of too many digits", hint=_HINT) from None


def tell_changes(earlier: BenchReport, report: BenchReport, *, path: str, tolerance: float) -> int:
    """Print what has changed; the exit status, 1 where something became worse.

    Args:
        path: the file of the earlier run.

    Raises SpecError: nothing was measured both times.
    """
    from dispatchless.jit.bench.compare import BASE_FACTOR, Verdict, compare

    changes = compare(earlier, report, tolerance=tolerance)
    if not changes.figures:
        raise _nothing_compared(earlier, report, path)
    date = earlier.machine.get("date", "then")
    print(
        f"\nSince {date} (times within {tolerance:.0%} are the same, "
        f"those of a base within {BASE_FACTOR:g} times)"
    )
    moved = changes.of(Verdict.WITH_BASE)
    for change in (*changes.worse, *changes.better, *moved):
        print(f"  {change}")
    for line in _not_compared(changes):
        print(f"  {line}")
    counts = [f"{len(changes.worse)} worse", f"{len(changes.better)} better"]
    if moved:
        counts.append(f"{len(moved)} moved with their base")
    counts.append(f"{len(changes.of(Verdict.SAME))} the same")
    counts.append(f"{changes.unmatched} only in one of the two")
    print(f"  {', '.join(counts)}")
    return 1 if changes.worse else 0


def _not_compared(changes: Changes) -> Iterator[str]:
    """Which figures are in both reports and do not compare, and why."""
    if changes.machine:
        yield (
            "not compared: the bases' own times, which may have been measured on another machine "
            f"({'; '.join(changes.machine)})"
        )
    pairs = Counter((each.before, each.after) for each in changes.other_bases)
    for (before, after), number in pairs.items():
        comparisons = "1 comparison" if number == 1 else f"{number} comparisons"
        yield (
            f"not compared: the times of {comparisons}, whose base was {before} and is {after} now "
            "(give --hand-written both times, or never)"
        )


def _nothing_compared(earlier: BenchReport, report: BenchReport, path: str) -> SpecError:
    then, now = earlier.comparisons[0], report.comparisons[0]
    return SpecError(
        f"--compare: nothing was compared: no figure is in {path} and in this run "
        f"({then.title}, and the like; {now.title}, and the like)",
        hint="measure the same operators both times, with the same --quick and --inputs",
    )
