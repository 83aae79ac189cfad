"""Instructions per call of the template, against hand-written code and the dispatcher.

    python benchmarks/callgrind.py [--json FILE]

Every figure comes from a process of its own (several configurations in one process differ by some
hundred instructions for the same code, by the state of the heap), all from one binary that g++ -O2
builds from the code that `dispatchless generate` writes. Needs torch, g++ and valgrind. The counts
repeat exactly for the same binary.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

import dispatchless
from dispatchless.output import write_files

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
CALLS = 200

# One configuration a name: what is called, in which mode. `hand` is what a person would write.
PROGRAM = r"""
#include <cstdlib>
#include <cstring>
#include <string>

#include <ATen/ATen.h>
#include <ATen/CPUFunctions.h>
#include <c10/core/GradMode.h>
#include <valgrind/callgrind.h>

#include "composite/gated_residual.h"
#include "composite/sub.h"
#include "gated_residual_ops_cpu.h"
#include "sub_ops_cpu.h"
#include "sub_inplace_ops_cpu.h"
#include "sub_out_ops_cpu.h"

namespace {

at::Tensor a, b, c, out;
const at::Scalar alpha(1);

template <class Call>
void measure(Call call) {
  for (int i = 0; i < 20; ++i) call();
  CALLGRIND_START_INSTRUMENTATION;
  for (int i = 0; i < CALLS; ++i) call();
  CALLGRIND_STOP_INSTRUMENTATION;
}

void run(const std::string &what) {
  using bench::gated_residual_ops_cpu;
  if (what == "sub/hand") measure([] { return at::cpu::add(a, b, -alpha); });
  if (what == "sub/template") measure([] { return ::sub<bench::sub_ops_cpu>(a, b, alpha); });
  if (what == "sub/dispatcher") measure([] { return at::add(a, b, -alpha); });
  if (what == "sub_/hand") measure([] { at::cpu::add_(a, b, -alpha); });
  if (what == "sub_/template") measure([] { ::sub_<bench::sub_inplace_ops_cpu>(a, b, alpha); });
  if (what == "sub_/dispatcher") measure([] { a.add_(b, -alpha); });
  if (what == "sub.out/hand") measure([] { at::cpu::add_outf(a, b, -alpha, out); });
  if (what == "sub.out/template")
    measure([] { ::sub_out<bench::sub_out_ops_cpu>(a, b, alpha, out); });
  if (what == "sub.out/dispatcher") measure([] { at::add_outf(a, b, -alpha, out); });
  if (what == "gated_residual/hand")
    measure([] { return at::cpu::add(at::cpu::mul(a, at::cpu::sigmoid(b)), c); });
  if (what == "gated_residual/template")
    measure([] { return ::gated_residual<gated_residual_ops_cpu>(a, b, c); });
  if (what == "gated_residual/dispatcher")
    measure([] { return at::add(at::mul(a, at::sigmoid(b)), c); });
}

}  // namespace

int main(int argc, char **argv) {
  a = at::ones({1}), b = at::ones({1}), c = at::ones({1}), out = at::empty({1});
  const std::string mode = argv[1], what = argv[2];
  if (mode == "inference") {
    c10::InferenceMode guard;
    a = at::ones({1}), b = at::ones({1}), c = at::ones({1}), out = at::empty({1});
    run(what);
  } else if (mode == "no_grad") {
    c10::AutoGradMode guard(false);
    run(what);
  } else {
    run(what);
  }
}
"""

OPERATORS = ("gated_residual", "sub", "sub_", "sub.out")
MODES = ("inference", "no_grad", "grad")
# Makes the allocator's work the same in every process.
STEADY = {"LD_BIND_NOW": "1", "GLIBC_TUNABLES": "glibc.malloc.mxfast=0", "OMP_NUM_THREADS": "1"}


def build(folder: Path) -> Path:
    """Generate the examples and compile the program over them."""
    write_files(
        dispatchless.generate(EXAMPLES / "composites.yaml", namespace="bench", keys=["CPU"]),
        folder,
    )
    (folder / "program.cpp").write_text(PROGRAM.replace("CALLS", str(CALLS)))
    torch = Path(str(find_spec("torch").origin)).parent  # type: ignore[union-attr]
    binary = folder / "program"
    subprocess.run(
        [
            "g++",
            "-std=c++20",
            "-O2",
            f"-I{folder}",
            f"-I{EXAMPLES}",
            f"-isystem{torch}/include",
            f"-isystem{torch}/include/torch/csrc/api/include",
            str(folder / "program.cpp"),
            f"-L{torch}/lib",
            "-ltorch_cpu",
            "-lc10",
            f"-Wl,-rpath,{torch}/lib",
            "-o",
            str(binary),
        ],
        check=True,
    )
    return binary


def instructions(binary: Path, mode: str, what: str) -> float:
    """Instructions per call of one configuration, in a process of its own."""
    done = subprocess.run(
        [
            "valgrind",
            "--tool=callgrind",
            "--instr-atstart=no",
            "--callgrind-out-file=/dev/null",
            str(binary),
            mode,
            what,
        ],
        env={**os.environ, **STEADY},
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if found is None:
        raise RuntimeError(f"callgrind printed no count:\n{done.stderr}")
    return int(found[1]) / CALLS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        binary = build(Path(folder))
        print(
            f"{'operator':16} {'mode':10} {'hand':>9} {'template':>9} {'dispatcher':>10}"
            f" {'tmpl/hand':>10} {'tmpl/disp':>10}"
        )
        for operator in OPERATORS:
            for mode in MODES:
                hand, template, dispatcher = (
                    instructions(binary, mode, f"{operator}/{kind}")
                    for kind in ("hand", "template", "dispatcher")
                )
                rows.append(
                    {
                        "operator": operator,
                        "mode": mode,
                        "hand": hand,
                        "template": template,
                        "dispatcher": dispatcher,
                    }
                )
                print(
                    f"{operator:16} {mode:10} {hand:9.0f} {template:9.0f} {dispatcher:10.0f}"
                    f" {template / hand:10.4f} {template / dispatcher:10.3f}"
                )
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
