"""Loads the library that CMakeLists.txt builds, and shows what its operators do.

python examples/cmake/use.py build/libmylib.so
"""

from __future__ import annotations

import sys

import torch


def main(library: str) -> None:
    torch.ops.load_library(library)
    operators = torch.ops.mylib

    image, gate, residual = torch.randn(3, 4, 5).unbind()
    expected = image * torch.sigmoid(gate) + residual
    assert torch.equal(operators.gated_residual(image, gate, residual), expected)

    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        operators.gated_residual(image, gate, residual)
    calls = [event.name for event in profile.events() if "::" in event.name]
    assert calls == ["mylib::gated_residual"], calls

    image.requires_grad_()
    operators.gated_residual(image, gate, residual).sum().backward()
    assert torch.allclose(image.grad, torch.sigmoid(gate))
    print("gated_residual: the same values and gradients, and 1 dispatcher call instead of 4")


if __name__ == "__main__":
    main(sys.argv[1])
