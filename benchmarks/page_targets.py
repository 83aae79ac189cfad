"""The figures that the project set out to reach: by how much one is missed, and why."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from generator import ONE_PROCESS, TWO_PROCESSES, Speed
from measurements import Measurements
from page_parts import MODES, PAGE, table
from verifying import FURTHER, ONE

from dispatchless.jit.bench import BenchReport

# The processor time of torchgen's full run on the machine that the limits in seconds come from.
FULL_RUN_THERE = 17.6


@attrs.frozen
class Target:
    """One figure: the limit that it has, what was found, and what keeps it from the limit.

    `over` is what was found relative to the limit, above 1 where it is missed.
    """

    what: str
    limit: str
    found: str
    over: float
    why: str

    @property
    def verdict(self) -> str:
        # What is printed is compared: no figure is missed by a digit that nobody sees.
        if self.over <= 1.0005:
            return "reached"
        percent = 100 * (self.over - 1)
        return f"missed by {percent:.{0 if percent >= 10 else 1}f} %: {self.why}"


def targets_section(found: Measurements) -> str:
    """All of them, with the verdict."""
    targets = [*_calls(found.report), *_speeds({s.what: s for s in found.speeds})]
    targets += _verifying({speed.what: speed for speed in found.verifying})
    rows = [(each.what, each.limit, each.found, each.verdict) for each in targets]
    text = "## To be reached, and reached\n\n" + table(("", "to reach", "found", ""), rows)
    text += f"\n\nEach has its command in one of the sections below; all of them: `{PAGE}`."
    return text + _machine({speed.what: speed for speed in found.speeds})


def _machine(speeds: dict[str, Speed]) -> str:
    """How fast the machine was, by a program that is not ours: limits in seconds depend on it."""
    full = speeds.get("torchgen, its full run")
    if full is None:
        return ""
    return (
        f"\n\nThe limits in seconds were set where torchgen's full run took {FULL_RUN_THERE:g} s. "
        f"While this page was made it took {full.seconds:.1f} s, "
        f"{full.seconds / FULL_RUN_THERE:.2f} times as long."
    )


def _calls(report: BenchReport) -> Iterator[Target]:
    why = "the same calls and allocations; a jump and loads of arguments, see the remarks"
    for design, worst in _instruction_ratios(report, "functional").items():
        yield Target(
            f"{design} to hand-written: instructions, functional",
            "1.001",
            f"{worst:.4f}",
            worst / 1.001,
            why,
        )
    for variant in ("inplace", "out"):
        ratios = _instruction_ratios(report, variant)
        if ratios:
            best = min(ratios, key=lambda each: ratios[each])
            yield Target(
                f"the same, {variant}, best ({best})",
                "1.001",
                f"{ratios[best]:.4f}",
                ratios[best] / 1.001,
                why,
            )
    counted = {
        result.dispatches
        for comparison in report.comparisons
        if comparison.operator == "three" and comparison.mode in MODES
        for result in comparison.results
        if result.design == "registered, grad-aware"
    }
    if counted:
        yield Target(
            "dispatcher calls, registered, 3 inner operators, no gradient",
            "1",
            ", ".join(map(str, sorted(counted))),
            max(counted),
            "an inner operator's own kernel calls the dispatcher",
        )


def _instruction_ratios(report: BenchReport, variant: str) -> dict[str, float]:
    """The largest ratio to hand-written code of each direct design that has 1, 3 and 8, on CPU."""
    worst: dict[str, list[float]] = {}
    for comparison in report.comparisons:
        if (comparison.variant, comparison.device, comparison.base) != (
            variant,
            "cpu",
            "hand-written",
        ):
            continue
        for result in comparison.results:
            ratio = comparison.instruction_ratio(result)
            if ratio is not None and result.dispatches == 0 and result.design != comparison.base:
                worst.setdefault(result.design, []).append(ratio)
    most = max(map(len, worst.values()), default=0)
    return {design: max(found) for design, found in worst.items() if len(found) == most}


def _seconds(speeds: dict[str, Speed], name: str, limit: float, why: str) -> Iterator[Target]:
    if name in speeds:
        seconds = speeds[name].seconds
        yield Target(name, f"{limit:g} s", f"{seconds:.2f} s", seconds / limit, why)


def _speeds(speeds: dict[str, Speed]) -> Iterator[Target]:
    start = "the start of Python and the imports are a part that no cache takes away"
    yield from _seconds(speeds, "generate, nothing to do", 0.3, start)
    yield from _seconds(
        speeds,
        "generate, the examples",
        0.4,
        f"{start}; the rest is what makes a line, see the rates below",
    )
    mine = speeds.get("executorch-gen, portable kernels")
    theirs = speeds.get("executorch.codegen.gen, the same")
    if mine and theirs:
        ratio = theirs.seconds / mine.seconds
        yield Target(
            "executorch-gen against executorch.codegen.gen",
            "5 times faster",
            f"{ratio:.1f} times",
            5 / ratio,
            "the start of Python, which both have, is a fifth of the run; "
            "earlier runs of this page gave 5.2 and 5.3",
        )
        yield Target(
            "the same: memory",
            "less",
            f"{mine.megabytes:.0f} MB to {theirs.megabytes:.0f} MB",
            mine.megabytes / theirs.megabytes,
            "more is kept",
        )
    mine, theirs = speeds.get("headers --all"), speeds.get("torchgen, its full run")
    if mine and theirs and mine.lines_per_second and theirs.lines_per_second:
        ratio = mine.lines_per_second / theirs.lines_per_second
        yield Target(
            "all of ATen, lines a second, to torchgen's",
            "1",
            f"{ratio:.2f}",
            1 / ratio,
            "torchgen fills templates with text; here every line is printed from a tree",
        )
        yield Target(
            "all of ATen, memory",
            "200 MB",
            f"{mine.megabytes:.0f} MB",
            mine.megabytes / 200,
            "all trees are kept",
        )
    one, two = speeds.get(ONE_PROCESS), speeds.get(TWO_PROCESSES)
    if one and two:
        ratio = one.seconds / two.seconds
        yield Target(
            "all of ATen, with two processes",
            "1.7 times",
            f"{ratio:.2f} times",
            1.7 / ratio,
            "the start and the writing are for one process, "
            "and two at once are each slower than one",
        )
    printing = speeds.get("printing a file of 10,000 lines")
    if printing and printing.lines_per_second:
        yield Target(
            "printing, lines a second",
            "100,000",
            f"{printing.lines_per_second:,.0f}",
            100_000 / printing.lines_per_second,
            "it follows the speed of the machine, see below",
        )


def _verifying(speeds: dict[str, Speed]) -> Iterator[Target]:
    yield from _seconds(
        speeds, ONE, 8, "the start of libtorch and of the compiler, and the first use of either"
    )
    yield from _seconds(
        speeds, FURTHER, 1, "compiling an operator in process takes more alone, see Building"
    )
