"""Bad input: exit status 2, each error at its place, all of them at once, and nothing written."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import SUB, Run, contents

MALFORMED: list[Any] = runpy.run_path(
    str(Path(__file__).parents[1] / "model" / "malformed_specs.py")
)["TEXTS"]

# One of each kind goes through a process of its own.
SAMPLE = [case for case in MALFORMED if case.id in {"empty file", "tab for indentation"}]
SAMPLE += MALFORMED[5::15]

PLACE = re.compile(r"^(.+):(\d+):(\d+): error: (.+)$", re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What the malformed specifications find beside them."""
    (tmp_path / "good.h").write_text("#pragma once\n")
    (tmp_path / "folder").mkdir()
    return tmp_path


def check_report(case: Any, path: Path, status: int, out: str, err: str) -> None:
    assert status == 2, err
    assert out == ""
    assert "Traceback" not in err
    places = {(file, int(line), int(column)) for file, line, column, _ in PLACE.findall(err)}
    assert (str(path), case.line, case.column) in places, err
    assert case.message in err
    assert re.search(r"^  hint: .*" + re.escape(case.hint or ""), err, re.MULTILINE), err


@pytest.mark.parametrize("case", MALFORMED, ids=lambda case: case.id)
def test_malformed(folder: Path, run: Run, case: Any) -> None:
    path = folder / "spec.yaml"
    path.write_text(case.text)
    before = contents(folder)
    out = folder / "out"
    ran = run("generate", path, "--out", out, "--depfile", folder / "d", "--stamp", folder / "s")
    check_report(case, path, ran.status, ran.out, ran.err)
    assert not out.exists()
    assert contents(folder) == before


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.id)
def test_malformed_in_a_process(folder: Path, case: Any) -> None:
    path = folder / "spec.yaml"
    path.write_text(case.text)
    command = [sys.executable, "-m", "dispatchless", "generate", str(path), "--out", "out"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    check_report(case, path, done.returncode, done.stdout, done.stderr)
    assert not (folder / "out").exists()


def test_enough_malformed() -> None:
    assert len(MALFORMED) >= 60
    assert len(SAMPLE) >= 5


@pytest.mark.parametrize("command", ["generate", "explain"])
def test_offending_text_and_mark(spec: Path, out: Path, run: Run, command: str) -> None:
    spec.write_text(SUB.replace("add.Tensor", "ad.Tensor"))
    options = ["--out", out] if command == "generate" else []
    ran = run(command, spec, *options)
    assert ran.status == 2
    assert ran.err.splitlines()[:3] == [
        f"{spec}:2:19: error: unknown operator 'ad.Tensor'",
        "    sub (ad.Tensor)",
        "         ^^^^^^^^^",
    ]
    assert re.match(r"  hint: did you mean .*'add.Tensor'", ran.err.splitlines()[3])


def test_all_errors_of_a_run(spec: Path, out: Path, run: Run) -> None:
    """Of options and of several files, with the good file among them not written either."""
    other = spec.with_name("other.yaml")
    other.write_text(SUB.replace("sub.Tensor", "minus").replace("add", "ad") + "- nonsense\n")
    third = spec.with_name("third.yaml")
    third.write_text("func: f() -> ()\n")
    ran = run(
        "generate", spec, other, third, "--out", out, "--namespace", "at", "--keys", "CPU,Cuda"
    )
    assert ran.status == 2
    assert f"{other}:2:19: error: unknown operator 'ad.Tensor'" in ran.err
    assert f"{other}:4:3: error: an entry is a mapping" in ran.err
    assert f"{third}:1:1: error: a specification is a list" in ran.err
    assert "dispatchless: error: --namespace: 'at' cannot be" in ran.err
    assert "dispatchless: error: --keys: 'Cuda' is not a backend's dispatch key" in ran.err
    assert "  hint: did you mean 'CUDA'?" in ran.err
    assert ran.err.endswith("dispatchless: 5 errors, nothing was written\n")
    assert not out.exists()


def test_what_lowering_refuses(spec: Path, out: Path, run: Run) -> None:
    """Errors that only show when C++ is made: each operator tells its own."""
    (spec.parent / "sub.h").write_text("")
    own = "- func: mine::neg(Tensor self) -> Tensor\n  composite: own (abs)\n  header: sub.h\n"
    both = "- func: {}(Tensor a) -> Tensor\n  composite: {} (neg, mine::neg)\n  header: sub.h\n"
    spec.write_text(own + both.format("f", "f") + both.format("g", "g"))
    ran = run("generate", spec, "--out", out)
    assert ran.status == 2
    assert f"{spec}:5:22: error: neg and mine::neg are the same C++ function" in ran.err
    assert f"{spec}:8:22: error: neg and mine::neg are the same C++ function" in ran.err
    assert ran.err.endswith("dispatchless: 2 errors, nothing was written\n")
    assert not out.exists()


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--namespace", "std", "--namespace: 'std' cannot be a library's namespace"),
        ("--namespace", "a::b", "--namespace: 'a::b'"),
        ("--namespace", "class", "--namespace: 'class'"),
        ("--namespace", "", "--namespace: ''"),
        ("--namespace", "x;int main", "--namespace: 'x;int main'"),
        ("--lib-name", "../evil", "--lib-name: '../evil'"),
        ("--lib-name", "", "--lib-name: ''"),
        ("--lib-name", "a b", "hint: a name is one C++ name"),
        ("--keys", "CPU,CPU", "--keys: CPU is named twice"),
        ("--keys", "", "--keys: no backend is named"),
        ("--keys", ",", "--keys: no backend is named"),
        ("--keys", "cpu", "--keys: 'cpu' is not a backend's dispatch key"),
        ("--keys", "AutogradCPU", "--keys: 'AutogradCPU' is not a backend's dispatch key"),
        ("--keys", "CompositeImplicitAutograd", "is not a backend's dispatch key"),
        ("--native-functions", "missing.yaml", "missing.yaml"),
        ("--native-functions", ".", "."),
        ("--target", "tensorflow", "--target"),
        ("--colour", "red", "--colour"),
    ],
)
def test_bad_option(spec: Path, out: Path, run: Run, option: str, value: str, message: str) -> None:
    ran = run("generate", spec, "--out", out, option, value)
    assert ran.status == 2
    assert ran.out == ""
    assert message in ran.err
    assert "error: " in ran.err
    assert "Traceback" not in ran.err
    assert not out.exists()


@pytest.mark.parametrize("command", ["generate", "headers"])
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("", "error: --out '': names no folder"),
        ("afile", "error: --out afile: is a file, not a folder"),
        ("afile/sub", "error: --out afile/sub: 'afile' is a file, not a folder"),
        ("/proc/x", "error: --out /proc/x: cannot write: "),
    ],
)
def test_bad_output_folder(
    spec: Path, run: Run, monkeypatch: pytest.MonkeyPatch, command: str, given: str, message: str
) -> None:
    """The option is named, and why it cannot be; nothing is written."""
    monkeypatch.chdir(spec.parent)
    Path("afile").write_text("")
    before = contents(spec.parent)
    ran = run(command, spec if command == "generate" else "neg", "--out", given)
    assert ran.status == 2
    assert message in ran.err
    assert re.search("^  hint: ", ran.err, re.MULTILINE)
    assert contents(spec.parent) == before


def test_unwritable_depfile(spec: Path, out: Path, run: Run) -> None:
    ran = run("generate", spec, "--out", out, "--depfile", "/proc/none/x.d")
    assert ran.status == 2
    assert "error: --depfile /proc/none/x.d: cannot be written: " in ran.err
    assert not out.exists()


def test_one_file_in_two_spellings(spec: Path, out: Path, run: Run) -> None:
    other = spec.with_name("other.yaml")
    other.symlink_to(spec)
    around = spec.parent / ".." / spec.parent.name / spec.name
    ran = run("generate", spec, other, around, "--out", out)
    assert ran.status == 2
    for each in (other, around):
        assert f"{each}:1:1: error: this is the same file as {spec}" in ran.err
    assert "  hint: give it once" in ran.err
    assert not out.exists()
    assert run("generate", spec, spec, "--out", out).status == 0


def test_files_that_differ_only_in_case(spec: Path, out: Path, run: Run) -> None:
    spec.write_text(SUB + SUB.replace("sub.Tensor", "Sub.Tensor"))
    ran = run("generate", spec, "--out", out)
    assert ran.status == 2
    assert f"{spec}:4:9: error: Sub.Tensor and sub.Tensor would be generated into files" in ran.err
    assert "names differ only in case" in ran.err
    assert "  hint: " in ran.err
    assert not out.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("generate",),
        ("generate", "x.yaml"),
        ("generate", "missing.yaml", "--out", "out"),
        ("explain",),
        ("explain", "missing.yaml"),
        ("explain", "--json"),
        ("verify",),
        ("verify", "missing.yaml", "--runtime", "reference"),
        ("frobnicate",),
        ("--unknown",),
        ("generate", "--check", "--dry-run", "x.yaml", "--out", "out"),
        ("generate", "--static-registration", "--manual-registration", "x.yaml", "--out", "out"),
    ],
)
def test_wrong_usage(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert "error: " in ran.err or ran.err.startswith("usage: dispatchless")
    assert list(tmp_path.iterdir()) == []


def test_usage_errors_say_where_help_is(run: Run) -> None:
    assert "(see dispatchless generate --help)" in run("generate").err
    assert "(see dispatchless --help)" in run("frobnicate").err


def test_folder_without_specifications(run: Run, tmp_path: Path, out: Path) -> None:
    ran = run("generate", tmp_path, "--out", out)
    assert ran.status == 2
    assert f"error: the folder {tmp_path} holds no specification" in ran.err
    assert not out.exists()


def test_specification_that_is_no_text(spec: Path, out: Path, run: Run) -> None:
    spec.write_bytes(b"- func: \xff\xfe\n")
    ran = run("generate", spec, "--out", out)
    assert ran.status == 2
    assert f"{spec}:1:" in ran.err
    assert "Traceback" not in ran.err


def test_broken_native_functions(spec: Path, out: Path, run: Run) -> None:
    """An error in the entry of an inner operator is told at its place in that file."""
    native = spec.with_name("native_functions.yaml")
    native.write_text(
        "- func: neg(Tensor self) -> Tensor\n"
        "- func: add.Tensor(Tensor self, Tensr other, *, Scalar alpha=1) -> Tensor\n"
    )
    ran = run("generate", spec, "--out", out, "--native-functions", native)
    assert ran.status == 2
    assert f"{native}:2:33: error: unknown type 'Tensr'" in ran.err


def test_explain_of_an_unknown_operator(spec: Path, run: Run) -> None:
    ran = run("explain", spec, "--op", "sab.Tensor")
    assert ran.status == 2
    assert "--op sab.Tensor: no such operator here; there are sub.Tensor" in ran.err


def test_text_that_a_terminal_cannot_show(spec: Path, out: Path) -> None:
    spec.write_text(SUB.replace("add.Tensor", "äöü"))
    command = [sys.executable, "-m", "dispatchless", "generate", str(spec), "--out", str(out)]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert ": error: " in done.stderr
