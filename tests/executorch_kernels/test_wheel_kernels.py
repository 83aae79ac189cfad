"""Our registration of the wheel's kernels beside the wheel's own.

The wheel's kernel libraries register themselves by the official generator's output when they are
loaded, so the runtime's table is what ours is compared with; and as they export their kernels, our
boxed kernels call the real ones.
"""

from __future__ import annotations

from pathlib import Path

from kernel_builds import compile_object, generate, link_program, run
from optimized_yaml import merged_file

from dispatchless.lowering.executorch import Overlap
from dispatchless.model import OperatorTable

PRIM_OPS = 28
MAIN = """\
#include <cstdio>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>
#include "register_ours_kernels.h"
using ::executorch::runtime::EValue;
using namespace torch::executor;
void show(const char* where, const Kernel& kernel) {
  const char* key = kernel.kernel_key_.is_fallback() ? "default" : kernel.kernel_key_.data();
  std::printf("%s %s %s\\n", where, kernel.name_, key);
}
void tell(const char*) {}
int main() {
  ::executorch::runtime::runtime_init();
  for (const Kernel& kernel : ::executorch::runtime::get_registered_kernels()) {
    show("theirs", kernel);
  }
  for (const Kernel& kernel : get_ours_kernels()) { show("ours", kernel); }
  std::printf("status %d\\n", int(register_ours_kernels(tell)));
CALL
  return 0;
}
"""
ADD = """
  ::executorch::aten::SizesType sizes[] = {3};
  ::executorch::aten::DimOrderType order[] = {0};
  ::executorch::aten::StridesType strides[] = {1};
  float x[] = {1, 2, 3}, y[] = {10, 20, 30}, z[3];
  auto make = [&](float* data) {
    return ::executorch::aten::TensorImpl(
        ::executorch::aten::ScalarType::Float, 1, sizes, data, order, strides);
  };
  auto ix = make(x), iy = make(y), iz = make(z);
  EValue values[] = {::executorch::aten::Tensor(&ix), ::executorch::aten::Tensor(&iy),
                     EValue(int64_t(2)), ::executorch::aten::Tensor(&iz)};
  EValue* stack[] = {&values[0], &values[1], &values[2], &values[3], &values[3]};
  for (const Kernel& kernel : get_ours_kernels()) {
    if (std::string_view(kernel.name_) != "aten::add.out") { continue; }
    KernelRuntimeContext good, bad;
    kernel.op_(good, {stack, 5});
    kernel.op_(bad, {stack, 4});
    std::printf("sum %g %g %g\\n", z[0], z[1], z[2]);
    std::printf("failed %d %d\\n", int(good.failure_state()), int(bad.failure_state()));
  }
"""


def program(
    native: OperatorTable, wheel: Path, folder: Path, libraries: tuple[str, ...], **yaml: Path
) -> list[list[str]]:
    """What the program prints, with every symbol of ours resolved by the wheel's libraries."""
    generate(native, folder, lib_name="ours", overlap=Overlap.SKIP, **yaml)  # type: ignore[arg-type]
    main = folder / "main.cpp"
    main.write_text(MAIN.replace("CALL", ADD if "functions" in yaml else ""))
    objects = [
        compile_object(main, wheel),
        compile_object(folder / "register_ours_kernels.cpp", wheel),
    ]
    # Kernel libraries are loaded although nothing names what they register.
    wanted = ("-Wl,--no-as-needed", f"-L{wheel / 'lib'}", *(f"-l{name}" for name in libraries))
    done = run([link_program(objects, folder / "main", wheel, *wanted)])
    return [line.split() for line in done.stdout.splitlines()]


def test_the_merged_optimized_set(
    native: OperatorTable, wheel: Path, kernels_directory: Path, tmp_path: Path
) -> None:
    merged = merged_file(kernels_directory, tmp_path)
    lines = program(native, wheel, tmp_path, ("executorch_kernels_optimized",), functions=merged)
    ours = {tuple(line[1:]) for line in lines if line[0] == "ours"}
    theirs = {tuple(line[1:]) for line in lines if line[0] == "theirs"}
    assert len(ours) == 212
    assert ours <= theirs
    assert len(theirs - ours) == PRIM_OPS
    assert ["status", "0"] in lines
    assert ["sum", "21", "42", "63"] in lines
    assert ["failed", "0", "35"] in lines


def test_the_quantized_set(
    native: OperatorTable, wheel: Path, kernels_directory: Path, tmp_path: Path
) -> None:
    quantized = kernels_directory / "quantized" / "quantized.yaml"
    libraries = ("executorch_kernels_quantized", "executorch_kernels_optimized")
    lines = program(native, wheel, tmp_path, libraries, custom_ops=quantized)
    ours = {tuple(line[1:]) for line in lines if line[0] == "ours"}
    theirs = {tuple(line[1:]) for line in lines if line[0] == "theirs"}
    assert len(ours) == 19
    assert ours <= theirs
    assert ["status", "0"] in lines
