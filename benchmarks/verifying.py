"""Whole runs of `dispatchless verify` on libtorch: of one composite, and of several.

    python benchmarks/verifying.py [--quick] [--json FILE]

On the clock, with the precompiled headers there already: several processes share the work.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import tempfile
from pathlib import Path

import attrs
from executorch_gen_pairs import measure
from generator import EXAMPLES, Speed, ours

ONE, FURTHER = "verify, one composite", "verify, each further one"


_ENTRY = re.compile(r"^- func: .*(?:\n  .*)*", re.MULTILINE)


def verify_speeds(rounds: int, *, quick: bool = False) -> tuple[Speed, ...]:
    """Of the first of the examples alone, and, unless it is to be quick, what each other adds."""
    entries = _ENTRY.findall(EXAMPLES.read_text())
    with tempfile.TemporaryDirectory(prefix="dispatchless-bench-") as name:
        path = Path(name) / "one.yaml"
        header = f"header: {EXAMPLES.parent.resolve()}/"
        path.write_text(entries[0].replace("header: ", header))
        command = ours("verify", path, "--runtime", "torch")
        several = ours("verify", EXAMPLES, "--runtime", "torch")
        environment = dict(os.environ)
        measure(command, environment)
        if quick:
            one = measure(command, environment)
            return (Speed(ONE, one.wall, one.memory / 1024),)
        # In turns: what disturbs the machine for a while disturbs both.
        found = [
            (measure(command, environment), measure(several, environment)) for _ in range(rounds)
        ]
    alone = statistics.median(first.wall for first, _ in found)
    more = statistics.median(second.wall - first.wall for first, second in found)
    memory = max(first.memory for first, _ in found) / 1024
    return (
        Speed(ONE, alone, memory),
        Speed(FURTHER, more / (len(entries) - 1), 0.0),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", metavar="FILE", type=Path)
    options = parser.parse_args()
    speeds = verify_speeds(2, quick=options.quick)
    for speed in speeds:
        print(f"{speed.what:36} {speed.seconds:8.3f} s {speed.megabytes:7.1f} MB")
    if options.json is not None:
        options.json.write_text(json.dumps([attrs.asdict(s) for s in speeds], indent=1) + "\n")


if __name__ == "__main__":
    main()
