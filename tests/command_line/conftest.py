"""A small specification in a folder of its own, and the command run in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from dispatchless.command_line import main

SUB = """\
- func: sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
  composite: sub (add.Tensor)
  header: sub.h
"""

TWICE = """\
- func: twice(Tensor self) -> Tensor
  composite: twice (add.Tensor)
  header: sub.h
"""

HEADER = """\
#pragma once

#include <ATen/core/Tensor.h>

template <class OPS>
at::Tensor sub(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add(self, other, -alpha);
}

template <class OPS>
at::Tensor twice(const at::Tensor& self) {
  return OPS::add(self, self);
}
"""


@attrs.frozen
class Ran:
    """What one run of the command gave."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """`run("generate", path, ...)`: the command in this process."""

    def call(*arguments: object) -> Ran:
        capfd.readouterr()
        status = main([str(argument) for argument in arguments])
        captured = capfd.readouterr()
        return Ran(status, captured.out, captured.err)

    return call


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A good specification of one operator, beside its header."""
    folder = tmp_path / "spec"
    folder.mkdir()
    (folder / "sub.h").write_text(HEADER)
    path = folder / "ops.yaml"
    path.write_text(SUB)
    return path


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An output folder that is not there yet."""
    return tmp_path / "out"


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file below a folder: its bytes and its time of change."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records of runs stay out of the user's cache."""
    monkeypatch.setenv("DISPATCHLESS_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
