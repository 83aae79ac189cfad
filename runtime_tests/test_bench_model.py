"""Dispatcher calls of real modules: stock counts, what causes them, and composites in place."""

from __future__ import annotations

import sys
from pathlib import Path

import attrs
import pytest

from dispatchless.bench_model import bench_model, model_tables
from dispatchless.bench_model_file import loaded_model
from dispatchless.jit.bench import model_calls
from dispatchless.jit.bench.model_calls import ModelCrash, ModelReport
from dispatchless.jit.library import JIT_KEYS, compile_library
from dispatchless.jit.session import Session
from dispatchless.lowering import Registration, TorchOptions
from dispatchless.model import SpecError
from dispatchless.specifications import load_spec, operator_table

pytestmark = pytest.mark.runtime("torch")

MODELS = Path(__file__).parents[1] / "benchmarks" / "models"


@pytest.mark.parametrize(
    ("model", "calls", "nested"),
    [("perceptron", 36, 30), ("convnet", 74, 64), ("encoder", 126, 91)],
)
def test_stock_counts_of_torch_2_13(model: str, calls: int, nested: int) -> None:
    stock = bench_model(MODELS / f"{model}.py", rounds=2).stock
    assert (stock.calls, stock.nested) == (calls, nested)
    assert sum(caller.calls for caller in stock.callers) == calls
    assert sum(caller.makes for caller in stock.callers) == nested


def test_composites_that_cause_nested_calls_are_named() -> None:
    callers = bench_model(MODELS / "perceptron.py", rounds=2).stock.callers
    linear, addmm, *_ = callers
    assert attrs.astuple(linear) == ("aten::linear", 3, 6, 27)
    assert attrs.astuple(addmm) == ("aten::addmm", 3, 12, 15)


def test_a_specification_in_place() -> None:
    """linear and softmax call no operator by the dispatcher; what addmm's kernel calls remains."""
    report = bench_model(MODELS / "perceptron.py", MODELS / "direct.yaml", rounds=2)
    assert report.replaced is not None and report.ratio is not None
    assert (report.replaced.calls, report.replaced.nested) == (23, 17)
    callers = {caller.operator: caller for caller in report.replaced.callers}
    assert (callers["aten::linear"].inside, callers["aten::softmax.int"].inside) == (15, 0)
    assert (report.equal, report.notes) == (True, ())
    assert report.operators == ("aten::linear", "aten::softmax.int")
    counts, callers_table = model_tables(report)
    assert [row[1:3] for row in counts.rows] == [("36", "30"), ("23", "17")]
    assert ("aten::linear", "3", "27", "6", "15") in callers_table.rows


_COMPOSITES = """
- {func: "aten::square(Tensor self) -> Tensor", composite: own::square (mul.Tensor), header: own.h}
- {func: "aten::negative(Tensor self) -> Tensor", composite: own::negative (abs), header: own.h}
"""
_HEADER = """
#pragma once
#include <ATen/core/Tensor.h>
namespace own {
template <class OPS>
at::Tensor square(const at::Tensor& self) {
  TORCH_CHECK(self.dim() > 0, "too flat");
  return OPS::mul(self, self);
}
// Wrong, for what is not negative.
template <class OPS>
at::Tensor negative(const at::Tensor& self) {
  return OPS::abs(self);
}
}
"""
_FORWARD = """
import dataclasses
import torch

@dataclasses.dataclass
class Pair:
    one: torch.Tensor
    other: torch.Tensor

class Odd:
    pass

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("state", torch.zeros(2))
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        y = torch.square(x)
        BODY

model, inputs = Model(), torch.arange(2.0)
"""


def test_results_with_composites(
    tmp_path: Path, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each a forward of one module; the composites are compiled once for all."""
    (tmp_path / "own.yaml").write_text(_COMPOSITES)
    (tmp_path / "own.h").write_text(_HEADER)
    table = operator_table(None)
    specification = load_spec(tmp_path / "own.yaml", native_functions=table)
    options = TorchOptions("bench", JIT_KEYS, "bench", Registration.MANUAL, table)
    library = compile_library(session, specification, options)
    library.register()
    library.deregister()
    # Children that are forked from here have it.
    monkeypatch.setattr(model_calls, "compile_library", lambda *arguments: library)
    monkeypatch.setattr(model_calls, "_BLOCK", 100_000)
    path = tmp_path / "own.py"

    def measured(forward: str) -> ModelReport:
        path.write_text(_FORWARD.replace("BODY", forward))
        return bench_model(path, specification, native_functions=table, rounds=1)

    def notes(forward: str, equal: bool | None) -> str:
        report = measured(forward)
        assert report.replaced is not None and report.ratio is not None
        assert report.equal is equal, (forward, report.notes)
        return "; ".join(report.notes)

    for same in (
        "return y / y",  # nan
        "return Pair(y, y + 1)",
        "return {'one': y.numpy(), 'two': (float('nan'), None, y.sum().item())}",
    ):
        assert notes(same, True) == ""
    for unlike in ("return torch.negative(x)", "return Pair(y, torch.negative(y))"):
        assert notes(unlike, False) == "the results are not the same bit for bit"
    for unsteady in (
        "return torch.rand(3)",
        "return y + self.calls",
        "return y + (self.calls % 10 == 0)",  # the 10th is that with the composites
        "self.state.add_(y)\n        return self.state",
        "return torch.nn.functional.dropout(y.expand(64, 2))",
    ):
        assert "does not give the same results each time" in notes(unsteady, None)
    assert "cannot be compared (Odd)" in notes("return y, Odd()", None)
    with pytest.raises(ModelCrash, match=r"with the composites in place: RuntimeError: .*too flat"):
        measured("return torch.square(y.sum())")
    # The 8th is made with the composites in place, and so are the turns of many more.
    for late in (4, 8, 40):
        with pytest.raises(SpecError, match="a forward after the first fails: ValueError: late"):
            measured(f"if self.calls >= {late}: raise ValueError('late')")


def test_a_forward_that_fails_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "own.py"
    body = "import os; os.chdir('/')\n        if self.calls > 3: raise SystemExit"
    path.write_text(_FORWARD.replace("BODY", body))
    monkeypatch.chdir(tmp_path)
    path = Path("own.py")
    with pytest.raises(SpecError, match="a forward after the first fails: SystemExit") as raised:
        bench_model(path, rounds=1)
    assert str(raised.value).startswith(f"{path}:23:1: ")


_LINEAR = "import torch\nmodel = torch.nn.Linear(3, 3)\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (_LINEAR + "inputs = torch.randn(1, 4)\n", 3, "the forward fails with `inputs`: Runtime"),
        (
            "import torch\nclass M(torch.nn.Module):\n    def forward(self, x):\n"
            "        return x + missing\nmodel, inputs = M(), torch.ones(1)\n",
            4,
            "the forward fails with `inputs`: NameError: name 'missing' is not defined",
        ),
        (_LINEAR + "inputs = ()\n", 3, "the forward fails with `inputs`: TypeError: "),
        ("import torch\n\nmodel = torch.nn.Linaer(2)\n", 3, "the file fails: AttributeError: "),
        ("import torch\n\nraise ValueError('no')\n", 3, "the file fails: ValueError: no"),
        ("import sys\nsys.exit(3)\n", 2, "the file fails: SystemExit: 3"),
        ("model = (\n", 1, "the file fails: SyntaxError: "),
        ("import nothing_of_this_name\n", 1, "the file fails: ModuleNotFoundError: "),
        ("def model():\n    raise KeyError(1)\ninputs = ()\n", 2, "`model()` fails: KeyError: 1"),
        (
            "import torch\n\n\ndef model(x):\n    return x\ninputs = ()\n",
            4,
            "`model()` fails: TypeE",
        ),
        ("import os\n\nif os:\n    model, inputs = len, ()\n", 4, "`model()` fails: TypeError"),
        ("import torch\n\nexec('1 +')\n", 3, "the file fails: SyntaxError: "),
        (_LINEAR + "def inputs():\n    return 1 / 0\n", 4, "`inputs()` fails: ZeroDivisionError"),
    ],
)
def test_what_fails_in_the_file(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = tmp_path / "own.py"
    path.write_text(text)
    with pytest.raises(SpecError) as raised, loaded_model(path):
        pass
    assert str(raised.value).startswith(f"{path}:{line}:")
    assert f"--model: {message}" in raised.value.message
    assert raised.value.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "defines no `model` and no `inputs`"),
        ("model = 3\n", "defines no `inputs`"),
        ("inputs = ()\n", "defines no `model`"),
        ("model = 3\ninputs = ()\n", ":1:1: error: .*`model` in .* is a int"),
        (_LINEAR + "inputs = 3\n", ":3:1: error: .*`inputs` in .* is a int"),
    ],
)
def test_what_the_file_lacks(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "own.py"
    path.write_text(text)
    with pytest.raises(SpecError, match=message), loaded_model(path):
        pass


def test_functions_that_make_them(tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(
        "import torch\n\ndef model():\n    return torch.nn.Dropout()\n\n"
        "def inputs():\n    return torch.ones(3)\n"
    )
    with loaded_model(path) as loaded:
        assert loaded.forward(*loaded.inputs).tolist() == [1.0, 1.0, 1.0]


def test_no_evaluation_mode(tmp_path: Path) -> None:
    """As of what torch.export makes."""
    path = tmp_path / "own.py"
    text = _LINEAR + "inputs = torch.ones(3)\ndef refuse(): raise {}('no')\nmodel.eval = refuse\n"
    path.write_text(text.format("NotImplementedError"))
    with loaded_model(path) as loaded:
        assert loaded.notes == (
            "`model.eval()` is not implemented: the model is measured as it is",
        )
    path.write_text(text.format("KeyError"))
    with pytest.raises(SpecError, match="fails: KeyError"), loaded_model(path):
        pass


def test_a_file_that_changes_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("own.py")
    path.write_text(_LINEAR + "inputs = 3\nimport os\nos.chdir('/')\n")
    with pytest.raises(SpecError) as raised, loaded_model(path):
        pass
    assert str(raised.value).startswith("own.py:3:1: error: ")


def test_modules_beside_the_file(tmp_path: Path) -> None:
    """They are found first, also in the forward, and forgotten afterwards."""
    (tmp_path / "own_helper.py").write_text("def net(x):\n    return x / len(x.shape)\n")
    (tmp_path / "own_package").mkdir()
    (tmp_path / "own_package" / "late.py").write_text("import own_helper\n")
    path = tmp_path / "own.py"
    path.write_text(
        "import sys, torch\nfrom own_helper import net\nimport wave\n\n"
        "class Model(torch.nn.Module):\n    def forward(self, x):\n"
        "        import own_package.late\n        return net(x)\n\n"
        "model, inputs = Model(), torch.ones(1)\nsys.path.append('elsewhere')\n"
        "where, words = sys.path[0], sys.argv\n"
    )
    before, arguments = sys.path[:], sys.argv[:]
    with loaded_model(path) as loaded:
        assert sys.path[0] == str(tmp_path)
        assert sys.argv == [str(path)]
        assert loaded.forward(*loaded.inputs).tolist() == [1.0]
    assert (sys.path, sys.argv) == (before, arguments)
    assert "wave" in sys.modules
    assert not [name for name in sys.modules if name.startswith("own_")]
    path.write_text(path.read_text().replace("torch.ones(1)", "(3,)"))
    with pytest.raises(SpecError, match="AttributeError") as raised, loaded_model(path):
        pass
    assert str(raised.value).startswith(f"{path}:8:1: ")
    path.write_text("import torch\nfrom own_helper import net\nmodel = 1\nimport own_wrong\n")
    (tmp_path / "own_wrong.py").write_text("\n\n1 +\n")
    with pytest.raises(SpecError, match="SyntaxError") as raised, loaded_model(path):
        pass
    assert str(raised.value).startswith(f"{path}:4:1: ")
