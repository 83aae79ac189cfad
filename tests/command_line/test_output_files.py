"""Files that options name: none replaces an input or another output of the same run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import Run, contents

KERNELS = """\
- op: add.out
  kernels:
    - arg_meta: null
      kernel_name: mine::add_out
"""


def refused(run: Run, folder: Path, *arguments: object) -> str:
    """The error of a run that must be refused and write nothing."""
    before = contents(folder)
    ran = run(*arguments)
    assert ran.status == 2, ran
    assert contents(folder) == before
    assert "hint: " in ran.err
    return ran.err


@pytest.mark.parametrize("option", ["--depfile", "--stamp"])
@pytest.mark.parametrize("name", ["ops.yaml", "sub.h", "../spec/ops.yaml", "link.yaml"])
def test_inputs_are_kept(
    spec: Path, out: Path, run: Run, tmp_path: Path, option: str, name: str
) -> None:
    (spec.parent / "link.yaml").symlink_to(spec)
    path = spec.parent / name
    error = refused(run, tmp_path, "generate", spec, "--out", out, option, path)
    assert f"error: {option} {path}: '" in error
    assert "is an input of this run" in error


def test_native_functions_are_kept(spec: Path, out: Path, run: Run, tmp_path: Path) -> None:
    native = tmp_path / "native.yaml"
    native.write_text(
        "- func: add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor\n"
    )
    options = ("--native-functions", native, "--keys", "CPU")
    for arguments in (
        ("generate", spec, "--out", out, *options, "--depfile", native),
        ("explain", spec, *options, "--json", native),
        ("verify", spec, *options[:2], "--json", native),
        ("bench", spec, *options[:2], "--json", native),
    ):
        assert f"'{native}' is an input" in refused(run, tmp_path, *arguments)


@pytest.mark.parametrize("name", ["sub_cpu.cpp", ".dispatchless-dispatchless"])
@pytest.mark.parametrize("option", ["--depfile", "--stamp"])
def test_generated_files_are_kept(
    spec: Path, out: Path, run: Run, tmp_path: Path, option: str, name: str
) -> None:
    error = refused(run, tmp_path, "generate", spec, "--out", out, option, out / name)
    assert f"{option} {out / name}: '{out / name}' is a file that is generated" in error


def test_a_header_in_the_output_folder(spec: Path, run: Run, tmp_path: Path) -> None:
    """A generated file of the same name would replace it."""
    folder = spec.parent
    (folder / "sub.h").rename(folder / "sub_ops_cpu.h")
    spec.write_text(spec.read_text().replace("sub.h", "sub_ops_cpu.h"))
    error = refused(run, tmp_path, "generate", spec, "--out", folder)
    assert f"--out {folder}: '{folder / 'sub_ops_cpu.h'}' is an input" in error


@pytest.mark.parametrize(
    ("depfile", "stamp", "message"),
    [
        ("x.d", "./x.d", "--stamp {folder}/./x.d: is the file of --depfile, too"),
        ("x", "x/s", "--stamp {folder}/x/s: is the file of --depfile, too"),
        ("x/d", "x", "--stamp {folder}/x: is a folder of the output"),
        ("x.d", "out", "--stamp {folder}/out: is a folder of the output"),
        ("out", "s", "--depfile {folder}/out: is a folder of the output"),
        ("out/sub_cpu.cpp/d", "s", "is a file that is generated"),
        ("afile/d", "s", "--depfile {folder}/afile/d: '{folder}/afile' is a file, not a folder"),
        ("d", "afile/s", "--stamp {folder}/afile/s: '{folder}/afile' is a file, not a folder"),
        ("d", "spec", "--stamp {folder}/spec: is a folder, not a file"),
        ("d", "n" * 300, "cannot be written: File name too long"),
        ("pipe", "s", "--depfile {folder}/pipe: is a device or a pipe"),
    ],
)
def test_two_outputs_at_one_place(
    spec: Path, out: Path, run: Run, tmp_path: Path, depfile: str, stamp: str, message: str
) -> None:
    (tmp_path / "afile").write_text("mine")
    os.mkfifo(tmp_path / "pipe")
    options = ("--depfile", f"{tmp_path}/{depfile}", "--stamp", f"{tmp_path}/{stamp}")
    error = refused(run, tmp_path, "generate", spec, "--out", out, *options)
    assert message.format(folder=tmp_path) in error
    assert not out.exists()


@pytest.mark.parametrize("option", ["--depfile", "--stamp"])
def test_no_name(spec: Path, out: Path, run: Run, tmp_path: Path, option: str) -> None:
    error = refused(run, tmp_path, "generate", spec, "--out", out, option, "")
    assert f"{option} '': names no file" in error


@pytest.mark.parametrize("out_name", ["deep/out", "."])
def test_places_of_their_own(
    spec: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out_name: str
) -> None:
    """Beside the generated files, above them, and in folders that are made."""
    monkeypatch.chdir(tmp_path)
    for depfile, stamp in ((".depfile", ".stamp"), ("deep/x.d", "new/er/stamp")):
        options = ("--out", out_name, "--depfile", depfile, "--stamp", stamp)
        for _ in range(2):
            ran = run("generate", spec, *options)
            assert (ran.status, ran.err) == (0, "")
        assert Path(depfile).is_file()
        assert Path(stamp).is_file()


@pytest.mark.parametrize("command", ["explain", "verify", "bench"])
@pytest.mark.parametrize("name", ["ops.yaml", "sub.h"])
def test_reports(spec: Path, run: Run, tmp_path: Path, command: str, name: str) -> None:
    path = spec.parent / name
    assert f"'{path}' is an input" in refused(run, tmp_path, command, spec, "--json", path)
    assert f"'{path}' is an input" in refused(run, tmp_path, command, spec.parent, "--json", path)


def test_reports_of_bench(spec: Path, run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.svg"
    own.write_text("")
    for option in ("--hand-written", "--inputs", "--model", "--compare", "--kernels"):
        for report in ("--json", "--plot"):
            error = refused(run, tmp_path, "bench", spec, option, own, report, own)
            assert f"{report} {own}: '{own}' is an input of this run" in error
    both = refused(run, tmp_path, "bench", spec, "--json", "x.svg", "--plot", "x.svg")
    assert "--plot x.svg: is the file of --json, too" in both


def test_executorch(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.yaml").write_text(KERNELS)
    Path("aten.yaml").write_text(
        "- func: add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out)"
        " -> Tensor(a!)\n"
    )
    command = ["executorch-gen", "--functions-yaml-path", "k.yaml", "-d", "w"]
    command += ["--aten-yaml-path", "aten.yaml"]
    for option in ("--depfile", "--stamp", "--output-dependencies"):
        for path, message in (
            ("k.yaml", "'k.yaml' is an input"),
            ("aten.yaml", "'aten.yaml' is an input"),
            ("w", "is a folder of the output"),
            ("w/NativeFunctions.h", "is a file that is generated"),
        ):
            error = refused(run, tmp_path, *command, option, path)
            assert f"{option} {path}: " in error
            assert message in error
    target = ("generate", "k.yaml", "--target", "executorch", "--native-functions", "aten.yaml")
    assert "k.yaml" in refused(run, tmp_path, *target, "--out", "w", "--stamp", "k.yaml")
    assert run(*command, "--depfile", "w/d", "--stamp", "w/s", "-o", "w/o.cmake").status == 0


def test_a_name_as_long_as_can_be(spec: Path, out: Path, run: Run, tmp_path: Path) -> None:
    """A longer one is refused where it stands (tests/model), since files are named after it."""
    name = "x" * 200
    spec.write_text(spec.read_text().replace("sub.Tensor", name))
    options = ("--keys", "CPU,CUDA,Meta,QuantizedCUDA,SparseCsrCUDA")
    ran = run("generate", spec, "--out", out, *options)
    assert (ran.status, ran.err) == (0, "")
    assert (out / f"{name}_ops_generic.h").is_file()


def test_executorch_tools(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("merged.yaml").write_text(KERNELS)
    merge = ("executorch-merge", "--functions-yaml-path", "merged.yaml", "--output-dir", ".")
    assert "--output-dir .: 'merged.yaml' is an input" in refused(run, tmp_path, *merge)
    kernels = ("executorch-oplist", "--ops-schema-yaml-path", "merged.yaml")
    error = refused(run, tmp_path, *kernels, "--output-path", "merged.yaml")
    assert "--output-path merged.yaml: 'merged.yaml' is an input" in error
