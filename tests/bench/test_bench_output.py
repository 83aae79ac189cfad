"""What a report looks like: tables, plain and coloured, and the picture."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import attrs
import pytest
from bench_reports import comparison, report

from dispatchless.bench_plot import check_plot_path, plot
from dispatchless.bench_table import duration, print_tables, report_tables, summary_table
from dispatchless.model import SpecError


def test_tables() -> None:
    tables = list(report_tables(report()))
    times, builds, summary = tables
    assert times.headings == (
        "",
        "1 el.",
        "1024 el.",
        "dispatches",
        "allocations",
        "instructions",
    )
    assert "gated (functional, 3 inner operators), grad, cpu" in times.title
    rows = {row[0]: row[1:] for row in times.rows}
    assert rows["hand-written"] == ("500 ns", "500 ns", "0", "3", "5,000")
    assert rows["dispatcher"] == ("1.20 ±0.02", "1.20 ±0.02", "3", "3", "6,000 1.200")
    assert builds.rows == (("gated, OPS struct", "1.5", "0.40", "20", "100,000"),)
    assert summary.rows == (("gated functional", "1", "cpu", "grad", "16 %", "15 %", "4 -> 1"),)


def test_a_contender_that_is_missing_at_one_size_leaves_a_gap() -> None:
    small, large = report().comparisons
    large = attrs.evolve(large, results=large.results[:2])
    table = next(report_tables(report(small, large)))
    assert {row[0]: row[2] for row in table.rows}["OPS struct"] == "-"


def test_the_summary_leaves_out_what_records_gradients() -> None:
    assert summary_table(report(comparison(mode="requires_grad"))).rows == ()


def test_every_operator_is_in_the_summary_with_its_smallest_size() -> None:
    other = attrs.evolve(comparison(4096), operator="other")
    rows = summary_table(report(comparison(1), comparison(1024), other)).rows
    assert [row[:2] for row in rows] == [("gated functional", "1"), ("other functional", "4,096")]


def test_sizes_of_an_operator_are_columns_in_whatever_order_they_come() -> None:
    inference = comparison(1, mode="inference")
    table, *_ = report_tables(report(comparison(1), inference, comparison(1024)))
    assert table.headings[1:3] == ("1 el.", "1024 el.")


def test_plain_columns_are_aligned() -> None:
    title, heading, *rows = next(report_tables(report())).plain().splitlines()
    assert title.startswith("gated")
    column = heading.index("dispatches") + len("dispatches") - 1
    assert [row[column] for row in rows] == ["0", "3", "4", "1", "0"]


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (432.4, "432 ns"),
        (1900.0, "1.9 us"),
        (123456.0, "123 us"),
        (12.5e6, "12.5 ms"),
        (2e9, "2.0 s"),
    ],
)
def test_durations(nanoseconds: float, text: str) -> None:
    assert duration(nanoseconds) == text


@pytest.mark.parametrize("fancy", [False, True])
def test_tables_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, fancy: bool
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    print_tables(report_tables(report()), fancy=fancy)
    text = capsys.readouterr().out
    assert "registered, grad-aware" in text and "Building one operator" in text


def test_without_rich_the_tables_are_plain(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    print_tables(report_tables(report()))
    assert "─" not in capsys.readouterr().out


def test_picture(tmp_path: Path) -> None:
    """One for each ending; an SVG has the same bytes for the same report."""
    for name in ("first.svg", "second.svg", "picture.png"):
        plot(report(), check_plot_path(tmp_path / name))
    svg = (tmp_path / "first.svg").read_bytes()
    assert svg == (tmp_path / "second.svg").read_bytes()
    assert b"<svg" in svg
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_operators_of_other_sizes_have_an_axis_of_their_own(tmp_path: Path) -> None:
    other = (attrs.evolve(comparison(size), operator="other") for size in (40_960, 262_144))
    plot(report(comparison(1), comparison(1024), *other), tmp_path / "picture.svg")
    svg = (tmp_path / "picture.svg").read_text()
    assert all(f">{size}</text>" in svg for size in ("1", "1,024", "40,960", "262,144"))


def test_what_cannot_be_drawn_is_refused_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SpecError, match=r"end it with \.svg"):
        check_plot_path(tmp_path / "figures.txt")
    with pytest.raises(SpecError, match="no out operator"):
        plot(report(), tmp_path / "figures.svg", variant="out")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SpecError, match=r'pip install "dispatchless\[bench\]"'):
        check_plot_path(tmp_path / "figures.svg")
