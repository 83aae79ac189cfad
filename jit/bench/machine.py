"""Where figures were made: without that they mean nothing."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Mapping
from pathlib import Path

from dispatchless.jit.bench.toolchain import compiler_version


def describe_machine(versions: Mapping[str, str]) -> dict[str, str]:
    """Processor, cores, load, system, compiler, date, and VERSIONS of what was measured.

    Raises BenchUnavailable: there is no compiler.
    """
    return {
        "processor": _processor(),
        "cores": str(len(os.sched_getaffinity(0))),
        "load": f"{os.getloadavg()[0]:.1f}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "compiler": compiler_version(),
        "date": time.strftime("%Y-%m-%d"),
        **versions,
    }


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor() or "unknown"
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.processor() or "unknown"
