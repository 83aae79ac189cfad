"""A report as one picture: the time of a call against the size of its tensors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dispatchless.model import SpecError

if TYPE_CHECKING:
    from dispatchless.jit.bench import BenchReport, Comparison

INSTALL = 'install it with: pip install "dispatchless[bench]"'
SUFFIXES = (".svg", ".png", ".pdf")
# ExecuTorch has one mode, without a name.
_MODES = ("", "inference", "no_grad", "grad")
# A ratio beyond it would leave nothing of the others.
_MUCH = 8
# More operators than a page holds would not be read.
_MOST_ROWS = 6
_STYLES: dict[str, dict[str, Any]] = {
    "dispatcher": {"color": "#c0392b", "marker": "o"},
    "registered, ordinary": {"color": "#e08e0b", "marker": "s"},
    "registered, grad-aware": {"color": "#2471a3", "marker": "D"},
    "hand-written": {"color": "#000000", "marker": "", "linestyle": ":"},
    "direct": {"color": "#000000", "marker": "", "linestyle": ":"},
    "boxed": {"color": "#2471a3", "marker": "D"},
    "looked up, boxed": {"color": "#c0392b", "marker": "o"},
}
_OTHER = ("#95a5a6", "#f5b041", "#7d3c98", "#16a085")
_DIRECT_COLORS = {
    "OPS struct": "#1e8449",
    "dispatchless<DEV>": "#7dcea0",
    "structured": "#76448a",
    "wrapper": "#c39bd3",
    "adapter": "#117864",
    "alias": "#0b5345",
    "DispatchStub": "#7f8c8d",
    "inheritance": "#bfc9ca",
    "OPS struct, inheritance": "#873600",
    "OPS struct, stub": "#dc7633",
}


def check_plot_path(path: Path) -> Path:
    """PATH if a picture can be written there.

    Raises SpecError: matplotlib is missing, or the ending is of no picture; before anything is
    measured.
    """
    import importlib.util

    if path.suffix not in SUFFIXES:
        raise SpecError(
            f"--plot: {path} is no picture's name", hint=f"end it with {', '.join(SUFFIXES)}"
        )
    if importlib.util.find_spec("matplotlib") is None:
        raise SpecError("--plot needs matplotlib, which is not installed", hint=INSTALL)
    return path


def plot(report: BenchReport, path: Path, *, variant: str | None = None) -> None:
    """Write a picture of the CPU comparisons: a row for each operator, a column for each mode.

    VARIANT is by default the functional form, or what there is.

    The bars are quartiles. What lies above 1 is what a call costs beyond the base.

    Raises OSError: the file cannot be written.
    """
    import matplotlib

    matplotlib.use("Agg")
    # The same report gives the same bytes.
    matplotlib.rcParams["svg.hashsalt"] = "dispatchless"
    # Text as text, not as outlines: a third of the size.
    matplotlib.rcParams["svg.fonttype"] = "none"
    from matplotlib import pyplot

    measured = [c for c in report.comparisons if c.device == "cpu"]
    if variant is None:
        there = [c.variant for c in measured]
        variant = "functional" if "functional" in there else next(iter(there), "functional")
    chosen = [c for c in measured if c.variant == variant]
    every = list(dict.fromkeys(c.operator for c in chosen))
    operators = every[:_MOST_ROWS]
    modes = [mode for mode in _MODES if any(c.mode == mode for c in chosen)]
    if not operators or not modes:
        raise SpecError(f"--plot: no {variant} operator was measured on CPU")
    sizes = {tuple(sorted({c.size for c in chosen if c.operator == each})) for each in operators}
    figure, axes = pyplot.subplots(
        len(operators),
        len(modes),
        figsize=(1.2 + 3.1 * len(modes), 1.3 + 2.3 * len(operators)),
        sharex=len(sizes) == 1,
        sharey="row",
        squeeze=False,
    )
    for row, operator in enumerate(operators):
        for column, mode in enumerate(modes):
            found = [c for c in chosen if c.operator == operator and c.mode == mode]
            _panel(axes[row][column], found)
            if row == 0:
                axes[row][column].set_title(mode)
        low, high = _limits([c for c in chosen if c.operator == operator])
        if high > _MUCH:
            axes[row][0].set_yscale("log")
            high *= 1.5  # as much room above the points as on the other scale
        axes[row][0].set_ylim(low, high)
        inner = next(c.inner for c in chosen if c.operator == operator)
        lines = (operator, f"{inner} inner" if inner else "", f"time / {found[0].base}")
        axes[row][0].set_ylabel("\n".join(line for line in lines if line))
    for axis in axes[-1]:
        axis.set_xlabel("elements")
    if len(every) > len(operators):
        axes[0][0].annotate(
            f"{len(operators)} of {len(every)} operators",
            (0, 1.15),
            xycoords="axes fraction",
            fontsize=7,
        )
    shown: dict[str, Any] = {}
    for axis in axes.flat:
        for handle, label in zip(*axis.get_legend_handles_labels(), strict=True):
            shown.setdefault(label, handle)
    handles, labels = list(shown.values()), list(shown)
    columns = 2 if len(modes) < 3 else 4
    figure.legend(handles, labels, loc="lower center", ncol=columns, fontsize=8, frameon=False)
    rows = -(-len(labels) // columns)
    figure.tight_layout(rect=(0, (0.1 + 0.18 * rows) / figure.get_size_inches()[1], 1, 1))
    metadata = {"Date": None} if path.suffix == ".svg" else {}
    figure.savefig(path, metadata=metadata)
    pyplot.close(figure)


def _limits(comparisons: Sequence[Comparison]) -> tuple[float, float]:
    """What the medians of a row need; a quartile of a disturbed run may lie outside."""
    ratios = [r.ratio.median for c in comparisons if c.mode in _MODES for r in c.results]
    return min(ratios) * 0.93, max(ratios) * 1.08


def _panel(axis: Any, comparisons: Sequence[Comparison]) -> None:
    """One operator in one mode: a line for each design."""
    sizes = [c.size for c in comparisons]
    designs = [result.design for result in comparisons[0].results]
    for design in designs:
        found = [(c.size, result) for c in comparisons if (result := c.result(design)) is not None]
        spreads = [result.ratio for _, result in found]
        style = _STYLES.get(design) or {
            "color": _DIRECT_COLORS.get(design, _OTHER[designs.index(design) % len(_OTHER)]),
            "marker": ".",
        }
        axis.errorbar(
            [size for size, _ in found],
            [spread.median for spread in spreads],
            yerr=[
                [spread.median - spread.low for spread in spreads],
                [spread.high - spread.median for spread in spreads],
            ],
            label=design,
            linewidth=1.2,
            markersize=4,
            elinewidth=0.7,
            capsize=2,
            **style,
        )
    axis.set_xscale("log", base=4)
    axis.set_xticks(sizes, [f"{size:,}" for size in sizes], fontsize=7)
    axis.minorticks_off()
    axis.grid(axis="y", linewidth=0.3)
