"""What takes part in a comparison, and which comparisons there are."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from dispatchless import load_spec
from dispatchless.cppast import print_node
from dispatchless.jit.bench.builtin import (
    GROUPING,
    SPECIFICATION,
    builtin_rivals,
    builtin_specification,
    rival_in,
)
from dispatchless.jit.bench.plan import FULL, QUICK, Task, tasks
from dispatchless.jit.bench.program import visit_function
from dispatchless.jit.bench.subjects import HAND_WRITTEN, Subject, subjects_of
from dispatchless.jit.library import JIT_KEYS
from dispatchless.lowering import Registration, TorchOptions
from dispatchless.model import load_native_functions
from dispatchless.runtime_names import reference_native_functions
from dispatchless.specifications import operator_table

THROUGH = ["dispatcher", "registered, ordinary", "registered, grad-aware"]
TABLE = load_native_functions(reference_native_functions())
OPTIONS = TorchOptions("ns", JIT_KEYS, "ns", Registration.MANUAL, TABLE)

SPEC = """
- func: halve(Tensor self, Tensor handle, int[2] run=0, Tensor? other=None) -> Tensor
  composite: halve (mul.Tensor, add.Tensor)
  header: halve.h
- func: halve.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
  composite: halve_out (mul.out)
  header: halve.h
- func: scaled.Tensor(Tensor self, Tensor other) -> Tensor
  composite: scaled (mul.Tensor)
  header: halve.h
- func: scaled.Scalar(Tensor self, Scalar other) -> Tensor
  composite: scaled (mul.Scalar)
  header: halve.h
- func: aten::neg(Tensor self) -> Tensor
  composite: negate (mul.Tensor)
  header: halve.h
"""


@pytest.fixture(scope="module")
def builtin() -> dict[str, Subject]:
    specification = load_spec(SPECIFICATION, native_functions=TABLE)
    found = subjects_of(
        specification, OPTIONS, rivals=builtin_rivals("reference"), grouping=GROUPING
    )
    return {subject.key: subject for subject in found}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Subject]:
    folder = tmp_path_factory.mktemp("own")
    (folder / "halve.h").write_text("#pragma once\n")
    (folder / "spec.yaml").write_text(SPEC)
    specification = load_spec(folder / "spec.yaml", native_functions=TABLE)
    return {subject.key: subject for subject in subjects_of(specification, OPTIONS)}


def test_designs_of_one_operator_are_one_subject(builtin: dict[str, Subject]) -> None:
    assert list(builtin) == [
        f"{number}_{variant}"
        for number in ("one", "three", "eight")
        for variant in ("functional", "inplace", "out")
    ]
    designs = [c.design for c in builtin["one_functional"].contenders_on("cpu", gradients=False)]
    assert designs == [
        HAND_WRITTEN,
        *THROUGH,
        "OPS struct",
        "structured",
        "wrapper",
        "adapter",
        "dispatchless<DEV>",
    ]
    assert {subject.inner for subject in builtin.values()} == {1, 3, 8}


def test_every_form_of_the_suite_is_written_by_hand(builtin: dict[str, Subject]) -> None:
    for subject in builtin.values():
        assert subject.contenders_on("cpu", gradients=False)[0].design == HAND_WRITTEN


def test_hand_written_code_is_for_its_device_and_records_nothing(
    builtin: dict[str, Subject],
) -> None:
    subject = builtin["three_functional"]
    callees = [
        print_node(next(c.callee for c in subject.contenders_on(device, gradients=False)))
        for device in ("cpu", "meta")
    ]
    assert callees == ["::hand_written::three", "::hand_written_meta::three"]
    assert [c.design for c in subject.contenders_on("cpu", gradients=True)] == THROUGH


def test_structured_kernels_called_themselves_are_designs_of_their_own() -> None:
    """Of libtorch alone, whose table of operators names them."""
    table = operator_table(None)
    specification = load_spec(*builtin_specification("torch"), native_functions=table)
    options = attrs.evolve(OPTIONS, native=table)
    found = {s.key: s for s in subjects_of(specification, options, grouping=GROUPING)}
    ways = {"OPS struct, inheritance", "OPS struct, stub"}
    for key, expected in (("one", ways), ("three", ways), ("eight", {min(ways)})):
        contenders = found[f"{key}_functional"].contenders
        assert ways & {contender.design for contender in contenders} == expected


def test_operators_of_aten_are_left_out(own: dict[str, Subject]) -> None:
    assert list(own) == ["halve", "halve_out", "scaled_Tensor", "scaled_Scalar"]


def test_overloads_are_subjects_of_their_own(own: dict[str, Subject]) -> None:
    assert [(s.operator, s.variant, len(s.contenders)) for s in own.values()] == [
        ("halve", "functional", 5),
        ("halve", "out", 5),
        ("scaled.Tensor", "functional", 5),
        ("scaled.Scalar", "functional", 5),
    ]


def test_arguments_and_names_of_the_generated_function(own: dict[str, Subject]) -> None:
    """Variables are named as the arguments; what is ours gives way."""
    text = print_node(visit_function(own["halve"]))
    assert text.startswith("void visit_halve(dispatchless_bench::Run &run_1)")
    assert "dispatchless_bench::Argument<const at::Tensor &> self(run_1.setup);" in text
    assert "dispatchless_bench::Argument<at::IntArrayRef> run(run_1.setup, 0);" in text
    assert "other(run_1.setup, {});" in text
    assert "handle_1.call(self.get(), handle.get(), run.get(), other.get());" in text
    assert '"ns__dispatcher::halve"' in text and '"ns::halve"' in text
    out = print_node(visit_function(own["halve_out"]))
    assert "dispatchless_bench::Output out(run.setup);" in out


def test_bases(own: dict[str, Subject]) -> None:
    def base(*designs: str) -> str:
        return Task(own["halve_out"], "cpu", "grad", 1, designs).base

    assert base(HAND_WRITTEN, *THROUGH, "wrapper") == HAND_WRITTEN
    assert base(*THROUGH, "wrapper", "alias") == "wrapper"
    assert base(*THROUGH) == "dispatcher"


def test_plans(builtin: dict[str, Subject], own: dict[str, Subject]) -> None:
    full = list(tasks(builtin.values(), FULL))
    lines = {task.line for task in full}
    assert len(lines) == len(full)
    # Three forms, each in three modes at four sizes on CPU and once on meta; functional forms where
    # gradients are recorded as well.
    assert len(full) == 3 * (3 * 3 * (4 + 1) + (4 + 1))
    quick = list(tasks([own["halve"], own["halve_out"]], QUICK))
    assert [(t.subject.variant, t.mode, t.size) for t in quick] == [
        ("functional", mode, size) for mode in ("inference", "grad") for size in (1, 1024)
    ]
    assert quick[0].line == ("halve\tcpu\tinference\t1\t" + "|".join([*THROUGH, "OPS struct"]))


def test_functions_of_a_header(tmp_path: Path) -> None:
    header = tmp_path / "by_hand.h"
    header.write_text(
        "namespace hand_written {\nat::Tensor sub(const at::Tensor& a,\n    int b) { return a; }\n"
        "at::Tensor declared(int);\ninline at::Tensor& sub_(at::Tensor& a) { return a; }\n}\n"
    )
    rival = rival_in(header, "hand_written", HAND_WRITTEN)
    assert rival.functions == {"sub", "sub_"}
