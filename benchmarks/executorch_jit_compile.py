"""Compiling the registration of 212 kernels in process: our file against the official one.

    python benchmarks/executorch_jit_compile.py [--pairs 9]

Both files register the wheel's optimized kernels over its portable ones. Each is compiled by cppyy
and linked against the wheel's libraries in a child that is forked from one warmed process (headers
parsed, libraries loaded), in turn. The official generator's templates are not in its wheel; what
stands in for the one of the source file here has the same frame.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from dispatchless.command_line import main as command_line
from dispatchless.jit import Finished, Session, run_in_child
from dispatchless.jit.executorch_runtime import ExecutorchRuntime
from dispatchless.jit.pch import include_line

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "helpers"))
from optimized_yaml import merged_file

TEMPLATES = {
    "Functions.h": "#pragma once\n${static_dispatch_extra_headers}\n${Functions_declarations}\n",
    "NativeFunctions.h": """\
#pragma once
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
${nativeFunctions_declarations}
""",
    "RegisterKernels.h": "// ${generated_comment}\n",
    "RegisterKernels.cpp": """\
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/profiler.h>
#include "${fn_header}"
namespace torch {
namespace executor {
namespace {
using ::executorch::runtime::Span;
namespace internal = ::executorch::runtime::internal;
static Kernel kernels_to_register[] = {
    ${unboxed_kernels}
};
}  // namespace
Error register_all_kernels() {
  return ::executorch::runtime::register_kernels(
      {kernels_to_register, sizeof(kernels_to_register) / sizeof(Kernel)});
}
}  // namespace executor
}  // namespace torch
""",
}
REGISTER = "_ZN5torch8executor{0}{1}Ev"


class HeadersOnly(ExecutorchRuntime):
    """The runtime without what the package adds, so that both files bring their own."""

    def prepare(self, session: Session) -> None:
        """Nothing."""


def generate(folder: Path, directory: Path, native: Path) -> dict[str, tuple[Path, str]]:
    """Both sources, each with the linker name of its register function."""
    merged = merged_file(directory / "kernels", folder)
    (folder / "templates").mkdir()
    for name, text in TEMPLATES.items():
        (folder / "templates" / name).write_text(text)
    shared = [f"--functions-yaml-path={merged}", f"--aten-yaml-path={native}"]
    shared.append("--manual-registration")
    ours, official = folder / "ours", folder / "official"
    official.mkdir()
    command_line(["executorch-gen", *shared, f"--install-dir={ours}", "--lib-name=merged"])
    tags = native.with_name("tags.yaml")
    subprocess.run(
        [
            *(sys.executable, "-m", "executorch.codegen.gen", *shared),
            *(f"--tags-path={tags}", f"--install-dir={official}", f"--source-path={folder}"),
        ],
        check=True,
    )
    return {
        "ours": (ours / "register_merged_kernels.cpp", _register("register_merged_kernels")),
        "official": (official / "RegisterKernels_0.cpp", _register("register_all_kernels")),
    }


def _register(function: str) -> str:
    return REGISTER.format(len(function), function)


def compile_and_link(session: Session, source: Path, symbol: str) -> float:
    """Seconds of processor time until the register function has an address."""
    started = time.process_time()
    session.declare(include_line(str(source)) + "\n")
    if not session.address(symbol):
        raise SystemExit(f"{source}: {symbol} was not compiled")
    return time.process_time() - started


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=9)
    pairs = parser.parse_args().pairs
    runtime = HeadersOnly()
    native = runtime.native_functions()
    if native is None:
        raise SystemExit("torch is not installed")
    seconds: dict[str, list[float]] = {"ours": [], "official": []}
    with tempfile.TemporaryDirectory() as temporary:
        sources = generate(Path(temporary), runtime.directory, native)
        session = Session(runtime)
        runtime._load_library("libexecutorch_kernels_optimized.so")
        for _ in range(pairs):
            for name, (source, symbol) in sources.items():
                outcome = run_in_child(lambda s=source, n=symbol: compile_and_link(session, s, n))
                if not isinstance(outcome, Finished):
                    raise SystemExit(f"{name}: {outcome}")
                seconds[name].append(outcome.value)
    for name, measured in seconds.items():
        median = statistics.median(measured)
        print(f"{name:10} cpu median {median:.3f} s (least {min(measured):.3f})")
    ratios = [o / t for o, t in zip(seconds["ours"], seconds["official"], strict=True)]
    print(f"ours / official, median of pairs: {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
