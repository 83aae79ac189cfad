"""The section of ExecuTorch: kernels directly, boxed, and through the registry."""

from __future__ import annotations

from page_parts import designs_of, sh, table, time_cell

from dispatchless.bench_table import duration
from dispatchless.jit.bench import BenchReport


def kernels_section(report: BenchReport) -> str:
    """Nothing where nothing was measured."""
    if not report.comparisons:
        return ""
    parts = []
    for operator in dict.fromkeys(c.operator for c in report.comparisons):
        found = [c for c in report.comparisons if c.operator == operator]
        counted = any(r.instructions is not None for r in found[0].results)
        headings = ["", *(f"{c.size:,}" for c in found), "the call alone"]
        headings += ["instructions"] if counted else []
        rows = []
        for design in designs_of(found):
            result = found[0].result(design)
            assert result is not None
            row = [design, *(time_cell(c, design) for c in found)]
            row.append(duration(result.nanoseconds.median))
            if counted and result.instructions is not None:
                row.append(f"{result.instructions:,.0f}")
            rows.append(tuple(row))
        parts.append(f"`{operator}`, by elements:\n\n{table(headings, rows)}")
    return (
        "## The registry of ExecuTorch\n\nA kernel called as a C++ function, as the runtime calls "
        "it for an instruction (boxed: the arguments are unpacked from values), and looked up by "
        "its name and its tensors each time. A runtime looks up once for each instruction when it "
        "loads a method, and then calls boxed. The look-up alone is measured in tables of three "
        "lengths, since it searches from the beginning to the end; the runtime's own has the "
        "wheel's 28 kernels and those measured. Kernels that do next to nothing, so that what is "
        "around them shows; instructions on one element.\n\n"
        + "\n\n".join(parts)
        + f"\n\n{sh('dispatchless bench --runtime executorch')}"
    )
