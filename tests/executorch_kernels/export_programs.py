"""Exports the programs that the tests read: `python export_programs.py FOLDER`.

Beside each `NAME.pte` stands `NAME.json` with its inputs and what the model makes of them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import torch
from executorch.exir import to_edge


class Perceptron(torch.nn.Module):
    """A layer with its activation: dense kernels only."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.softmax(torch.relu(self.layer(x)), -1)


class Mixed(torch.nn.Module):
    """A list of tensors of two dtypes, and an operator with two results."""

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
        values, indices = torch.max(x, 1)
        return torch.cat([torch.relu(x), (y > 0)], 0), values, indices


def main(folder: Path) -> None:
    torch.manual_seed(0)
    programs = {
        "perceptron": (Perceptron(), (torch.randn(2, 4),)),
        "mixed": (Mixed(), (torch.randn(2, 3), torch.ones(2, 3, dtype=torch.int64))),
    }
    for name, (model, inputs) in programs.items():
        program = to_edge(torch.export.export(model.eval(), inputs)).to_executorch()
        (folder / f"{name}.pte").write_bytes(program.buffer)
        outputs = model(*inputs)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        values = {
            key: [each.tolist() for each in tensors]
            for key, tensors in (("inputs", inputs), ("outputs", outputs))
        }
        (folder / f"{name}.json").write_text(json.dumps(values))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
