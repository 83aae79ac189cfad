"""Small reports for the tests of what is done with them."""

from __future__ import annotations

from collections.abc import Mapping

from dispatchless.jit.bench import BenchReport, BuildCost, Comparison, Result, Spread

DESIGNS: Mapping[str, tuple[float, int]] = {
    "hand-written": (1.0, 0),
    "dispatcher": (1.2, 3),
    "registered, ordinary": (1.3, 4),
    "registered, grad-aware": (1.1, 1),
    "OPS struct": (1.01, 0),
}


def result(design: str, ratio: float, dispatches: int, spread: float = 0.02) -> Result:
    return Result(
        design,
        Spread(500 * ratio, 490 * ratio, 520 * ratio),
        Spread(ratio, ratio - spread, ratio + spread),
        dispatches,
        3,
        5000.0 * ratio,
    )


def comparison(
    size: int = 1, *, mode: str = "grad", ratios: Mapping[str, float] | None = None
) -> Comparison:
    """One of a composite of three operators; RATIOS replace the usual ones."""
    results = tuple(
        result(design, (ratios or {}).get(design, ratio), dispatches)
        for design, (ratio, dispatches) in DESIGNS.items()
    )
    return Comparison("gated", "functional", 3, "cpu", mode, size, "hand-written", results)


def report(*comparisons: Comparison) -> BenchReport:
    return BenchReport(
        "reference",
        {"processor": "a processor", "compiler": "g++ 12", "date": "2026-01-01", "load": "1.0"},
        comparisons or (comparison(1), comparison(1024)),
        (BuildCost("gated", "OPS struct", 1.5, 20_000, 100_000, 0.4),),
        ("something was not measured",),
    )
