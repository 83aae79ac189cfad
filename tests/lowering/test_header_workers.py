"""Headers of all operators from several processes: the order, bytes and errors of one process."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dispatchless.command_line import main
from dispatchless.device_headers import device_headers
from dispatchless.model import SpecError

_NAMES = ["add", "add_", "sub", "mul", "abs", "abs_", "fill_", "zeros", "neg", "exp"]
_WRONG = "- func: {0}(Tensor self, Nothing x) -> Tensor\n"


def _entry(name: str) -> str:
    self = "Tensor(a!) self" if name.endswith("_") else "Tensor self"
    result = "Tensor(a!)" if name.endswith("_") else "Tensor"
    return (
        f"- func: {name}({self}, Scalar x=1) -> {result}\n"
        f"  variants: function\n  dispatch:\n    CPU: {name}_cpu\n"
        + ("  autogen: fill, fill.out\n" if name == "fill_" else "")
    )


def _native(folder: Path, *wrong: str) -> Path:
    path = folder / "native_functions.yaml"
    names = random.Random(7).sample(_NAMES, len(_NAMES))
    path.write_text("".join(_entry(n) for n in names) + "".join(_WRONG.format(n) for n in wrong))
    return path


@pytest.mark.parametrize("jobs", [2, 3])
def test_any_number_of_processes_gives_the_same_files(jobs: int, tmp_path: Path) -> None:
    native = _native(tmp_path)
    one = list(device_headers(native_functions=native))
    assert [file.path for file in one[:3]] == [f"dispatchless/{n}.h" for n in ("abs", "add", "exp")]
    assert one[-1].path == "dispatchless/instantiate.h" and len(one) == 9
    assert list(device_headers(native_functions=native, jobs=jobs)) == one


def test_errors_of_all_processes_are_raised_together(tmp_path: Path) -> None:
    native = _native(tmp_path, "first", "second", "third", "fourth")
    with pytest.raises(SpecError) as one:
        list(device_headers(native_functions=native))
    with pytest.raises(SpecError) as several:
        list(device_headers(native_functions=native, jobs=2))
    assert str(several.value) == str(one.value)
    assert len(several.value.errors) == 4


def test_the_command_takes_a_number_of_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    native = _native(tmp_path)
    line = ["headers", "--all", "--native-functions", str(native), "--out", str(tmp_path / "out")]
    assert main([*line, "--jobs", "2"]) == 0
    made = {path.name for path in (tmp_path / "out").rglob("*.h")}
    assert {"add.h", "instantiate.h"} < made
    assert main([*line, "--jobs", "0"]) == 2
    assert "--jobs is a number of processes: 0" in capsys.readouterr().err
