"""`dispatchless executorch-gen` against `executorch.codegen.gen`: whole processes, in pairs.

    python benchmarks/executorch_gen_pairs.py [--pairs 9] [--yaml functions.yaml]

Both read the same kernel yaml (the wheel's portable functions.yaml by default) and write into fresh
folders. Both have their modules' bytecode, as installed packages do: a first run that is not
counted writes it. The official generator's templates are not in its wheel; placeholders stand in
for them, which is less text than the real ones. A third row is our command with nothing to do.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import attrs

# Template name -> the variables that the generator fills in.
PLACEHOLDERS = {
    "Functions.h": "${static_dispatch_extra_headers} ${Functions_declarations}",
    "NativeFunctions.h": "${headers} ${nativeFunctions_declarations}",
    "RegisterKernels.h": "// ${generated_comment}",
    "RegisterKernels.cpp": "// ${fn_header}\n${unboxed_kernels}",
}


@attrs.frozen
class Measured:
    """One process: seconds on the clock, seconds of processor time, kilobytes at the most."""

    wall: float
    cpu: float
    memory: int


def measure(command: list[str], environment: dict[str, str]) -> Measured:
    """Run a command in a child of its own, so that its memory is its own."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{command} gave {process.returncode}")
    wall = time.perf_counter() - started
    return Measured(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)


def package(name: str) -> Path:
    """Where an installed package is."""
    spec = importlib.util.find_spec(name)
    if spec is None:
        raise SystemExit(f"{name} is not installed")
    if spec.origin is not None:
        return Path(spec.origin).parent
    return Path(next(iter(spec.submodule_search_locations or ())))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--yaml", type=Path)
    options = parser.parse_args()
    functions = options.yaml or package("executorch") / "kernels" / "portable" / "functions.yaml"
    aten = package("torchgen") / "packaged" / "ATen" / "native"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        rows = measure_pairs(folder, functions, aten, options.pairs)
    for name, measured in rows.items():
        walls = [each.wall for each in measured]
        cpus = [each.cpu for each in measured]
        print(
            f"{name:10} wall median {statistics.median(walls):.3f} s (least {min(walls):.3f})  "
            f"cpu median {statistics.median(cpus):.3f} s (least {min(cpus):.3f})  "
            f"memory {max(each.memory for each in measured) / 1024:.1f} MB"
        )
    ratios = [t.wall / o.wall for o, t in zip(rows["ours"], rows["official"], strict=True)]
    print(f"official / ours, wall, median of pairs: {statistics.median(ratios):.2f}")


def measure_pairs(
    folder: Path, functions: Path, aten: Path, pairs: int
) -> dict[str, list[Measured]]:
    """Alternating runs of both generators, and of ours with nothing to do."""
    templates = folder / "templates"
    templates.mkdir()
    for name, text in PLACEHOLDERS.items():
        (templates / name).write_text(text)
    environment = {
        **os.environ,
        "DISPATCHLESS_CACHE_DIR": str(folder / "cache"),
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    shared = [
        "--manual-registration",
        f"--functions-yaml-path={functions}",
        f"--aten-yaml-path={aten / 'native_functions.yaml'}",
        f"--source-path={folder}",
        f"--tags-path={aten / 'tags.yaml'}",
    ]
    rows: dict[str, list[Measured]] = {"ours": [], "official": [], "no work": []}
    for pair in range(pairs + 1):
        for name, module in (
            ("ours", ["dispatchless", "executorch-gen"]),
            ("official", ["executorch.codegen.gen"]),
            ("no work", ["dispatchless", "executorch-gen"]),
        ):
            out = folder / ("official" if name == "official" else "ours")
            if name != "no work":
                shutil.rmtree(out, ignore_errors=True)
                out.mkdir()
            command = [sys.executable, "-m", *module, *shared, f"--install-dir={out}"]
            measured = measure(command, environment)
            if pair > 0:
                rows[name].append(measured)
    return rows


if __name__ == "__main__":
    main()
