"""What a .pte program calls, read from real programs and compared with the runtime's own tool."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dispatchless.model import SpecError
from dispatchless.model.executorch_program import kernel_keys_of


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("executorch.exir")
    folder = tmp_path_factory.mktemp("programs")
    script = Path(__file__).with_name("export_programs.py")
    subprocess.run([sys.executable, str(script), str(folder)], check=True, capture_output=True)
    return folder


def test_a_program_of_dense_kernels(programs: Path) -> None:
    assert kernel_keys_of(programs / "perceptron.pte") == {
        "aten::_softmax.out": ("v1/6;0,1|6;0,1|6;0,1",),
        "aten::addmm.out": ("v1/6;0|6;0,1|6;0,1|6;0,1|6;0,1",),
        "aten::permute_copy.out": ("v1/6;0,1|6;0,1|6;0,1",),
        "aten::relu.out": ("v1/6;0,1|6;0,1|6;0,1",),
    }


def test_lists_are_no_part_of_a_key_and_their_dtypes_are_kept(programs: Path) -> None:
    keys = kernel_keys_of(programs / "mixed.pte")
    assert keys["aten::cat.out"] == ("v1/11;", "v1/6;0,1|6;0,1")
    assert keys["aten::max.dim_max"] == ("v1/6;0,1|6;0|4;0",)


def test_the_official_tool_finds_the_same(programs: Path) -> None:
    gen_oplist = pytest.importorskip("executorch.codegen.tools.gen_oplist")
    for name in ("perceptron", "mixed"):
        path = programs / f"{name}.pte"
        ours = kernel_keys_of(path)
        theirs = gen_oplist._get_kernel_metadata_for_model(str(path))
        assert set(ours) == set(theirs)
        for operator, keys in theirs.items():
            if operator not in ("aten::cat.out", "aten::max.dim_max"):  # it counts lists too
                assert sorted(keys) == list(ours[operator])


def test_what_is_no_program(tmp_path: Path, programs: Path) -> None:
    path = tmp_path / "model.pte"
    with pytest.raises(SpecError, match="cannot read"):
        kernel_keys_of(path)
    for content in (b"", b"abc", b"PK\x03\x04 a zip file"):
        path.write_bytes(content)
        with pytest.raises(SpecError, match="not a program of ExecuTorch"):
            kernel_keys_of(path)


def test_a_damaged_program(tmp_path: Path, programs: Path) -> None:
    """Wherever it is cut off, it is an error of ours or still readable."""
    whole = (programs / "mixed.pte").read_bytes()
    path = tmp_path / "model.pte"
    refused = 0
    for length in range(8, len(whole), 37):
        path.write_bytes(whole[:length])
        try:
            kernel_keys_of(path)
        except SpecError as error:
            assert "damaged" in str(error)
            refused += 1
    assert refused > 5
