"""The cache of precompiled headers: shared, atomic, and never needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from dispatchless.jit.pch import PchRequest, cache_directory, ensure_pch

BUILD = """
import sys
sys.path.insert(0, {here!r})
from pathlib import Path
from bare_runtime import BareRuntime
from dispatchless.jit.session import Session

class Runtime(BareRuntime):
    name = "test"
    uses_pch = True
    def headers(self): return ("marked.h",)
    def include_dirs(self): return (Path({include!r}),)

said = []
session = Session(Runtime(), progress=said.append)
print(len(said), session.pch, session.pch_reason)
Path({include!r}, "marked.h").write_text("#error read again") if {remove} else None
print(session.define("int f() {{ return marked() + 1; }}").call("f"))
"""


@pytest.fixture
def include(tmp_path: Path) -> Path:
    directory = tmp_path / "include"
    directory.mkdir()
    (directory / "marked.h").write_text("#pragma once\ninline int marked() { return 41; }\n")
    return directory


def start(include: Path, cache: Path, *, remove: bool = False) -> subprocess.Popen[str]:
    code = BUILD.format(here=str(Path(__file__).parent), include=str(include), remove=remove)
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", code],
        env={**os.environ, "DISPATCHLESS_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out.splitlines()


def test_concurrent_processes_build_once_and_later_ones_read_it(
    include: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    both = [finish(p) for p in [start(include, cache), start(include, cache)]]
    assert sorted(lines[0].split()[0] for lines in both) == ["0", "1"]
    assert [lines[1] for lines in both] == ["42", "42"]
    (directory,) = (cache / "pch").iterdir()
    names = sorted(path.name for path in directory.iterdir())
    assert names == ["headers.h", "headers.pch", "lock", "request.json"]

    said, answer = finish(start(include, cache, remove=True))
    assert said == f"0 {directory / 'headers.pch'} None"
    assert answer == "42"


def test_headers_are_parsed_when_the_file_cannot_be_built(include: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the directory should be")
    said, answer = finish(start(include, tmp_path / "cache"))
    assert said.startswith("0 None no precompiled header: ")
    assert answer == "42"


def request(include: Path, *headers: str) -> PchRequest:
    return PchRequest("test", headers, (include,), {"runtime": "1"})


def test_a_failure_is_kept_with_the_compilers_words(
    include: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPATCHLESS_CACHE_DIR", str(tmp_path / "cache"))
    (include / "broken.h").write_text("int f( {\n")
    said: list[str] = []
    for _ in range(2):
        result = ensure_pch(request(include, "broken.h"), progress=said.append)
        assert result.path is None
        assert result.reason is not None
        assert result.reason.startswith("no precompiled header: building it failed, see ")
    assert len(said) == 1
    assert "broken.h:1:" in Path(result.reason.rpartition("see ")[2]).read_text()


def test_the_key_covers_what_the_file_depends_on(include: Path) -> None:
    base = request(include, "a.h", "b.h")
    others = [
        request(include, "b.h", "a.h"),
        request(include, "a.h"),
        attrs.evolve(base, versions={"runtime": "2"}),
        attrs.evolve(base, include_dirs=()),
        attrs.evolve(base, name="other"),
    ]
    assert base.key == request(include, "a.h", "b.h").key
    assert len({base.key, *(other.key for other in others)}) == 6


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DISPATCHLESS_CACHE_DIR", str(tmp_path / "own"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_directory() == tmp_path / "own"
    monkeypatch.delenv("DISPATCHLESS_CACHE_DIR")
    assert cache_directory() == tmp_path / "xdg" / "dispatchless"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_directory() == Path.home() / ".cache" / "dispatchless"
