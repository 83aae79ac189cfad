"""Headers of all operators from several processes: the order, bytes and errors of one process."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest

from dispatchless import header_workers
from dispatchless.command_line import main
from dispatchless.device_headers import device_headers, write_device_headers
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
    made = [tmp_path / f"made by {jobs}" / file.path for file in one]
    summary = write_device_headers(tmp_path / f"made by {jobs}", native_functions=native, jobs=jobs)
    assert sorted(summary.written) == sorted(made) and summary.unchanged == ()
    assert [path.read_text() for path in made] == [file.text for file in one]
    made[0].write_text("old")
    summary = write_device_headers(tmp_path / f"made by {jobs}", native_functions=native, jobs=jobs)
    assert summary.written == (made[0],) and len(summary.unchanged) == 8


def test_errors_of_all_processes_are_raised_together(tmp_path: Path) -> None:
    native = _native(tmp_path, "first", "second", "third", "fourth")
    with pytest.raises(SpecError) as one:
        list(device_headers(native_functions=native))
    with pytest.raises(SpecError) as several:
        write_device_headers(tmp_path / "out", native_functions=native, jobs=2)
    assert not (tmp_path / "out").exists()
    assert str(several.value) == str(one.value)
    assert len(several.value.errors) == 4


@pytest.mark.parametrize("name", ["abs", "add", "exp", "fill", "mul", "neg", "sub", "zeros"])
def test_what_a_process_cannot_write_is_told(name: str, tmp_path: Path) -> None:
    target = tmp_path / "out" / "dispatchless" / f"{name}.h"
    (target / "in the way").mkdir(parents=True)
    with pytest.raises(IsADirectoryError, match=f"{name}.h"):
        write_device_headers(tmp_path / "out", native_functions=_native(tmp_path), jobs=2)
    left = {path.name for path in target.parent.iterdir()}
    assert not [each for each in left if each.endswith(".tmp")]
    assert len(left) >= 4, "the other process has written its files"


def test_a_process_that_ends_early_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parent, read = os.getpid(), header_workers.operators_by_root

    def killed(*arguments: Any, **options: Any) -> object:
        if os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        return read(*arguments, **options)

    monkeypatch.setattr(header_workers, "operators_by_root", killed)
    with pytest.raises(RuntimeError, match="a process ended before"):
        write_device_headers(tmp_path / "out", native_functions=_native(tmp_path), jobs=3)
    assert not (tmp_path / "out").exists()


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
