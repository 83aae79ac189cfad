"""The ExecuTorch commands: options, file names, exit statuses."""

from __future__ import annotations

import argparse
import inspect
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from dispatchless import command_line
from dispatchless.commands.executorch_gen import EXECUTORCH_GEN

ADD = "- op: add.out\n  kernels: [{arg_meta: null, kernel_name: my::add_out}]\n"
SQUASH = """\
- func: acme::squash.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)
  kernels:
    - arg_meta: null
      kernel_name: acme::squash_out
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "functions.yaml").write_text(ADD)
    (tmp_path / "custom_ops.yaml").write_text(SQUASH)
    return tmp_path


def call(*arguments: str | Path) -> int:
    return command_line.main([str(argument) for argument in arguments])


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def official_options() -> set[str]:
    """Every spelling of every option of executorch.codegen.gen."""
    gen = pytest.importorskip("executorch.codegen.gen")
    calls = re.findall(r"add_argument\((.*?)\n    \)", inspect.getsource(gen.main), re.S)
    return {option for text in calls for option in re.findall(r'^\s+"(--?[\w-]+)",', text, re.M)}


def test_every_option_of_the_official_generator_is_known() -> None:
    parser = argparse.ArgumentParser()
    EXECUTORCH_GEN.add_arguments(parser)
    options = official_options()
    assert len(options) >= 25
    assert options - set(parser._option_string_actions) == set()


@pytest.mark.parametrize("dash", ["-", "_"])
def test_the_call_of_an_existing_build(folder: Path, aten_directory: Path, dash: str) -> None:
    """As ExecuTorch's own CMake function calls its generator."""
    (folder / "selected.yaml").write_text("include_all_operators: true\n")
    status = call(
        "executorch-gen",
        f"--source-path={folder}",
        f"--install{dash}dir={folder / 'out'}",
        f"--tags-path={aten_directory / 'tags.yaml'}",
        f"--aten{dash}yaml{dash}path={aten_directory / 'native_functions.yaml'}",
        f"--op{dash}selection{dash}yaml{dash}path={folder / 'selected.yaml'}",
        f"--functions{dash}yaml{dash}path={folder / 'functions.yaml'}",
        f"--custom{dash}ops{dash}yaml{dash}path={folder / 'custom_ops.yaml'}",
        f"--add{dash}exception{dash}boundary",
        f"--manual{dash}registration",
    )
    assert status == 0
    assert files(folder / "out") == [
        "CustomOpsNativeFunctions.h",
        "Functions.h",
        "NativeFunctions.h",
        "RegisterCPUCustomOps.cpp",
        "RegisterCPUStub.cpp",
        "RegisterKernels.h",
        "RegisterKernelsEverything.cpp",
        "RegisterKernels_0.cpp",
        "RegisterSchema.cpp",
    ]
    out = folder / "out"
    assert (out / "RegisterKernels_0.cpp").read_bytes() == (
        out / "RegisterKernelsEverything.cpp"
    ).read_bytes()


def test_static_registration_has_the_other_names(folder: Path) -> None:
    assert call("executorch-gen", "--functions-yaml-path", "functions.yaml", "-d", "out") == 0
    assert files(folder / "out") == [
        "Functions.h",
        "NativeFunctions.h",
        "RegisterCodegenUnboxedKernelsEverything.cpp",
        "RegisterCodegenUnboxedKernels_0.cpp",
        "RegisterKernels.h",
    ]
    # Two such libraries link together: nothing with one name is declared or defined.
    assert "get_all_kernels" not in "".join(path.read_text() for path in (folder / "out").iterdir())


@pytest.mark.parametrize(
    ("what", "names"),
    [
        (["headers"], ["Functions.h", "NativeFunctions.h", "register_tiny_kernels.h"]),
        (["sources"], ["register_tiny_kernels.cpp"]),
    ],
)
def test_generate_chooses(folder: Path, what: list[str], names: list[str]) -> None:
    arguments = ["--functions-yaml-path", "functions.yaml", "-d", "out", "--generate", *what]
    assert call("executorch-gen", *arguments, "--manual-registration", "--lib-name", "tiny") == 0
    assert files(folder / "out") == names


def test_the_list_of_outputs_is_a_cmake_variable(folder: Path) -> None:
    for dry in ((), ("--dry-run",)):
        target = folder / f"outputs{len(dry)}.cmake"
        arguments = ("--functions-yaml-path", "functions.yaml", "-d", folder / "out", "-o", target)
        assert call("executorch-gen", *arguments, *dry) == 0
        lines = target.read_text().splitlines()
        assert lines[:2] == ["set(", target.stem]
        assert lines[-1] == ")"
        assert f'    "{(folder / "out" / "Functions.h").as_posix()}"' in lines


def test_the_public_header_alone(folder: Path) -> None:
    arguments = ("--functions-yaml-path", "functions.yaml", "-d", "out", "--lib-name", "tiny")
    status = call(
        "executorch-gen", *arguments, "--manual-registration", "--header-dir", "include/tiny"
    )
    assert status == 0
    assert files(folder / "include" / "tiny") == ["register_tiny_kernels.h"]
    assert "register_tiny_kernels.h" not in files(folder / "out")


def test_check_and_dry_run_write_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("executorch-gen", "--functions-yaml-path", "functions.yaml", "-d", "out")
    assert call(*arguments, "--check") == 1
    assert call(*arguments, "--dry-run") == 0
    assert "out/NativeFunctions.h" in capsys.readouterr().out
    assert not (folder / "out").exists()
    assert call(*arguments) == 0
    assert call(*arguments, "--check") == 0
    (folder / "out" / "Functions.h").write_text("changed\n")
    assert call(*arguments, "--check") == 1


def test_a_second_run_touches_nothing(folder: Path) -> None:
    arguments = ("executorch-gen", "--functions-yaml-path", "functions.yaml", "-d", "out")
    assert call(*arguments) == 0
    before = {path: path.stat().st_mtime_ns for path in (folder / "out").iterdir()}
    assert call(*arguments) == 0
    assert {path: path.stat().st_mtime_ns for path in (folder / "out").iterdir()} == before


def test_a_changed_input_or_a_lost_output_is_noticed(folder: Path) -> None:
    arguments = ("executorch-gen", "--functions-yaml-path", "functions.yaml", "-d", "out")
    assert call(*arguments) == 0
    header = folder / "out" / "NativeFunctions.h"
    before = header.read_text()
    (folder / "functions.yaml").write_text(ADD.replace("my::", "your::"))
    assert call(*arguments) == 0
    assert header.read_text() == before.replace("namespace my::", "namespace your::")
    header.unlink()
    assert call(*arguments) == 0
    assert header.exists()
    header.write_text("spoiled\n")
    assert call(*arguments) == 0
    assert "add_out" in header.read_text()


def test_a_depfile_names_inputs_and_outputs(folder: Path, aten_directory: Path) -> None:
    arguments = ("--functions-yaml-path", "functions.yaml", "-d", "out", "--depfile", "gen.d")
    assert call("executorch-gen", *arguments) == 0
    text = (folder / "gen.d").read_text()
    for needed in ("out/NativeFunctions.h", "functions.yaml", "native_functions.yaml"):
        assert needed in text
    assert "lowering/executorch/registration.py" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--manual-registration",), "no kernels to generate for"),
        (("--functions-yaml-path", "gone.yaml"), "cannot read gone.yaml"),
        (("--functions-yaml-path", "functions.yaml", "--lib-name", "x"), "add --manual-regis"),
        (
            ("--functions-yaml-path", "functions.yaml", "--op-registration-whitelist", "aten::ad"),
            "the library has no operator 'aten::ad'",
        ),
        (
            ("--functions-yaml-path", "functions.yaml", "--manual-registration", "--kernel-table"),
            "--kernel-table",
        ),
        (
            ("--custom-ops-yaml-path", "custom_ops.yaml", "--max-kernels", "0"),
            "0 is no number of kernels",
        ),
        (("--functions-yaml-path", "functions.yaml", "--num-shards", "0"), "--num-shards"),
        (("--functions-yaml-path", "functions.yaml", "-d", "functions.yaml"), "is a file"),
    ],
)
def test_bad_input(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    given = arguments if "-d" in arguments else (*arguments, "-d", "out")
    assert call("executorch-gen", *given) == 2
    assert message in capsys.readouterr().err
    assert not (folder / "out").exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "is empty"),
        ("all", "is taken"),
        ("ALL", "is taken"),
        ("my-lib", "is not an identifier"),
        ("1st", "is not an identifier"),
        ("für", "is not an identifier"),
        ("int", "is a keyword"),
        ("_x", "reserved identifier"),
        ("x_", "reserved identifier"),
        ("a__b", "reserved identifier"),
        ("other", "another library of this build is called 'other'"),
        ("Other", "another library of this build is called 'other'"),
    ],
)
def test_names_that_a_library_cannot_have(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, message: str
) -> None:
    status = call(
        "executorch-gen",
        *("--functions-yaml-path", "functions.yaml", "-d", "out", "--manual-registration"),
        *(f"--lib-name={name}", "--other-lib-names", "other"),
    )
    assert status == 2
    assert message in capsys.readouterr().err
    assert not (folder / "out").exists()


def test_more_kernels_than_the_limit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--functions-yaml-path", "functions.yaml", "-d", "out", "--manual-registration")
    more = ("--custom-ops-yaml-path", "custom_ops.yaml")
    assert call("executorch-gen", *arguments, *more, "--max-kernels", "1") == 2
    assert "the library has 2 kernels, and the limit is 1" in capsys.readouterr().err
    assert call("executorch-gen", *arguments, *more, "--max-kernels", "2") == 0


def test_the_output_does_not_depend_on_the_run(folder: Path) -> None:
    import subprocess
    import sys

    texts = set()
    for seed in ("0", "1", "2"):
        out = folder / seed
        arguments = ("--functions-yaml-path", "functions.yaml", "-d", str(out))
        subprocess.run(
            [
                sys.executable,
                "-m",
                "dispatchless",
                "executorch-gen",
                *arguments,
                "--manual-registration",
            ],
            check=True,
            env={"PYTHONHASHSEED": seed, "DISPATCHLESS_CACHE_DIR": str(folder / f"cache{seed}")},
        )
        texts.add(tuple(path.read_text() for path in sorted(out.iterdir())))
    assert len(texts) == 1


def test_generate_for_executorch(folder: Path) -> None:
    """`generate --target executorch` writes what `executorch-gen` writes."""
    named = ["--manual-registration", "--lib-name", "acme"]
    assert call("generate", "functions.yaml", "--target", "executorch", "--out", "a", *named) == 0
    assert call("executorch-gen", "--functions-yaml-path", "functions.yaml", "-d", "b", *named) == 0
    texts = [{p.name: p.read_text() for p in (folder / out).iterdir()} for out in ("a", "b")]
    assert "register_acme_kernels.h" in texts[0]
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["functions.yaml", "functions.yaml"], "takes one yaml of kernels"),
        (["."], "takes one yaml of kernels"),
        (["functions.yaml", "--keys", "CPU"], "--keys means nothing for --target executorch"),
        (["functions.yaml", "--namespace", "x"], "--namespace means nothing"),
        (["functions.yaml", "--lib-name", "x"], "add --manual-registration"),
    ],
)
def test_generate_for_executorch_refuses(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert call("generate", *arguments, "--target", "executorch", "--out", "a") == 2
    assert message in capsys.readouterr().err
    assert not (folder / "a").exists()


def test_composites_are_not_verified_there(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("verify", "functions.yaml", "--runtime", "executorch") == 2
    told = capsys.readouterr().err
    assert "ExecuTorch has no dispatcher" in told
    assert "dispatchless.jit.executorch_library" in told


def selected(path: Path) -> dict[str, Any]:
    """A selection without the notes on where it comes from (the official tool notes `None`)."""
    content: dict[str, Any] = yaml.safe_load(path.read_text())
    for operator in content["operators"].values():
        operator.pop("debug_info", None)
    return content


class TestTools:
    def test_oplist_of_names(self, folder: Path) -> None:
        gen_oplist = pytest.importorskip("executorch.codegen.tools.gen_oplist")
        for names in ("aten::add.out,aten::mul.out", "aten::add.out acme::squash.out"):
            assert call("executorch-oplist", "--root_ops", names, "--output_path", "ours") == 0
            gen_oplist.gen_oplist(folder / "theirs", root_ops=names)
            assert selected(folder / "ours") == selected(folder / "theirs")

    def test_oplist_of_everything(self, folder: Path) -> None:
        gen_oplist = pytest.importorskip("executorch.codegen.tools.gen_oplist")
        assert call("executorch-oplist", "--include-all-operators", "--output-path", "ours") == 0
        gen_oplist.gen_oplist(folder / "theirs", include_all_operators=True)
        assert (folder / "ours").read_text() == (folder / "theirs").read_text()

    def test_oplist_of_a_yaml(self, folder: Path, kernels_directory: Path) -> None:
        gen_oplist = pytest.importorskip("executorch.codegen.tools.gen_oplist")
        path = kernels_directory / "quantized" / "quantized.yaml"
        assert call("executorch-oplist", "--ops-schema-yaml-path", path, "--output-path", ".") == 0
        gen_oplist.gen_oplist(folder / "theirs", ops_schema_yaml_path=str(path))
        assert selected(folder / "selected_operators.yaml") == selected(folder / "theirs")

    def test_oplist_of_dtypes(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        arguments = ("executorch-oplist", "--output-path", "ours", "--ops-dict")
        assert call(*arguments, '{"a::b": ["Half", "v1/6;0,1"], "a::c": []}') == 0
        text = (folder / "ours").read_text()
        assert "- v1/5;\n" in text and "- v1/6;0,1\n" in text and "- default\n" in text
        assert call(*arguments, '{"a::b": ["Haf"]}') == 2
        assert "unknown dtype 'Haf'" in capsys.readouterr().err
        assert call(*arguments, "[") == 2

    def test_merge(self, folder: Path) -> None:
        (folder / "fallback.yaml").write_text(ADD.replace("my::", "your::") + SQUASH)
        status = call(
            *("executorch-merge", "--functions_yaml_path", "functions.yaml"),
            *("--fallback_yaml_path", "fallback.yaml", "--output_dir", "merged"),
        )
        assert status == 0
        text = (folder / "merged" / "merged.yaml").read_text()
        assert "my::add_out" in text and "your::" not in text and "acme::squash.out" in text

    def test_dtypes(self, folder: Path) -> None:
        (folder / "selected.yaml").write_text("et_kernel_metadata: {'aten::add.out': ['v1/6;0']}\n")
        assert call("executorch-dtypes", "--yaml-file=selected.yaml", "--output-dir=out") == 0
        assert "ScalarType::Float" in (folder / "out" / "selected_op_variants.h").read_text()

    def test_prim_ops(self, folder: Path) -> None:
        arguments = ("executorch-prim-ops", "--prim-op-names", "aten::sym_size.int")
        assert call(*arguments, "--output-dir", "out") == 0
        text = (folder / "out" / "selected_prim_ops.h").read_text()
        assert "#define INCLUDE_ATEN_SYM_SIZE_INT\n" in text

    def test_one_function_for_libraries(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert call("executorch-register", "one", "two", "-d", "out") == 0
        assert files(folder / "out") == ["register_kernels.cpp", "register_kernels.h"]
        assert call("executorch-register", "one", "ONE", "all", "-d", "other") == 2
        told = capsys.readouterr().err
        assert "another library of this build is called 'one'" in told and "is taken" in told

    def test_backends(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        yaml = folder / "backends.yaml"
        yaml.write_text("- {backend: MyNPUBackend, class: 'npu::Backend', header: npu.h}\n")
        assert call("executorch-backends", yaml, "-d", "out") == 0
        assert files(folder / "out") == [
            "register_my_npu_backend.cpp",
            "register_my_npu_backend.h",
        ]
        yaml.write_text("- {backend: A, class: 'n::for', header: npu.h}\n- {class: B}\n")
        assert call("executorch-backends", yaml, "-d", "out") == 2
        told = capsys.readouterr().err
        assert "'for' is a keyword of C++" in told and "the entry has no 'backend'" in told
