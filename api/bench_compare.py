"""`bench --compare`: the file of an earlier run, and what has changed since."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from dispatchless.model import SpecError

if TYPE_CHECKING:
    from dispatchless.jit.bench import BenchReport

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
