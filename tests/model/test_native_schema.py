"""A schema that is read alone is the schema of the whole entry."""

from __future__ import annotations

from pathlib import Path

import torchgen

from dispatchless.model import load_native_functions
from dispatchless.model.native_schema import find_schema

ATEN = Path(torchgen.__file__).parent / "packaged" / "ATen" / "native" / "native_functions.yaml"


def test_every_operator_of_torch() -> None:
    table = load_native_functions(ATEN)
    operators = load_native_functions(ATEN).all()
    assert len(operators) > 3000
    for operator in operators:
        schema = find_schema(table, str(operator.name))
        assert schema == operator.schema, operator.name
        assert schema is not None
        assert schema.origin == operator.schema.origin
        places = [argument.origin for argument in schema.arguments]
        assert places == [argument.origin for argument in operator.schema.arguments]


def test_most_entries_are_not_read() -> None:
    table = load_native_functions(ATEN)
    for operator in ("add.out", "relu.out", "convolution.out", "_to_copy.out"):
        find_schema(table, operator)
    assert table.unread("add.out") is not None


def test_layouts_that_need_the_whole_entry(tmp_path: Path) -> None:
    path = tmp_path / "native_functions.yaml"
    path.write_text(
        "- func: one(Tensor self,\n    Tensor other) -> Tensor\n  variants: function\n"
        '- func: "two(Tensor self) -> Tensor"\n'
        "- func: three(Tensor self) -> Tensor # a note\n"
        "- func: four(Tensor self, str s='a') -> Tensor\n"
        "- func: five(Tensor self) -> Tensor\n  # a note\n  variants: method\n"
    )
    table = load_native_functions(path)
    for name, arguments in (("one", 2), ("two", 1), ("three", 1), ("four", 2), ("five", 1)):
        schema = find_schema(table, name)
        assert schema is not None and len(schema.arguments) == arguments, name
    assert find_schema(table, "six") is None
