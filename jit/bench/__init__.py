"""What skipping the dispatcher is worth: every way of making the same call, measured side by side.

A C++ program is generated for a specification and compiled; it makes the calls in a process without
Python, whose overrides of meta kernels would hide what is measured.
"""

from __future__ import annotations

from dispatchless.jit.bench.figures import (
    BenchReport,
    BuildCost,
    Comparison,
    FormatError,
    Result,
    Spread,
)
from dispatchless.jit.bench.measure import measure
from dispatchless.jit.bench.plan import FULL, QUICK, Plan
from dispatchless.jit.bench.toolchain import BenchUnavailable, ProgramError

__all__ = [
    "FULL",
    "QUICK",
    "BenchReport",
    "BenchUnavailable",
    "BuildCost",
    "Comparison",
    "FormatError",
    "Plan",
    "ProgramError",
    "Result",
    "Spread",
    "measure",
]
