"""Files on disk: all or nothing, only what changed, and no leftovers of removed operators."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import SUB, TWICE, Run, contents

NOTE = ".dispatchless-dispatchless"


def texts(folder: Path) -> dict[str, bytes]:
    return {name: text for name, (text, _) in contents(folder).items()}


def test_only_changed_files_are_written(spec: Path, out: Path, run: Run) -> None:
    spec.write_text(SUB + TWICE)
    run("generate", spec, "--out", out)
    before = contents(out)
    run("generate", spec, "--out", out)
    assert contents(out) == before
    (out / "sub_cpu.cpp").unlink()
    (out / "sub_meta.cpp").write_text("")
    run("generate", spec, "--out", out)
    after = contents(out)
    assert {n: text for n, (text, _) in after.items()} == {n: t for n, (t, _) in before.items()}
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"sub_cpu.cpp", "sub_meta.cpp"}


def test_one_changed_operator(spec: Path, out: Path, run: Run) -> None:
    """Files of the other operators keep their times."""
    spec.write_text(SUB + TWICE)
    run("generate", spec, "--out", out)
    before = contents(out)
    spec.write_text(SUB + TWICE.replace("(add.Tensor)", "(add.Tensor, mul.Tensor)"))
    (spec.parent / "sub.h").write_text("")  # its template is not looked at
    run("generate", spec, "--out", out)
    after = contents(out)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {f"twice_ops_{key}.h" for key in ("cpu", "cuda", "meta", "generic")}


@pytest.mark.parametrize("hash_seed", ["0", "1", "2", "3"])
def test_same_bytes_for_every_hash_seed(tmp_path: Path, run: Run, hash_seed: str) -> None:
    """Case N13; tags are a set, backends and operators come in several orders."""
    examples = Path(__file__).parents[2] / "examples"
    tagged = tmp_path / "tagged.yaml"
    (tmp_path / "sub.h").write_text("")
    tagged.write_text(SUB + "  tags: [pointwise, core, nondeterministic_seeded]\n" + TWICE)
    options = ("--namespace", "mylib", "--manual-registration")
    for number, path in enumerate((examples / "composites.yaml", tagged)):
        here, there = tmp_path / f"here{number}", tmp_path / f"there{number}"
        assert run("generate", path, "--out", here, *options).status == 0
        again = tmp_path / f"again{number}"
        assert run("generate", path, "--out", again, *options).status == 0
        command = [sys.executable, "-m", "dispatchless", "generate", str(path), "--out", str(there)]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        subprocess.run([*command, *options], env=environment, check=True)
        assert texts(here) == texts(again) == texts(there)


def test_unlisted_operators_change_nothing(spec: Path, out: Path, run: Run) -> None:
    """Whatever happens to an operator that no composite lists, no byte changes (case C1)."""
    native = spec.with_name("native_functions.yaml")
    listed = "- func: add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor\n"
    unlisted = (
        "",
        "- func: neg(Tensor self) -> Tensor\n",
        "- func: neg(Tensor self, int extra=0) -> Tensor\n  dispatch:\n    CPU: neg_cpu\n",
        "- func: sub.Tensor(Tensor self, Tensor other) -> Tensor\n",
    )
    seen = []
    for text in unlisted:
        native.write_text(text + listed + text.replace("neg(", "negative("))
        assert run("generate", spec, "--out", out, "--native-functions", native).status == 0
        seen.append(contents(out))
    assert all(each == seen[0] for each in seen)


NATIVE = """\
- func: add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
  structured_delegate: add.out
- func: add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)
  structured: True
  dispatch:
    CPU: add_out
- func: neg(Tensor self) -> Tensor
  structured_delegate: neg.out
- func: neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
  structured: True
  dispatch:
    CPU: neg_out
"""
USERS = """\
- func: direct(Tensor self, Tensor other) -> Tensor
  structured_wrapper: return add(self, other);
  calls: (add.Tensor)
  kernels: inheritance
  forms: [functional]
- func: minus(Tensor self) -> Tensor
  structured_wrapper: return neg(self);
  calls: (neg)
  kernels: inheritance
  forms: [functional]
- func: through(Tensor self) -> Tensor
  dispatchless: through
  header: through.h
"""
THROUGH = """\
#include "dispatchless/add.h"
#include "dispatchless/neg.h"
template <c10::DeviceType DEV>
at::Tensor through(const at::Tensor& self) {
  return dispatchless::add<DEV>(self, dispatchless::neg<DEV>(self));
}
"""


def test_a_changed_signature_rewrites_what_uses_it(spec: Path, out: Path, run: Run) -> None:
    """Of all files of all designs, those alone in which the operator's functions stand."""
    native = spec.with_name("native_functions.yaml")
    native.write_text(NATIVE)
    spec.write_text(SUB + USERS)
    spec.with_name("through.h").write_text(THROUGH)
    assert run("generate", spec, "--out", out, "--native-functions", native).status == 0
    before = contents(out)
    native.write_text(
        NATIVE.replace("neg(Tensor self)", "neg(Tensor self, int extra=0)").replace(
            "neg.out(Tensor self,", "neg.out(Tensor self, int extra=0,"
        )
    )
    assert run("generate", spec, "--out", out, "--native-functions", native).status == 0
    after = contents(out)
    backends = ("cpu", "cuda", "meta", "generic")
    own = {f"minus_{part}_{key}.h" for part in ("ops", "instance") for key in backends}
    kernels = {f"kernels/neg_{key}.h" for key in ("cpu", "meta")}
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == own | kernels | {"dispatchless/neg.h"}
    assert (len(changed), len(after)) == (11, len(before))
    assert not any(name.endswith(".cpp") for name in changed)


def test_run_with_nothing_to_do(
    spec: Path, out: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends at once where times and sizes are as they were, and never else."""
    # Whoever works on the generator has just changed it.
    monkeypatch.setattr("dispatchless.depfile.generator_modules", list)
    long_ago = time.time() - 60
    for path in (spec, spec.with_name("sub.h"), spec.parent):
        os.utime(path, (long_ago, long_ago))
    arguments = ("generate", spec.parent, "--out", out, "-v", "--stamp", tmp_path / "stamp")
    assert "wrote" in run(*arguments).err
    assert run(*arguments).err == "nothing to do\n"
    assert run(*arguments, "--keys", "CPU").err != "nothing to do\n"
    assert "wrote" in run(*arguments).err
    (out / "sub_cpu.cpp").unlink()
    assert f"wrote {out / 'sub_cpu.cpp'}\n" in run(*arguments).err
    spec.with_name("more.yaml").write_text(TWICE)
    assert f"wrote {out / 'twice_cpu.cpp'}\n" in run(*arguments).err
    spec.write_text(SUB.replace("add", "ad"))
    assert run(*arguments).status == 2
    assert run(*arguments).status == 2


def test_nothing_of_the_machine_is_in_the_text(spec: Path, out: Path, run: Run) -> None:
    run("generate", spec, "--out", out, "--manual-registration")
    for name, text in texts(out).items():
        assert str(spec.parent).encode() not in text, name


def test_leftovers_go_away(spec: Path, out: Path, run: Run) -> None:
    spec.write_text(SUB + TWICE)
    run("generate", spec, "--out", out, "--keys", "CPU")
    (out / "mine.cpp").write_text("// mine\n")
    spec.write_text(SUB)
    ran = run("generate", spec, "--out", out, "--keys", "CPU")
    assert ran.status == 0
    removed = ("twice_cpu.cpp", "twice_generic.cpp", "twice_ops_cpu.h", "twice_ops_generic.h")
    for name in removed:
        assert f"note: removed {out / name}, which is no longer generated\n" in ran.err
        assert not (out / name).exists()
    assert (out / "sub_cpu.cpp").exists()
    assert (out / "mine.cpp").read_text() == "// mine\n"
    assert run("generate", spec, "--out", out, "--keys", "CPU").err == ""


def test_leftovers_of_a_dry_run_stay(spec: Path, out: Path, run: Run) -> None:
    run("generate", spec, "--out", out, "--keys", "CPU,Meta")
    before = contents(out)
    ran = run("generate", spec, "--out", out, "--keys", "CPU", "--dry-run")
    assert f"{out / 'sub_meta.cpp'} is no longer generated and would be removed" in ran.err
    assert "sub_meta.cpp" not in ran.out
    assert contents(out) == before


def test_other_libraries_in_the_folder_stay(spec: Path, out: Path, run: Run) -> None:
    other = spec.with_name("other.yaml")
    other.write_text(TWICE)
    run("generate", spec, "--out", out, "--lib-name", "one")
    run("generate", other, "--out", out, "--lib-name", "two")
    assert (out / "sub_cpu.cpp").exists()
    assert (out / "twice_cpu.cpp").exists()
    ran = run("generate", other, "--out", out, "--lib-name", "two", "--keys", "CPU")
    assert (out / "sub_meta.cpp").exists()
    assert not (out / "twice_meta.cpp").exists()
    assert "sub_meta" not in ran.err


def test_only_our_own_files_are_removed(spec: Path, out: Path, run: Run, tmp_path: Path) -> None:
    """The note may name anything: what it names is removed only if a run of ours wrote it here."""
    run("generate", spec, "--out", out, "--keys", "CPU")
    banner = (out / "sub_cpu.cpp").read_text().splitlines()[0] + "\n"
    (tmp_path / "outside.h").write_text(banner)
    (out / "below").mkdir()
    (out / "below" / "deep.h").write_text(banner)
    (out / "elsewhere").symlink_to(tmp_path)
    (out / "mine.h").write_text("// mine\n")
    (out / "link.h").symlink_to(tmp_path / "outside.h")
    (out / "gone.h").write_text(banner)
    names = ["../outside.h", str(tmp_path / "outside.h"), "below/deep.h", "below", "mine.h"]
    names += [
        "elsewhere/outside.h",
        "below/../mine.h",
        "below/../sub_cpu.cpp",
        "link.h",
        "gone.h",
        "",
        ".",
        "..",
        "never_there.h",
        "sub_cpu.cpp",
    ]
    with (out / NOTE).open("a") as stream:
        stream.write("\n".join(names) + "\n")
    ran = run("generate", spec, "--out", out, "--keys", "CPU")
    assert ran.status == 0
    removed = [out / "below" / "deep.h", out / "gone.h"]
    note = "dispatchless: note: removed {}, which is no longer generated\n"
    assert ran.err == "".join(map(note.format, removed))
    for kept in ("mine.h", "link.h", "elsewhere/outside.h", "sub_cpu.cpp", "../outside.h"):
        assert (out / kept).exists(), kept


def test_unreadable_note(spec: Path, out: Path, run: Run) -> None:
    run("generate", spec, "--out", out)
    (out / NOTE).write_bytes(b"\xff\xfe\n")
    assert run("generate", spec, "--out", out).status == 0
    (out / NOTE).unlink()
    (out / NOTE).mkdir()
    ran = run("generate", spec, "--out", out)
    assert ran.status == 2
    assert NOTE in ran.err


def test_out_is_a_file(spec: Path, out: Path, run: Run) -> None:
    out.write_text("precious\n")
    ran = run("generate", spec, "--out", out)
    assert ran.status == 2
    assert ran.err.startswith(
        f"dispatchless: error: --out {out}: is a file, not a folder\n  hint: "
    )
    assert out.read_text() == "precious\n"


@pytest.mark.parametrize("out", ["/proc/nothing/here", "spec/ops.yaml/below"])
def test_out_cannot_be_made(
    spec: Path, run: Run, out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(spec.parents[1])
    before = contents(spec.parents[1])
    ran = run("generate", spec, "--out", out)
    assert ran.status == 2
    assert ran.err.startswith("dispatchless: error: ")
    assert "Traceback" not in ran.err
    assert contents(spec.parents[1]) == before


def test_folder_in_the_place_of_a_file(spec: Path, out: Path, run: Run) -> None:
    (out / "sub_meta.cpp").mkdir(parents=True)
    ran = run("generate", spec, "--out", out)
    assert ran.status == 2
    assert "sub_meta.cpp" in ran.err
    assert contents(out) == {}


@pytest.mark.parametrize("fails_at", [0, 1, 5])
@pytest.mark.parametrize("there", [False, True])
def test_full_disk(
    spec: Path, out: Path, run: Run, monkeypatch: pytest.MonkeyPatch, fails_at: int, there: bool
) -> None:
    """The old files stay as they were, no temporary file is left, no folder is made."""
    if there:
        run("generate", spec, "--out", out, "--keys", "CPU")
    before = contents(out)
    count = 0
    really_open = Path.open

    def full(path: Path, mode: str = "r", *rest: object, **more: object) -> object:
        nonlocal count
        if "w" in mode and path.parent == out:
            count += 1
            if count > fails_at:
                raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return really_open(path, mode, *rest, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", full)
    ran = run("generate", spec, "--out", out, "--namespace", "mylib")
    assert ran.status == 2
    assert ran.err.startswith(f"dispatchless: error: --out {out}: cannot write '{out}/")
    assert ran.err.endswith(": No space left on device\n  hint: make room\n")
    assert ".tmp" not in ran.err
    assert "Traceback" not in ran.err
    assert out.exists() == there
    assert contents(out) == before


def test_failing_rename(spec: Path, out: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was renamed before is whole; no temporary file is left."""
    count = 0
    really_replace = Path.replace

    def fails(path: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count > 3:
            raise OSError(errno.EIO, "Input/output error", str(target))
        return really_replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fails)
        assert run("generate", spec, "--out", out).status == 2
    left = texts(out)
    assert len(left) == 3
    run("generate", spec, "--out", out)
    assert texts(out).items() >= left.items()


def test_depfile_that_cannot_be_written(spec: Path, out: Path, run: Run) -> None:
    """It is one of the files of the run: nothing else is written either."""
    ran = run("generate", spec, "--out", out, "--depfile", spec / "d")
    assert ran.status == 2
    assert not out.exists()


def test_mode_of_files(spec: Path, out: Path, run: Run) -> None:
    old = os.umask(0o027)
    try:
        run("generate", spec, "--out", out)
    finally:
        os.umask(old)
    assert stat.S_IMODE((out / "sub_cpu.cpp").stat().st_mode) == 0o640


def test_relative_paths(spec: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(spec.parent)
    assert run("generate", "ops.yaml", "--out", "deep/er", "--depfile", "deps.d").status == 0
    assert Path("deep/er/sub_cpu.cpp").exists()
    assert Path("deps.d").read_text().startswith("deep/er/sub_ops_cpu.h ")
    assert run("generate", "ops.yaml", "--out", ".").status == 0
    assert Path("sub_cpu.cpp").exists()
