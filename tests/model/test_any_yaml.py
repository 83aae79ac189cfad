"""No text makes a loader fail with anything but a SpecError that points into it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dispatchless.model import (
    OperatorTable,
    SpecError,
    load_backend,
    load_native_functions,
    load_spec,
)

SPECIFICATION = """\
- func: sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
  composite: my::sub (add.Tensor, neg)
  header: good.h
  tags: [core]
- func: >
    f(Tensor(a!) self,
    str s="x, y") -> ()
  composite: 'f (abs)'
  header: good.h
"""

NATIVE = """\
- func: f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
  structured: True
  precomputed:
  - self -> int n, int m
  dispatch:
    CPU, CUDA: f_out
- func: f(Tensor self) -> Tensor
  structured_delegate: f.out
  tags: [core, pointwise]
- func: g(SymInt[2] size=0) -> Tensor
  dispatch:
    CompositeExplicitAutograd: g_symint
  autogen: g.out
  cpp_no_default_args: [size]
"""

BACKEND = """\
backend: XLA
cpp_namespace: fjord
supported:
- ceil
- add.Tensor
symint: [ceil]
autograd:
- max_pool2d
"""

PIECES = [
    *("\n", "\n  ", "\n- ", " ", ":", ": ", "- ", "'", '"', "[", "]", "{", "}", "&a ", "*a", "|"),
    *(">", "#", " #", "!", "!!x ", "%", "@", "\t", "\0", "\x85", "\u2028", "\ufeff", "\u00e9"),
    *(",", "(", ")", "?", "->", "::", ".", "<<: ", "null", "~", "True", "func: ", "---\n", "...\n"),
    *("\\", "\\x4", "0", "`", "\U0001f600", "\r"),
]


@st.composite
def edits(draw: st.DrawFn, text: str) -> str:
    """The text after a few insertions, deletions and swaps."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 12))
        piece = draw(st.sampled_from(PIECES) | st.just(""))
        text = text[:at] + piece + text[at + length :]
    return text


def check(load: Callable[[], object], path: Path) -> None:
    try:
        load()
    except SpecError as error:
        assert error.errors
        text = path.read_bytes().decode("utf-8-sig")
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for single in error.errors:
            assert str(single)
            if single.location is not None and single.location.file == str(path):
                assert 1 <= single.location.line <= len(lines)
                assert 1 <= single.location.column <= len(lines[single.location.line - 1]) + 1


many = settings(
    max_examples=300,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@many
@given(text=edits(SPECIFICATION))
def test_specifications(text: str, tmp_path: Path, native: OperatorTable) -> None:
    (tmp_path / "good.h").touch()
    path = tmp_path / "spec.yaml"
    path.write_text(text, newline="")
    check(lambda: load_spec(path, native=native), path)


@many
@given(text=edits(NATIVE))
def test_native_functions(text: str, tmp_path: Path) -> None:
    path = tmp_path / "native.yaml"
    path.write_text(text, newline="")

    def load() -> None:
        table = load_native_functions(path)
        table.find("f")
        table.find("g.out")
        table.names()
        table.all()

    check(load, path)


@many
@given(text=edits(BACKEND))
def test_backends(text: str, tmp_path: Path, native: OperatorTable) -> None:
    path = tmp_path / "backend.yaml"
    path.write_text(text, newline="")
    check(lambda: load_backend(path, native=native), path)


@pytest.mark.parametrize("text", [SPECIFICATION, BACKEND])
def test_the_unedited_texts_are_right(text: str, tmp_path: Path, native: OperatorTable) -> None:
    (tmp_path / "good.h").touch()
    path = tmp_path / "file.yaml"
    path.write_text(text)
    assert (load_spec if text is SPECIFICATION else load_backend)(path, native=native)


def test_the_unedited_native_text_is_right(tmp_path: Path) -> None:
    path = tmp_path / "native.yaml"
    path.write_text(NATIVE)
    assert len(load_native_functions(path).all()) == 4
