"""A report as tables for a terminal: coloured where rich is installed, plain elsewhere."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from dispatchless.jit.bench import BenchReport, BuildCost, Comparison, Result


@attrs.frozen
class Table:
    """Cells of text under headings; the first column is the widest and stands left."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def plain(self) -> str:
        """Aligned text."""
        cells = [self.headings, *self.rows]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.headings))]
        lines = [self.title]
        for first, *rest in cells:
            others = (text.rjust(width) for text, width in zip(rest, widths[1:], strict=True))
            lines.append("  ".join(["  " + first.ljust(widths[0]), *others]).rstrip())
        return "\n".join(lines)


def report_tables(report: BenchReport) -> Iterator[Table]:
    """One table for each operator, form, device and mode; a column for each size.

    ExecuTorch has no dispatcher, whose calls would be counted.
    """
    kernels = report.runtime == "executorch"

    def group(comparison: Comparison) -> tuple[str, str, str, str]:
        return (comparison.operator, comparison.variant, comparison.device, comparison.mode)

    groups: dict[tuple[str, str, str, str], list[Comparison]] = {}
    for comparison in report.comparisons:
        groups.setdefault(group(comparison), []).append(comparison)
    for found in groups.values():
        yield _comparison_table(found, kernels)
    if report.builds:
        yield _build_table(report.builds)
    if not kernels:
        yield summary_table(report)


def _comparison_table(comparisons: Sequence[Comparison], kernels: bool) -> Table:
    first = comparisons[0]
    counted = any(result.instructions is not None for result in first.results)
    sizes = (f"{each.size} el." if each.device == "cpu" else "time" for each in comparisons)
    counts = ("allocations",) if kernels else ("dispatches", "allocations")
    headings = ("", *sizes, *counts, *(("instructions",) if counted else ()))
    rows = []
    for result in first.results:
        times = (_time_cell(each, result.design) for each in comparisons)
        row = [result.design, *times]
        row += [str(getattr(result, count)) for count in counts]
        if counted:
            row.append(_instructions_cell(first, result))
        rows.append(tuple(row))
    inner = "1 inner operator" if first.inner == 1 else f"{first.inner} inner operators"
    what = (
        first.operator
        if kernels
        else f"{first.operator} ({first.variant}, {inner}), {first.mode}, {first.device}"
    )
    title = f"{what}: time of a call to that of {first.base}"
    return Table(title, headings, tuple(rows))


def _time_cell(comparison: Comparison, design: str) -> str:
    result = comparison.result(design)
    if result is None:
        return "-"
    if design == comparison.base:
        return duration(result.nanoseconds.median)
    spread = (result.ratio.high - result.ratio.low) / 2
    return f"{result.ratio.median:.2f} ±{spread:.2f}"


def _instructions_cell(comparison: Comparison, result: Result) -> str:
    if result.instructions is None:
        return "-"
    ratio = comparison.instruction_ratio(result)
    text = f"{result.instructions:,.0f}"
    return text if ratio is None or result.design == comparison.base else f"{text} {ratio:.3f}"


def duration(nanoseconds: float) -> str:
    """`432 ns`, `1.9 us`, `12 ms`."""
    for unit, size in (("ns", 1e3), ("us", 1e6), ("ms", 1e9)):
        if nanoseconds < size:
            value = nanoseconds / (size / 1e3)
            return f"{value:.0f} {unit}" if value >= 100 or unit == "ns" else f"{value:.1f} {unit}"
    return f"{nanoseconds / 1e9:.1f} s"


def _build_table(builds: Iterable[BuildCost]) -> Table:
    rows = tuple(
        (
            f"{cost.operator}, {cost.design}",
            f"{cost.seconds:.1f}",
            "-" if cost.cling_seconds is None else f"{cost.cling_seconds:.2f}",
            f"{cost.object_bytes / 1e3:,.0f}",
            f"{cost.lines:,}",
        )
        for cost in builds
    )
    headings = ("", "g++ -O2, s", "in process, s", "objects, kB", "lines read")
    return Table("Building one operator for CPU", headings, rows)


def summary_table(report: BenchReport) -> Table:
    """What is saved at the smallest size of each operator, in percent of the time through the
    dispatcher."""
    from dispatchless.jit.bench.subjects import DISPATCHER, HAND_WRITTEN, ORDINARY, REGISTERED

    others = (DISPATCHER, HAND_WRITTEN, ORDINARY, REGISTERED)
    smallest: dict[tuple[str, str], int] = {}
    for each in report.comparisons:
        key = (each.operator, each.device)
        smallest[key] = min(each.size, smallest.get(key, each.size))
    rows = []
    for each in report.comparisons:
        if each.size != smallest[each.operator, each.device] or each.mode == "requires_grad":
            continue
        direct = next((r for r in each.results if r.design not in others), None)
        dispatcher, ordinary = each.result(DISPATCHER), each.result(ORDINARY)
        registered = each.result(REGISTERED)
        assert dispatcher is not None and ordinary is not None and registered is not None
        rows.append(
            (
                f"{each.operator} {each.variant}",
                f"{each.size:,}",
                each.device,
                each.mode,
                "-" if direct is None else _saved(direct, dispatcher),
                _saved(registered, ordinary),
                f"{ordinary.dispatches} -> {registered.dispatches}",
            )
        )
    headings = ("", "elements", "device", "mode", "called directly", "registered", "dispatches")
    title = "Saved of the time that the dispatcher's path takes"
    return Table(title, headings, tuple(rows))


def _saved(fast: Result, slow: Result) -> str:
    return f"{100 * (1 - fast.ratio.median / slow.ratio.median):.0f} %"


def print_tables(tables: Iterable[Table], *, fancy: bool | None = None) -> None:
    """Print tables to standard output.

    Args:
        fancy: whether to use rich; by default where it is installed and a terminal shows it.
    """
    if fancy is None:
        fancy = sys.stdout.isatty() and importlib.util.find_spec("rich") is not None
    for number, table in enumerate(tables):
        if fancy:
            _print_rich(table)
        else:
            print(("\n" if number else "") + table.plain(), flush=True)


def _print_rich(table: Table) -> None:
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    shown = RichTable(title=table.title, title_justify="left", title_style="bold")
    for number, heading in enumerate(table.headings):
        shown.add_column(heading, justify="left" if number == 0 else "right", no_wrap=True)
    for row in table.rows:
        shown.add_row(*(Text(text, style=_style(text)) for text in row))
    Console().print(shown)


def _style(text: str) -> str:
    """Green for a ratio near the base, red where a fifth or more is lost."""
    head, plus, _ = text.partition(" ±")
    if not plus:
        return ""
    ratio = float(head)
    return "green" if ratio <= 1.03 else "red" if ratio >= 1.2 else "yellow"
