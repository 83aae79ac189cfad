"""The page of the benchmarks from what was measured; every figure stands with its command."""

from __future__ import annotations

from collections.abc import Sequence

from generator import Speed
from measurements import Measurements
from page_kernels import kernels_section
from page_parts import BENCH, MODES, PAGE, designs_of, sh, table, time_cell
from page_targets import targets_section

from dispatchless.bench_table import duration
from dispatchless.jit.bench import BenchReport, Comparison
from dispatchless.jit.bench.model_calls import ModelReport
from dispatchless.jit.bench.python_calls import PythonCall


def page(found: Measurements, *, variants: Sequence[str], quick: bool) -> str:
    """The whole page as Markdown."""
    command = f"{PAGE} --quick" if quick else PAGE
    sections = [
        _head(found.report, command, quick, found.minutes),
        _pictures(variants),
        targets_section(found),
        _instructions(found.report),
        _times(found.report),
        _dispatches(found.report),
        kernels_section(found.kernels),
        _builds(found.report),
        _python(found.calls),
        _models(found.models),
        _speeds(found.speeds),
        _verifying(found.verifying),
        _notes(found.report),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _head(report: BenchReport, command: str, quick: bool, minutes: float) -> str:
    machine = report.machine
    rows = list(machine.items())
    part = "\nThis is the quick page: a part of it, with fewer rounds.\n" if quick else ""
    return f"""# Benchmarks

What a call costs through the dispatcher, registered, and called directly: operators with one, three
and eight inner operators, in every design, against what a person writes with `at::cpu` functions.
{part}
This page was made in {minutes:.0f} minutes by

{sh(command)}

{table(("", ""), rows)}

Times are processor time of one thread, in a C++ program without Python. All contenders of a
comparison take turns of 0.3 ms in random order; a ratio is that of two turns of one round; given
are the median and the quartiles. Instructions are counted by callgrind, each figure in a process
forked from the same state, and repeat exactly for the same binary. All figures are in
[figures.json](figures.json), which `dispatchless bench --compare` reads."""


def _pictures(variants: Sequence[str]) -> str:
    titles = {"functional": "New results", "inplace": "In place", "out": "Into `out`"}
    shown = "\n\n".join(f"{titles[each]}:\n\n![{each}]({each}.svg)" for each in variants)
    return f"""## When it matters

![when](when.svg)

Above the grey band, the dispatcher costs more than a twentieth of the call: for small tensors, and
more in no_grad and grad mode, where autograd's key is passed as well, than in inference mode.
Where a line's spread, the quartiles of its ratios, lies over the band, the work of the kernels
hides the dispatcher, and nothing is gained by skipping it. What `generate` registers is called
through the dispatcher once, however many inner operators there are, so its line falls to the direct
call's as they become more.

In every design, relative to hand-written code:

{shown}

`registered, ordinary` is the composite registered the usual way; `registered, grad-aware` what
`dispatchless generate` registers; all others are direct calls of C++ functions.

{sh(f"{BENCH} --json figures.json --plot functional.svg")}"""


def _instructions(report: BenchReport) -> str:
    """Instructions of hand-written code, and the ratios of all designs to them."""
    parts = []
    for variant in ("functional", "inplace", "out"):
        chosen = [
            c
            for c in report.comparisons
            if c.variant == variant and c.device == "cpu" and c.mode in MODES and c.size == 1
        ]
        chosen = [c for c in chosen if any(r.instructions is not None for r in c.results)]
        if not chosen:
            continue
        headings = ("", *(f"{c.inner}, {c.mode}" for c in chosen))
        rows = [
            (design, *(_instruction_cell(c, design) for c in chosen))
            for design in designs_of(chosen)
        ]
        parts.append(f"{variant}:\n\n" + table(headings, rows))
    if not parts:
        return ""
    return (
        "## Instructions\n\nOf one call on one element; for one, three and eight inner operators, "
        "in each mode. Hand-written code in instructions, the others relative to it.\n\n"
        + "\n\n".join(parts)
        + f"\n\n{sh(f'{BENCH} --json figures.json')}"
    )


def _instruction_cell(comparison: Comparison, design: str) -> str:
    result = comparison.result(design)
    if result is None or result.instructions is None:
        return "-"
    ratio = comparison.instruction_ratio(result)
    if design == comparison.base or ratio is None:
        return f"{result.instructions:,.0f}"
    return f"{ratio:.3f}"


def _times(report: BenchReport) -> str:
    """Ratios of times at each size, for the functional forms on CPU, and on meta."""
    parts = []
    for operator in dict.fromkeys(c.operator for c in report.comparisons):
        chosen = [
            c
            for c in report.comparisons
            if c.operator == operator and c.variant == "functional" and c.device == "cpu"
        ]
        for mode in dict.fromkeys(c.mode for c in chosen):
            found = [c for c in chosen if c.mode == mode]
            headings = ("", *(f"{c.size:,}" for c in found))
            rows = [
                (design, *(time_cell(c, design) for c in found)) for design in designs_of(found)
            ]
            title = f"{found[0].inner} inner, {mode}, relative to {found[0].base}"
            parts.append(f"{title}:\n\n{table(headings, rows)}")
    meta = [c for c in report.comparisons if c.device == "meta" and c.variant == "functional"]
    if meta:
        headings = ("", *(f"{c.inner}, {c.mode}" for c in meta))
        rows = [(design, *(time_cell(c, design) for c in meta)) for design in designs_of(meta)]
        parts.append(
            f"Meta tensors (shapes alone), by inner operators and mode:\n\n{table(headings, rows)}"
        )
    return (
        "## Times\n\nBy the number of elements; the median and the quartiles of the ratio, and the "
        "time itself of what the others are relative to.\n\n"
        + "\n\n".join(parts)
        + f"\n\n{sh(f'{BENCH} --no-instructions')}"
    )


def _dispatches(report: BenchReport) -> str:
    chosen = [
        c
        for c in report.comparisons
        if (c.size, c.device) == (1, "cpu")
        and c.mode in ("grad", "requires_grad")
        and (c.variant == "functional" or c.operator == "three")
    ]
    rows = []
    for design in designs_of(chosen):
        cells = []
        for c in chosen:
            result = c.result(design)
            cells.append("-" if result is None else f"{result.dispatches} / {result.allocations}")
        rows.append((design, *cells))
    headings = ("", *(f"{c.inner} {c.variant}, {c.mode}" for c in chosen))
    return (
        "## Dispatcher calls and allocations\n\nOf one call. In `requires_grad` an input requires "
        "a gradient: then nothing can be saved.\n\n"
        + table(headings, rows)
        + f"\n\n{sh(f'{BENCH} --no-instructions')}"
    )


def _builds(report: BenchReport) -> str:
    if not report.builds:
        return ""
    rows = [
        (
            cost.design,
            f"{cost.seconds:.1f}",
            "-" if cost.cling_seconds is None else f"{cost.cling_seconds:.2f}",
            f"{cost.object_bytes / 1e3:,.0f}",
            f"{cost.lines:,}",
        )
        for cost in report.builds
    ]
    headings = ("three inner operators", "g++ -O2, s", "in process, s", "objects, kB", "lines read")
    return (
        "## Building\n\nOne functional operator for CPU: its kernels and its registration. The "
        "headers of `torch/library.h` take most of the time, in every design.\n\n"
        + table(headings, rows)
        + f"\n\n{sh(f'{BENCH} --quick --builds')}"
    )


def _python(calls: Sequence[PythonCall]) -> str:
    modes = list(dict.fromkeys(call.mode for call in calls))
    rows = []
    for operator in dict.fromkeys(call.operator for call in calls):
        for design in dict.fromkeys(call.design for call in calls):
            cells = []
            for mode in modes:
                (call,) = (
                    each
                    for each in calls
                    if (each.operator, each.design, each.mode) == (operator, design, mode)
                )
                first = design == calls[0].design
                ratio = f"{call.ratio.median:.2f} ({call.ratio.low:.2f}-{call.ratio.high:.2f})"
                cells.append(duration(call.nanoseconds.median) if first else ratio)
            rows.append((f"{operator}, {design}", *cells))
    return (
        "## Called from Python\n\n`torch.ops` on one element, relative to the same composition "
        "written in Python. What Python itself takes is in all of them.\n\n"
        + table(("", *modes), rows)
        + f"\n\n{sh(f'{PAGE} --parts python')}"
    )


def _models(models: Sequence[ModelReport]) -> str:
    rows = []
    for model in models:
        assert model.replaced is not None and model.ratio is not None
        worst = ", ".join(f"{c.operator} ({c.inside})" for c in model.stock.callers[:3])
        rows.append(
            (
                model.model,
                f"{model.stock.calls} ({model.stock.nested})",
                worst,
                f"{model.replaced.calls} ({model.replaced.nested})",
                f"{model.ratio.median:.2f} ({model.ratio.low:.2f}-{model.ratio.high:.2f})",
            )
        )
    headings = ("model", "calls (nested)", "most inside", "with composites", "time")
    return (
        "## Models\n\nDispatcher calls in a forward under no_grad, and with `aten::linear` and "
        "`aten::softmax` replaced by composites that call no dispatcher.\n\n"
        + table(headings, rows)
        + "\n\n`torch.profiler` shows one call less of the convolutional net, 73 (63): it leaves "
        "out a call whose only caller has its name, here `div_.Tensor` in `div_.Scalar`, in the "
        "mean of the adaptive pool.\n\n"
        + sh(
            "dispatchless bench benchmarks/models/direct.yaml "
            "--model benchmarks/models/perceptron.py"
        )
    )


def _speeds(speeds: Sequence[Speed]) -> str:
    rows = []
    for speed in speeds:
        rate = speed.lines_per_second
        rows.append(
            (
                speed.what,
                f"{speed.seconds:.2f}",
                f"{speed.megabytes:.0f}" if speed.megabytes else "-",
                "-" if speed.lines is None else f"{speed.lines:,}",
                "-" if rate is None else f"{rate:,.0f}",
            )
        )
    headings = ("", "processor time, s", "memory, MB", "lines", "lines a second")
    return (
        "## The generator itself\n\nWhole processes, in turns with those that they are compared "
        "with; with several processes, and what that is compared with, on the clock.\n\n"
        + table(headings, rows)
        + f"\n\n{sh('python benchmarks/generator.py')}"
    )


def _verifying(speeds: Sequence[Speed]) -> str:
    if not speeds:
        return ""
    rows = [(speed.what, f"{speed.seconds:.2f}") for speed in speeds]
    return (
        "## Verifying\n\nWhole processes on libtorch, every row, its headers precompiled before."
        f"\n\n{table(('', 'on the clock, s'), rows)}"
        f"\n\n{sh('python benchmarks/verifying.py')}"
    )


def _notes(report: BenchReport) -> str:
    own = [
        "In the in-place form of `three` and `eight`, a structured operator or a wrapper computes "
        "its last call and copies the result into `self`, since that call's own `self` is another "
        "tensor; what is written by hand passes `self` as `out`. That is another algorithm, with "
        "one allocation more, and right where the last call's `out=` form would resize `self` or "
        "refuse an overlap.",
        "What a template has more than hand-written code, up to 6 instructions of 14,000, is the "
        "jump to a function that the compiler does not inline, and the loads of its arguments. "
        "Dispatcher calls, allocations and all functions of libtorch that are called are the same.",
        "`DispatchStub` and `inheritance` are written by hand, and skip what the functions of "
        "`at::cpu` check or allocate differently; `OPS struct, inheritance` and `OPS struct, stub` "
        "are what `kernels: inheritance` and `kernels: stub` generate.",
    ]
    return "## Remarks\n\n" + "\n".join(f"- {note}" for note in (*own, *report.notes))
