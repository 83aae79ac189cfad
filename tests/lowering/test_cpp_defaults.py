"""Schema defaults as C++ default arguments: the text, and that a compiler takes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from cpp_text import tokens
from native_build import compile_members

from dispatchless.cppast import Block, Call, Decl, ExprStmt, Function, NameExpr, name, print_node
from dispatchless.lowering.cpp_types import VOID
from dispatchless.lowering.signature import schema_signatures
from dispatchless.model import parse_schema

# Argument as a schema writes it -> the parameter in each form, plain and then symint.
CASES = [
    ("int a=-1", ["int64_t a=-1"]),
    ("int a=9223372036854775807", ["int64_t a=9223372036854775807LL"]),
    ("int a=-9223372036854775808", ["int64_t a=(-9223372036854775807LL - 1)"]),
    ("int a=Mean", ["int64_t a=at::Reduction::Mean"]),
    ("int? a=None", ["::std::optional<int64_t> a=::std::nullopt"]),
    ("int? a=0", ["::std::optional<int64_t> a=0"]),
    ("float a=1e-05", ["double a=1e-05"]),
    ("float a=0", ["double a=0"]),
    ("float a=-2", ["double a=-2"]),
    ("float a=100000000000000000000", ["double a=1e+20"]),
    ("float a=.5", ["double a=0.5"]),
    ("bool a=True", ["bool a=true"]),
    ("bool? a=False", ["::std::optional<bool> a=false"]),
    ("bool[3] a=[True, False, True]", ["::std::array<bool,3> a={true, false, true}"]),
    ("bool[2] a=True", ["::std::array<bool,2> a={true, true}"]),
    ("int[] a=[-2,0,-1]", ["at::IntArrayRef a={-2, 0, -1}"]),
    ("int[] a=[]", ["at::IntArrayRef a={}"]),
    ("int[2] a=1", ["at::IntArrayRef a=1"]),
    ("int[1]? a=None", ["at::OptionalIntArrayRef a=::std::nullopt"]),
    ("float[] a=[1, 2.5]", ["at::ArrayRef<double> a={1, 2.5}"]),
    ("float[]? a=None", ["::std::optional<at::ArrayRef<double>> a=::std::nullopt"]),
    ("SymInt a=-1", ["int64_t a=-1", "c10::SymInt a=-1"]),
    ("SymInt[2] a=1", ["at::IntArrayRef a=1", "c10::SymIntArrayRef a=c10::SymInt(1)"]),
    ("SymInt[] a=[0, 1]", ["at::IntArrayRef a={0, 1}", "c10::SymIntArrayRef a={0, 1}"]),
    (
        "SymInt[1]? a=None",
        [
            "at::OptionalIntArrayRef a=::std::nullopt",
            "at::OptionalSymIntArrayRef a=::std::nullopt",
        ],
    ),
    (
        "SymInt? a=None",
        [
            "::std::optional<int64_t> a=::std::nullopt",
            "::std::optional<c10::SymInt> a=::std::nullopt",
        ],
    ),
    ("Tensor? a=None", ["const ::std::optional<at::Tensor> & a={}"]),
    ("Tensor a=None", ["const at::Tensor & a={}"]),
    ("Scalar a=1", ["const at::Scalar & a=1"]),
    ("Scalar a=True", ["const at::Scalar & a=true"]),
    ("Scalar a=0.5", ["const at::Scalar & a=0.5"]),
    ("Scalar? a=None", ["const ::std::optional<at::Scalar> & a=::std::nullopt"]),
    ("str a='a \"b\" = c, d'", ['c10::string_view a="a \\"b\\" = c, d"']),
    ("str? a='none'", ['::std::optional<c10::string_view> a="none"']),
    ("ScalarType a=long", ["at::ScalarType a=at::kLong"]),
    ("ScalarType? a=bfloat16", ["::std::optional<at::ScalarType> a=at::kBFloat16"]),
    ("Layout a=strided", ["at::Layout a=at::kStrided"]),
    ('Device a="cpu"', ['at::Device a=at::Device("cpu")']),
    ("MemoryFormat a=contiguous_format", ["at::MemoryFormat a=c10::MemoryFormat::Contiguous"]),
    ("Generator? a=None", ["::std::optional<at::Generator> a=::std::nullopt"]),
]


@pytest.mark.parametrize(("argument", "expected"), CASES, ids=[case for case, _ in CASES])
def test_text(argument: str, expected: list[str]) -> None:
    forms = schema_signatures(parse_schema(f"f({argument}) -> ()"))
    assert [tokens(print_node(form.parameters()[0])) for form in forms] == [
        tokens(each) for each in expected
    ]


OPTIONS = [
    ("None", "{}"),
    ("long", "at::kLong"),
    ("float", "at::kFloat"),
]


def options_schema(dtype: str, index: int = 0) -> str:
    return (
        f"g{index}(int n, *, ScalarType? dtype={dtype}, Layout? layout=None,"
        " Device? device=None, bool? pin_memory=None) -> ()"
    )


@pytest.mark.parametrize(("dtype", "expected"), OPTIONS)
def test_tensor_options(dtype: str, expected: str) -> None:
    plain, faithful = schema_signatures(parse_schema(options_schema(dtype)))
    options = tokens(print_node(plain.parameters()[1]))
    assert options == tokens(f"at::TensorOptions options={expected}")
    assert all(each.default is None for each in faithful.params)


@pytest.mark.parametrize(
    ("dtype", "layout", "pin_memory"),
    [
        ("ScalarType dtype", "Layout? layout=None", "bool? pin_memory=None"),
        ("ScalarType? dtype=None", "Layout? layout=strided", "bool? pin_memory=None"),
        ("ScalarType? dtype=None", "Layout? layout=None", "bool? pin_memory=False"),
    ],
)
def test_tensor_options_without_default(dtype: str, layout: str, pin_memory: str) -> None:
    schema = parse_schema(f"f(*, {dtype}, {layout}, Device? device=None, {pin_memory}) -> ()")
    plain, _ = schema_signatures(schema)
    assert plain.params[0].default is None


def test_defaults_compile(torch_directory: Path, tmp_path: Path) -> None:
    """Each form is declared and called without the argument that has the default."""
    schemas = [f"f{i}({argument}) -> ()" for i, (argument, _) in enumerate(CASES)]
    members: list[Decl] = []
    calls: list[ExprStmt] = []
    for text in schemas:
        for form in schema_signatures(parse_schema(text)):
            members.append(Function(form.name, form.parameters(), form.returns))
            calls.append(ExprStmt(Call(NameExpr(name(form.name)), ())))
    members.append(Function("use", (), VOID, body=Block(tuple(calls))))
    for index, (dtype, _) in enumerate(OPTIONS):
        plain, _ = schema_signatures(parse_schema(options_schema(dtype, index)))
        members.append(Function(plain.name, plain.parameters(), plain.returns))
    compile_members(members, tmp_path / "defaults.cpp", torch_directory, link_names=False)
