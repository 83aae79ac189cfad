"""Custom operators in PyTorch: schema, kernels and stand-ins, loaded into a process with torch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from kernel_builds import generate, package_directory, run

from dispatchless.model import OperatorTable

OPERATORS = """\
- func: acme::squash.out(Tensor x, float by, *, Tensor(a!) out) -> Tensor(a!)
  tags: core
  kernels: [{arg_meta: null, kernel_name: acme::squash_out}]
- func: acme::twice(Tensor x) -> Tensor
  kernels: [{arg_meta: null, kernel_name: acme::twice}]
- func: acme::pair.out(Tensor x, *, Tensor(a!) a, Tensor(b!) b) -> (Tensor(a!), Tensor(b!))
  kernels: [{arg_meta: null, kernel_name: acme::pair_out}]
- func: other::count(Tensor x, int[] l, str s="a") -> int
  kernels: [{arg_meta: null, kernel_name: acme::count}]
"""
KERNELS = """\
#include "CustomOpsNativeFunctions.h"
namespace acme::native {
at::Tensor& squash_out(const at::Tensor& x, double by, at::Tensor& out) {
  return at::mul_out(out, x, at::scalar_tensor(by, x.options()));
}
at::Tensor twice(const at::Tensor& x) { return x + x; }
std::tuple<at::Tensor&, at::Tensor&> pair_out(
    const at::Tensor& x, at::Tensor& a, at::Tensor& b) {
  a.copy_(x);
  b.copy_(-x);
  return {a, b};
}
int64_t count(const at::Tensor& x, at::IntArrayRef l, c10::string_view s) {
  return x.numel() + int64_t(l.size()) + int64_t(s.size());
}
}
"""
CHECKS = {
    "RegisterCPUCustomOps.cpp": """
x = torch.tensor([1.0, 2.0])
out = torch.empty(2)
assert torch.ops.acme.squash.out(x, 3.0, out=out) is out
assert out.tolist() == [3.0, 6.0]
assert torch.ops.acme.twice(x).tolist() == [2.0, 4.0]
a, b = torch.empty(2), torch.empty(2)
torch.ops.acme.pair.out(x, a=a, b=b)
assert (a.tolist(), b.tolist()) == ([1.0, 2.0], [-1.0, -2.0])
assert torch.ops.other.count(x, [1, 2, 3], "four") == 9
assert torch.Tag.core in torch.ops.acme.squash.out.tags
""",
    "RegisterCPUStub.cpp": """
x, out = torch.ones(2), torch.zeros(2)
assert torch.ops.acme.squash.out(x, 3.0, out=out) is out
assert out.tolist() == [0.0, 0.0]
assert torch.ops.acme.twice(x) is x or torch.ops.acme.twice(x).tolist() == [1.0, 1.0]
assert torch.ops.acme.pair.out(x, a=out, b=out)[1] is out
assert torch.ops.other.count(x, [1]) == 0
""",
}


@pytest.mark.parametrize("source", CHECKS)
def test_in_pytorch(tmp_path: Path, native: OperatorTable, wheel: Path, source: str) -> None:
    torch = package_directory("torch")
    generate(native, tmp_path, custom_ops=OPERATORS)
    (tmp_path / "kernels.cpp").write_text(KERNELS)
    sources = ["RegisterSchema.cpp", source]
    if source != "RegisterCPUStub.cpp":
        sources.append("kernels.cpp")
    # As one, since the headers of torch are what takes the time.
    everything = tmp_path / "everything.cpp"
    everything.write_text("".join(f'#include "{name}"\n' for name in sources))
    library = tmp_path / "library.so"
    include = torch / "include"
    run(
        (
            *("g++", "-std=c++20", "-O0", "-fPIC", "-shared", "-w"),
            *(f"-I{include}", f"-I{include / 'torch' / 'csrc' / 'api' / 'include'}"),
            everything,
            *(f"-L{torch / 'lib'}", "-ltorch", "-ltorch_cpu", "-lc10", "-o", library),
        )
    )
    script = f"import torch\ntorch.ops.load_library({str(library)!r})\n{CHECKS[source]}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
