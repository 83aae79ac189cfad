"""Runs the programs of `conformance/` on one runtime and writes their transcripts as JSON.

Usage: python conformance_transcripts.py reference|torch OUTPUT
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from dispatchless.jit.runtimes import runtime_factory
from dispatchless.jit.session import Session

DIRECTORY = Path(__file__).with_name("conformance")
PROGRAMS = ("pointwise", "outputs", "shapes", "gradients", "versions", "dispatching")


def transcripts(runtime: str) -> dict[str, list[str]]:
    """By program, the lines that it wrote."""
    session = Session(runtime_factory(runtime)(), preflight=False, optimize=0)
    found = {}
    for program in PROGRAMS:
        text = (
            f'#include "{program}.h"\n'
            f"inline std::string run() {{ return conformance::{program}(); }}\n"
        )
        name = f"{program}.cpp"
        unit = session.define_files({name: text}, [name], include_dirs=[DIRECTORY])
        run = unit.get("run")
        # libtorch's engine wants the interpreter's lock to be free.
        run.proxy.__release_gil__ = True
        found[program] = str(run()).splitlines()
    return found


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(transcripts(sys.argv[1])))
