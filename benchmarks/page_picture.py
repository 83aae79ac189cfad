"""The one picture of the page: when skipping the dispatcher matters, and when not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dispatchless.jit.bench import BenchReport, Comparison

_MODES = {
    "inference": "inference",
    "no_grad": "no_grad",
    "grad": "grad mode, no input requires one",
}
_WAYS = {
    "dispatcher": ("through the dispatcher", ("#f1948a", "#cb4335", "#78281f")),
    "registered, grad-aware": ("registered by generate", ("#85c1e9", "#2e86c1", "#1b4f72")),
}
_MARKERS = ("o", "s", "D")


def when_it_matters(report: BenchReport, path: Path) -> None:
    """Times of new results on CPU, relative to the direct call, against the number of elements.

    A line for each number of inner operators; the quartiles are a band around it. Raises OSError.
    """
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "dispatchless"
    matplotlib.rcParams["svg.fonttype"] = "none"
    from matplotlib import pyplot

    chosen = [c for c in report.comparisons if (c.variant, c.device) == ("functional", "cpu")]
    modes = [mode for mode in _MODES if any(c.mode == mode for c in chosen)]
    figure, axes = pyplot.subplots(
        1, len(modes), figsize=(1 + 3.4 * len(modes), 4.4), sharey=True, squeeze=False
    )
    for axis, mode in zip(axes[0], modes, strict=True):
        _panel(axis, [c for c in chosen if c.mode == mode])
        axis.set_title(_MODES[mode], fontsize=10)
        axis.set_xlabel("elements of each tensor")
    axes[0][0].set_ylabel("time of a call, the direct one being 1")
    handles, labels = axes[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=3, fontsize=8, frameon=False)
    figure.tight_layout(rect=(0, 0.17, 1, 1))
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {})
    pyplot.close(figure)


def _panel(axis: Any, comparisons: Sequence[Comparison]) -> None:
    sizes = sorted({c.size for c in comparisons})
    axis.axhspan(0.95, 1.05, color="#d5d8dc", zorder=0)
    axis.axhline(1, color="black", linestyle=":", linewidth=1, label="called directly")
    axis.plot([], [], color="#d5d8dc", linewidth=6, label="within 5 % of it")
    axis.plot([], [], alpha=0, label=" ")
    inner = sorted({c.inner for c in comparisons})
    for design, (label, colors) in _WAYS.items():
        for count, color, marker in zip(inner, colors, _MARKERS, strict=False):
            found = sorted((c for c in comparisons if c.inner == count), key=lambda c: c.size)
            spreads = [r.ratio for c in found if (r := c.result(design)) is not None]
            axis.fill_between(
                [c.size for c in found],
                [spread.low for spread in spreads],
                [spread.high for spread in spreads],
                color=color,
                alpha=0.1,
                linewidth=0,
            )
            axis.plot(
                [c.size for c in found],
                [spread.median for spread in spreads],
                color=color,
                marker=marker,
                markersize=4,
                linewidth=1.3,
                label=f"{label}, {count} inner",
            )
    axis.set_xscale("log", base=4)
    axis.set_xticks(sizes, [f"{size:,}" for size in sizes], fontsize=8)
    axis.minorticks_off()
    axis.set_ylim(0.9, 1.45)
    axis.grid(axis="y", linewidth=0.3)
