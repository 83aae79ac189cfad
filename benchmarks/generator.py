"""The generator's own speed: whole processes, in turns, beside the generators it is compared with.

    python benchmarks/generator.py [--quick] [--json FILE]

Times are processor time, the median of the rounds. Folders are fresh where something is generated;
modules have their bytecode. `--quick` leaves out the runs over all of ATen.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs
from executorch_gen_pairs import Measured, measure, measure_pairs, package
from test_cppast_printing import typical_file

from dispatchless.cppast import print_file

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "composites.yaml"

#: Both on the clock: processor time is the same for any number of processes.
ONE_PROCESS, TWO_PROCESSES = "headers --all, on the clock", "headers --all --jobs 2, on the clock"


@attrs.frozen
class Speed:
    """One command: seconds of processor time, megabytes at the most, lines that it wrote."""

    what: str
    seconds: float
    megabytes: float
    lines: int | None = None

    @property
    def lines_per_second(self) -> float | None:
        return None if self.lines is None else self.lines / self.seconds


def ours(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "dispatchless", *map(str, arguments)]


def torchgen(out: Path) -> list[str]:
    """Its full run: every file of ATen that it has the templates of."""
    source = package("torchgen") / "packaged" / "ATen"
    # Its shims go elsewhere than the rest, into the working directory if nobody says where.
    options = [f"--source-path={source}", f"--install-dir={out}", f"--aoti-install-dir={out}"]
    return [sys.executable, "-m", "torchgen.gen", *options, "--per-operator-headers"]


def generator_speeds(
    *, quick: bool = False, progress: Callable[[str], None] = lambda text: None
) -> tuple[Speed, ...]:
    """All of them, with ours first in each group."""
    rounds = 3 if quick else 7
    speeds = []
    with tempfile.TemporaryDirectory(prefix="dispatchless-bench-") as name:
        folder = Path(name)
        environment = {**os.environ, "DISPATCHLESS_CACHE_DIR": str(folder / "cache")}
        # As installed packages do, all have their modules' bytecode.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        examples = ours("generate", EXAMPLES, "--namespace", "mylib", "--out", folder / "examples")
        progress("generate")
        fresh = [_fresh(examples, folder / "examples", environment) for _ in range(rounds + 1)][1:]
        speeds.append(_speed("generate, the examples", fresh, _lines(folder / "examples")))
        nothing = [measure(examples, environment) for _ in range(rounds)]
        speeds.append(_speed("generate, nothing to do", nothing))
        start = [measure(ours("--version"), environment) for _ in range(rounds)]
        speeds.append(_speed("dispatchless --version", start))
        progress("executorch-gen")
        speeds += _executorch(folder / "executorch", 2 if quick else 5)
        if not quick:
            speeds += _all_of_aten(folder, environment, progress)
    progress("printing")
    return (*speeds, _printing(rounds))


def _executorch(folder: Path, pairs: int) -> list[Speed]:
    folder.mkdir()
    functions = package("executorch") / "kernels" / "portable" / "functions.yaml"
    aten = package("torchgen") / "packaged" / "ATen" / "native"
    rows = measure_pairs(folder, functions, aten, pairs)
    titles = {
        "ours": "executorch-gen, portable kernels",
        "official": "executorch.codegen.gen, the same",
        "no work": "executorch-gen, nothing to do",
    }
    return [_speed(titles[name], measured) for name, measured in rows.items()]


def _all_of_aten(
    folder: Path, environment: Mapping[str, str], progress: Callable[[str], None]
) -> list[Speed]:
    """Two runs of each, in turns; ours with one process and with two."""
    commands = {
        "ours": ours("headers", "--all", "--out", folder / "ours"),
        "two": ours("headers", "--all", "--jobs", "2", "--out", folder / "two"),
        "torchgen": torchgen(folder / "torchgen"),
    }
    found: dict[str, list[Measured]] = {name: [] for name in commands}
    for _ in range(2):
        for name, command in commands.items():
            progress(f"all of ATen: {name}")
            found[name].append(_fresh(command, folder / name, environment))
    clock = {name: min(each.wall for each in measured) for name, measured in found.items()}
    lines = _lines(folder / "ours")
    return [
        _speed("headers --all", found["ours"], lines),
        _speed("torchgen, its full run", found["torchgen"], _lines(folder / "torchgen")),
        Speed(ONE_PROCESS, clock["ours"], 0.0, lines),
        Speed(TWO_PROCESSES, clock["two"], 0.0, lines),
    ]


def _fresh(command: list[str], out: Path, environment: Mapping[str, str]) -> Measured:
    shutil.rmtree(out, ignore_errors=True)
    return measure(command, dict(environment))


def _printing(rounds: int) -> Speed:
    """A tree of some 10,000 lines to text, in this process."""
    tree = typical_file()
    lines = print_file(tree).text.count("\n")
    seconds = []
    for _ in range(rounds):
        started = time.process_time()
        print_file(tree)
        seconds.append(time.process_time() - started)
    return Speed("printing a file of 10,000 lines", statistics.median(seconds), 0.0, lines)


def _speed(what: str, measured: list[Measured], lines: int | None = None) -> Speed:
    seconds = statistics.median(each.cpu for each in measured)
    return Speed(what, seconds, max(each.memory for each in measured) / 1024, lines)


def _lines(folder: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in folder.rglob("*") if path.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", metavar="FILE", type=Path)
    options = parser.parse_args()
    speeds = generator_speeds(quick=options.quick)
    for speed in speeds:
        rate = speed.lines_per_second
        lines = "" if rate is None else f"{speed.lines:>10,} lines {rate:>10,.0f} lines/s"
        print(f"{speed.what:36} {speed.seconds:8.3f} s {speed.megabytes:7.1f} MB {lines}".rstrip())
    if options.json is not None:
        options.json.write_text(json.dumps([attrs.asdict(s) for s in speeds], indent=1) + "\n")


if __name__ == "__main__":
    main()
