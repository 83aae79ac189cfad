"""The reference runtime against libtorch: the same programs, line by line.

What the miniature says of results, strides, errors, versions, gradients and the order of kernels is
only worth something while it says what PyTorch says.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from conformance_transcripts import PROGRAMS

from dispatchless.jit.torch_runtime import TorchRuntime

_SCRIPT = Path(__file__).with_name("conformance_transcripts.py")

Transcripts = dict[str, list[str]]


def _transcripts(runtime: str, output: Path) -> Transcripts:
    done = subprocess.run(
        [sys.executable, _SCRIPT, runtime, output], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr[-4000:]
    found: Transcripts = json.loads(output.read_text())
    return found


@pytest.fixture(scope="module")
def transcripts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Transcripts, Transcripts]:
    """What the programs wrote on the reference runtime and on libtorch."""
    if reason := TorchRuntime.missing():
        pytest.skip(reason)
    directory = tmp_path_factory.mktemp("transcripts")
    return (
        _transcripts("reference", directory / "reference.json"),
        _transcripts("torch", directory / "torch.json"),
    )


@pytest.mark.parametrize("program", PROGRAMS)
def test_same_transcript(program: str, transcripts: tuple[Transcripts, Transcripts]) -> None:
    reference, torch = (each[program] for each in transcripts)
    assert reference == torch


def test_programs_show_something(transcripts: tuple[Transcripts, Transcripts]) -> None:
    """Results, errors and kernels are all among what is compared."""
    lines = [line for program in transcripts[1].values() for line in program]
    assert len(lines) > 600
    assert sum(" strides " in line for line in lines) > 300
    assert sum("Error: " in line for line in lines) > 60
    assert any("WarnNotImplemented" in line for line in lines)
