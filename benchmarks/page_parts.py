"""What the sections of the page have in common: tables, commands, cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dispatchless.bench_table import duration
from dispatchless.jit.bench import Comparison

PAGE = "python benchmarks/page.py"
BENCH = "dispatchless bench --runtime torch"
MODES = ("inference", "no_grad", "grad")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines).replace("<", "&lt;")


def sh(*commands: str) -> str:
    return "```sh\n" + "\n".join(commands) + "\n```"


def designs_of(comparisons: Iterable[Comparison]) -> list[str]:
    return list(dict.fromkeys(r.design for c in comparisons for r in c.results))


def time_cell(comparison: Comparison, design: str) -> str:
    """A time for the base, a ratio with its quartiles for the others."""
    result = comparison.result(design)
    if result is None:
        return "-"
    if design == comparison.base:
        return duration(result.nanoseconds.median)
    digits = 2 if result.ratio.median < 10 else 0
    ratios = (result.ratio.median, result.ratio.low, result.ratio.high)
    median, low, high = (f"{ratio:,.{digits}f}" for ratio in ratios)
    return f"{median} ({low}-{high})"
