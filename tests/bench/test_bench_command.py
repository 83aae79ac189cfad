"""`dispatchless bench`: a real run on the embedded runtime, and every way of going wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
from bench_reports import comparison, report

from dispatchless import bench
from dispatchless.command_line import main
from dispatchless.jit.bench import (
    BenchReport,
    Comparison,
    Plan,
    ProgramError,
    Spread,
    toolchain,
)
from dispatchless.jit.bench.compare import BASE_FACTOR, INSTRUCTION_TOLERANCE, TIME_TOLERANCE
from dispatchless.jit.bench.model_calls import CallCount, Caller, ModelReport
from dispatchless.model import SpecError

CHOOSY = (
    "choosy(Tensor self, int rows, float factor, bool flag, str word, Scalar alpha, int[] sizes, "
    "float[]? scales, Tensor[] others, Device device, Device? other_device=None, "
    "ScalarType? dtype=None) -> Tensor"
)
PICKY = (
    "picky(Tensor self, int rows, float factor, bool flag, str word, Scalar alpha, int[] sizes, "
    "int[]? dims, float[]? scales, Tensor[] others, Tensor? mask, Tensor? bias, "
    "ScalarType? dtype=None) -> Tensor"
)
INPUTS = """
picky:
- self: float[2, 3]
  rows: 7
  factor: 0.25
  flag: False
  word: linear
  alpha: -3
  sizes: [4, 5, 6]
  dims: [1, 0]
  scales: [0.5, 2]
  others:
  - long[2, 2]
  - double[]
  mask: bool[2, 3]
  bias: None
  dtype: double
- {self: "float[2, 30]", rows: 7, factor: 0.25, flag: False, word: linear}
"""
SPEC = f"""
- func: gated(Tensor self, Tensor gate, Tensor residual) -> Tensor
  composite: gated (sigmoid, mul.Tensor, add.Tensor)
  header: gated.h
- func: gated_(Tensor(a!) self, Tensor gate, Tensor residual) -> Tensor(a!)
  composite: gated_ (sigmoid, mul.Tensor, add.out)
  header: gated.h
- func: {CHOOSY}
  composite: choosy (neg)
  header: gated.h
- func: {PICKY}
  composite: picky (neg)
  header: gated.h
- func: never(Tensor self) -> Tensor
  composite: never (neg)
  header: gated.h
"""
HEADER = """
#pragma once
#include <ATen/core/Tensor.h>
#include <cstdio>
template <class OPS>
at::Tensor gated(const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  return OPS::add(OPS::mul(self, OPS::sigmoid(gate)), residual);
}
template <class OPS>
at::Tensor& gated_(at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  return OPS::add_outf(OPS::mul(self, OPS::sigmoid(gate)), residual, 1, self);
}
template <class OPS>
at::Tensor choosy(
    const at::Tensor& self, int64_t rows, double factor, bool flag, std::string_view word,
    const at::Scalar& alpha, at::IntArrayRef sizes, std::optional<at::ArrayRef<double>> scales,
    at::TensorList others, at::Device device, std::optional<at::Device> other_device,
    std::optional<at::ScalarType> dtype) {
  std::puts("nobody's answer");
  TORCH_CHECK(self.dim() == 3 && rows == -1 && flag && word == "mean" && sizes.size() == 2);
  TORCH_CHECK(scales.has_value() && scales->size() == 2 && others.size() == 2);
  TORCH_CHECK(!other_device.has_value() && !dtype.has_value() && device == self.device());
  return OPS::neg(self);
}
template <class OPS>
at::Tensor picky(
    const at::Tensor& self, int64_t rows, double factor, bool flag, std::string_view word,
    const at::Scalar& alpha, at::IntArrayRef sizes, at::OptionalIntArrayRef dims,
    std::optional<at::ArrayRef<double>> scales, at::TensorList others,
    const std::optional<at::Tensor>& mask, const std::optional<at::Tensor>& bias,
    std::optional<at::ScalarType> dtype) {
  TORCH_CHECK(self.dim() == 2 && self.size(0) == 2 && rows == 7 && factor == 0.25 && !flag, "one");
  TORCH_CHECK(word == "linear", "two");
  if (self.size(1) == 30) return OPS::neg(self);
  TORCH_CHECK(self.size(1) == 3 && alpha.toLong() == -3, "three");
  TORCH_CHECK(sizes.equals({4, 5, 6}) && dims.has_value() && dims->equals({1, 0}), "four");
  TORCH_CHECK(scales.has_value() && scales->equals({0.5, 2.0}), "five");
  TORCH_CHECK(others.size() == 2 && others[0].size(1) == 2 && others[1].dim() == 0, "six");
  TORCH_CHECK(others[0].scalar_type() == at::kLong && others[1].scalar_type() == at::kDouble, "7");
  TORCH_CHECK(mask.has_value() && mask->scalar_type() == at::kBool && !bias.has_value(), "eight");
  TORCH_CHECK(dtype == at::kDouble && mask->device() == self.device(), "nine");
  return OPS::neg(self);
}
template <class OPS>
at::Tensor never(const at::Tensor& self) {
  TORCH_CHECK(self.dim() > 99, "too flat");
  return OPS::neg(self);
}
"""
BY_HAND = """
#pragma once
#include <ATen/core/Tensor.h>
#include <ATen/ops/add_cpu_dispatch.h>
#include <ATen/ops/mul_cpu_dispatch.h>
#include <ATen/ops/sigmoid_cpu_dispatch.h>
namespace hand_written {
inline at::Tensor gated(
    const at::Tensor& self, const at::Tensor& gate, const at::Tensor& residual) {
  return at::cpu::add(at::cpu::mul(self, at::cpu::sigmoid(gate)), residual);
}
}
"""
TINY = Plan(sizes=(1, 4), rounds=3, block=20_000, instructions=False)


def specification(folder: Path) -> Path:
    (folder / "gated.h").write_text(HEADER)
    (folder / "by_hand.h").write_text(BY_HAND)
    (folder / "inputs.yaml").write_text(INPUTS)
    path = folder / "gated.yaml"
    path.write_text(SPEC)
    return path


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> BenchReport:
    """One program, built and run once. Without optimisation, since no time is looked at."""
    path = specification(tmp_path_factory.mktemp("measured"))
    return bench(
        path,
        runtime="reference",
        plan=TINY,
        hand_written=path.with_name("by_hand.h"),
        inputs=path.with_name("inputs.yaml"),
        optimize=0,
    )


def test_dispatcher_calls_of_every_contender(measured: BenchReport) -> None:
    """None is called directly, one where registered kernels are dispatch-free, three or four
    through the dispatcher; and where a gradient is recorded nothing can be saved."""
    counts = {
        (c.variant, c.device, c.mode): {r.design: r.dispatches for r in c.results}
        for c in measured.comparisons
        if c.operator == "gated"
    }
    through = {"dispatcher": 3, "registered, ordinary": 4, "registered, grad-aware": 1}
    for device in ("cpu", "meta"):
        for mode in ("inference", "no_grad", "grad"):
            found = counts["functional", device, mode]
            assert found.pop("hand-written", 0) == 0
            assert found == {**through, "OPS struct": 0}
            assert counts["inplace", device, mode] == {**through, "OPS struct": 0}
        assert counts["functional", device, "requires_grad"] == {
            **through,
            "registered, grad-aware": 4,
        }


def test_arguments_are_found_by_trying(measured: BenchReport) -> None:
    """The only ones that it accepts, among some thousands; on every device and in every mode."""
    found = [c for c in measured.comparisons if c.operator == "choosy"]
    assert len(found) == 3 * (2 + 1) + (2 + 1)


def test_arguments_that_are_given(measured: BenchReport) -> None:
    """The only ones that it accepts, in two sets; what the second leaves out is found by trying."""
    found = [(c.device, c.mode, c.size) for c in measured.comparisons if c.operator == "picky"]
    modes = ("inference", "no_grad", "grad", "requires_grad")
    assert found == [(d, m, size) for size in (6, 60) for d in ("cpu", "meta") for m in modes]


def test_every_comparison_has_times(measured: BenchReport) -> None:
    found = [c for c in measured.comparisons if c.operator == "gated"]
    assert len(found) == 3 * 2 * (2 + 1) + (2 + 1)
    for each in found:
        by_hand = (each.variant, each.device) == ("functional", "cpu")
        if each.mode != "requires_grad":
            assert each.base == ("hand-written" if by_hand else "OPS struct")
        for result in each.results:
            assert result.nanoseconds.low > 0
            assert result.ratio.low <= result.ratio.median <= result.ratio.high
        base = each.result(each.base)
        assert base is not None
        assert (base.ratio.median, base.ratio.low, base.ratio.high) == (1, 1, 1)


def test_an_operator_without_arguments_that_it_accepts_is_a_note(measured: BenchReport) -> None:
    (note,) = measured.notes
    assert note.startswith("never (functional) was not measured: ")
    assert "too flat" in note


def test_the_machine_is_told(measured: BenchReport) -> None:
    assert set(measured.machine) >= {"processor", "cores", "compiler", "date", "load"}


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command gets a report that is there already."""
    monkeypatch.setattr("dispatchless.bench_run.bench", lambda *args, **options: report())


Run = tuple[int, str, str]


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> Run:
    status = main(["bench", *map(str, arguments)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.usefixtures("ready")
def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, picture = tmp_path / "old.json", tmp_path / "figures.svg"
    status, out, err = run(capsys, "--json", old, "--plot", picture)
    assert status == 0
    assert "registered, grad-aware" in out
    assert err == "dispatchless: note: something was not measured\n"
    assert BenchReport.from_json(json.loads(old.read_text())) == report()
    assert picture.read_text().lstrip().startswith("<?xml")
    status, out, _ = run(capsys, "--runtime", "reference", "--compare", old)
    assert status == 0
    assert "0 worse, 0 better" in out


@pytest.mark.usefixtures("ready")
def test_what_became_worse_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *rest = report().comparisons
    results = tuple(attrs.evolve(each, dispatches=0) for each in first.results)
    old = attrs.evolve(report(), comparisons=(attrs.evolve(first, results=results), *rest))
    (tmp_path / "old.json").write_text(json.dumps(old.to_json()))
    status, out, _ = run(capsys, "--runtime", "reference", "--compare", tmp_path / "old.json")
    assert status == 1
    assert "worse: gated functional, grad, cpu, 1 element, dispatcher: dispatches 0 -> 3" in out


def compared(
    folder: Path, capsys: pytest.CaptureFixture[str], *comparisons: Comparison, **machine: str
) -> Run:
    """A run beside an earlier one of these comparisons on another machine."""
    old = report(*comparisons)
    old = attrs.evolve(old, machine={**old.machine, **machine})
    (folder / "old.json").write_text(json.dumps(old.to_json()))
    return run(capsys, "--runtime", "reference", "--compare", folder / "old.json")


@pytest.mark.usefixtures("ready")
def test_a_slower_base_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The user's own code became slower, and nothing that ratios show."""
    first, second = report().comparisons
    results = tuple(
        attrs.evolve(each, nanoseconds=Spread(10 * each.ratio.median, 9, 11))
        for each in first.results
    )
    first = attrs.evolve(first, results=results)
    status, out, _ = compared(tmp_path, capsys, first, second)
    assert status == 1
    assert "hand-written: time of the base 10 -> 500 ns, 50.00 times what it took" in out
    assert "  1 worse, 0 better, " in out
    status, out, _ = compared(tmp_path, capsys, first, second, processor="another")
    assert status == 0
    assert "not compared: the bases' own times" in out
    assert "(processor: another -> a processor)" in out


@pytest.mark.usefixtures("ready")
def test_nothing_in_common_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = compared(tmp_path, capsys, comparison(7, mode="inference"))
    assert status == 2
    assert "--compare: nothing was compared: no figure is in " in err
    assert "(gated functional, inference, cpu, 7 elements, and the like; gated functional, " in err
    assert "\n  hint: measure the same operators both times" in err


@pytest.mark.usefixtures("ready")
def test_another_base_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    others = (attrs.evolve(each, base="OPS struct") for each in report().comparisons)
    status, out, _ = compared(tmp_path, capsys, *others)
    assert status == 0
    assert (
        "not compared: the times of 2 comparisons, whose base was OPS struct and is hand-written "
        "now (give --hand-written both times, or never)"
    ) in out
    assert "0 worse, 0 better, 20 the same, 0 only in one of the two" in out


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong is told before anything is measured."""

    def measured(*arguments: object, **options: object) -> BenchReport:
        raise AssertionError("it is measured")

    monkeypatch.setattr("dispatchless.bench_run.bench", measured)


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--compare", "missing.json"], "cannot read missing.json: No such file or directory\n"),
        (["--compare", "."], "cannot read .: Is a directory\n"),
        (["--compare", "text.json"], "text.json is no JSON"),
        (["--compare", "bytes.json"], "bytes.json is no text in UTF-8"),
        (["--compare", "deep.json"], "deep.json is nested too deeply"),
        (["--compare", "digits.json"], "digits.json has a number of too many digits"),
        (["--compare", "other.json"], "other.json: it is no report"),
        (["--compare", "null.json"], "null.json: it is no report: runtime is null, expected a te"),
        (["--compare", "empty.json"], "empty.json has no figures"),
        (["--compare", "torch.json"], "torch.json was measured on torch, this run is on reference"),
        (["--json", "/proc/x.json"], "--json /proc/x.json: cannot be written: '/proc' "),
        (["--plot", "/proc/a/x.svg"], "--plot /proc/a/x.svg: cannot be written: '/proc' "),
        (["--plot", "figures.txt"], "no picture's name"),
        (["--tolerance", "2"], "--tolerance: 2 is not between 0 and 1"),
    ],
)
def test_bad_input_is_told_before_measuring(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: Sequence[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.json").write_text("{")
    Path("other.json").write_text("{}")
    Path("bytes.json").write_bytes(b"\xff\xfe{")
    Path("deep.json").write_text("[" * 100_000)
    Path("digits.json").write_text("1" * 5000)
    Path("null.json").write_text(json.dumps({**report().to_json(), "runtime": None}))
    Path("empty.json").write_text(json.dumps(attrs.evolve(report(), comparisons=()).to_json()))
    Path("torch.json").write_text(json.dumps(attrs.evolve(report(), runtime="torch").to_json()))
    before = sorted(tmp_path.iterdir())
    status, out, err = run(capsys, "--runtime", "reference", *arguments)
    assert (status, out) == (2, "")
    assert message in err and "Traceback" not in err
    assert "\n  hint: " in err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "missing.py"], "there is no file missing.py"),
        (["--model", "x.py", "--plot", "x.svg"], "--plot is not for --model"),
        (["--model", "x.py", "--runtime", "reference"], "--model needs --runtime torch"),
        (["--model", "x.py", "--inputs", "x.yaml"], "--inputs is not for --model"),
        (["--model", "x.py", "--builds", "--quick"], "--builds is not for --model"),
        (["--model", "x.py", "--no-instructions"], "--no-instructions is not for --model"),
        (["--model", "x.py", "--tolerance", "0.1"], "--tolerance is not for --model"),
        (["--model", "x.py", "--hand-written", ""], "--hand-written is not for --model"),
        (["--model", "."], "--model: . is a folder"),
    ],
)
def test_bad_input_for_a_model(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: Sequence[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert message in err and "Traceback" not in err


@pytest.mark.usefixtures("ready")
def test_outputs_are_tried_without_leaving_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Folders that are missing are made when there is something to write."""
    kept, refused = tmp_path / "new" / "figures.json", tmp_path / ("x" * 250 + ".json")
    status, _, err = run(capsys, "--runtime", "reference", "--json", refused)
    assert status == 2
    assert "cannot be written" in err
    assert list(tmp_path.iterdir()) == []
    assert run(capsys, "--runtime", "reference", "--json", kept)[0] == 0
    assert [each.name for each in kept.parent.iterdir()] == ["figures.json"]
    assert list(tmp_path.iterdir()) == [kept.parent]
    picture = tmp_path / "pictures" / "of" / "x.svg"
    assert run(capsys, "--runtime", "reference", "--plot", picture)[0] == 0
    assert picture.is_file()


def test_help_tells_the_factor_of_bases(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--help")[0] == 0
    text = " ".join(run(capsys, "--help")[1].split())
    assert f"(on the same machine) by more than {BASE_FACTOR:g} times" in text
    assert f"instructions by more than {INSTRUCTION_TOLERANCE:.1%}" in text.replace(" %", "%")
    assert f"--compare (default: {TIME_TOLERANCE})" in text


def test_a_model_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without nested calls no table of them; and --quick is fewer turns."""
    rounds = []

    def measured(*arguments: object, **options: Any) -> ModelReport:
        rounds.append(options["rounds"])
        calls = CallCount(1, 0, (Caller("aten::relu", 1, 0, 0),))
        return ModelReport("own", calls, Spread(1, 1, 1), notes=("it is odd",))

    monkeypatch.setattr("dispatchless.bench_model.bench_model", measured)
    status, out, err = run(capsys, "--model", "own.py")
    assert status == 0
    assert "Where nested calls come from" not in out
    assert out.endswith("\n\nNo operator calls another through the dispatcher.\n")
    assert err == "dispatchless: note: it is odd\n"
    run(capsys, "--model", "own.py", "--quick")
    assert rounds == [31, 21]


def test_errors_of_a_specification(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = specification(tmp_path)
    path.write_text(SPEC.replace("(neg)", "(negg)"))
    status, out, err = run(capsys, path, "--runtime", "reference")
    assert (status, out) == (2, "")
    assert f"{path}:12:" in err and "negg" in err


def test_a_header_that_does_not_compile(tmp_path: Path) -> None:
    path = specification(tmp_path)
    path.with_name("gated.h").write_text("#error this header is unfinished\n")
    with pytest.raises(ProgramError, match="this header is unfinished"):
        bench(path, runtime="reference", plan=TINY, optimize=0)


def test_a_crash_names_what_was_called(tmp_path: Path) -> None:
    path = specification(tmp_path)
    path.write_text(SPEC.partition("- func: gated_")[0])
    body = "{ volatile int* null = nullptr; *null = 1; return"
    path.with_name("gated.h").write_text(HEADER.replace("{\n  return", body))
    with pytest.raises(ProgramError, match=r"ended by SIGSEGV; (.|\n)*while gated was called, "):
        bench(path, runtime="reference", plan=TINY, optimize=0)


@pytest.mark.usefixtures("ready")
def test_nothing_measured_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = attrs.evolve(report(), comparisons=(), builds=())
    monkeypatch.setattr("dispatchless.bench_run.bench", lambda *args, **options: nothing)
    status, out, err = run(capsys)
    assert (status, out) == (2, "")
    assert "note: something was not measured\ndispatchless: error: nothing was measured" in err


def test_a_missing_header_to_compare_with(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"--hand-written: .*nowhere\.h: No such file") as caught:
        bench(
            specification(tmp_path),
            runtime="reference",
            hand_written=tmp_path / "nowhere.h",
        )
    assert caught.value.hint


def test_without_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setattr(toolchain.shutil, "which", lambda command: None)
    status, _, err = run(capsys, specification(tmp_path), "--runtime", "reference")
    assert status == 2
    assert "sudo apt-get install g++" in err


def test_without_valgrind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain.shutil, "which", lambda command: None)
    assert "sudo apt-get install valgrind" in (toolchain.callgrind_missing() or "")
