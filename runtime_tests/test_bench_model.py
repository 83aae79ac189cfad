"""Dispatcher calls of real modules: stock counts, what causes them, and composites in place."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from dispatchless.bench_model import bench_model, load_model, model_tables
from dispatchless.model import SpecError

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
    assert report.equal
    assert report.operators == ("aten::linear", "aten::softmax.int")
    counts, callers_table = model_tables(report)
    assert [row[1:3] for row in counts.rows] == [("36", "30"), ("23", "17")]
    assert ("aten::linear", "3", "27", "6", "15") in callers_table.rows


_LINEAR = "import torch\nmodel = torch.nn.Linear(3, 3)\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (_LINEAR + "inputs = torch.randn(1, 4)\n", 1, "the forward fails with `inputs`: Runtime"),
        (
            "import torch\nclass M(torch.nn.Module):\n    def forward(self, x):\n"
            "        return x + missing\nmodel, inputs = M(), torch.ones(1)\n",
            4,
            "the forward fails with `inputs`: NameError: name 'missing' is not defined",
        ),
        (_LINEAR + "inputs = ()\n", 1, "the forward fails with `inputs`: TypeError: "),
        ("import torch\n\nmodel = torch.nn.Linaer(2)\n", 3, "the file fails: AttributeError: "),
        ("import torch\n\nraise ValueError('no')\n", 3, "the file fails: ValueError: no"),
        ("import sys\nsys.exit(3)\n", 2, "the file fails: SystemExit: 3"),
        ("model = (\n", 1, "the file fails: SyntaxError: "),
        ("import nothing_of_this_name\n", 1, "the file fails: ModuleNotFoundError: "),
        ("def model():\n    raise KeyError(1)\ninputs = ()\n", 2, "`model()` fails: KeyError: 1"),
        (_LINEAR + "def inputs():\n    return 1 / 0\n", 4, "`inputs()` fails: ZeroDivisionError"),
    ],
)
def test_what_fails_in_the_file(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = tmp_path / "own.py"
    path.write_text(text)
    with pytest.raises(SpecError) as raised:
        load_model(path)
    assert str(raised.value).startswith(f"{path}:{line}:")
    assert f"--model: {message}" in raised.value.message
    assert raised.value.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "defines no `model` and no `inputs`"),
        ("model = 3\n", "defines no `inputs`"),
        ("inputs = ()\n", "defines no `model`"),
        ("model = 3\ninputs = ()\n", "`model` in .* is a int"),
        (_LINEAR + "inputs = 3\n", "`inputs` in .* is a int"),
    ],
)
def test_what_the_file_lacks(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "own.py"
    path.write_text(text)
    with pytest.raises(SpecError, match=message):
        load_model(path)


def test_functions_that_make_them(tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(
        "import torch\n\ndef model():\n    return torch.nn.Dropout()\n\n"
        "def inputs():\n    return torch.ones(3)\n"
    )
    model, inputs = load_model(path)
    assert model(*inputs).tolist() == [1.0, 1.0, 1.0]
