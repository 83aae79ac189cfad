"""Structs of adapters: what they are made of, and what their targets return."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless.model import OperatorTable, SpecError, load_spec

FUNC = "- func: t(Tensor self, Tensor o, *, Scalar alpha=1) -> {}\n"
ENTRY = FUNC.format("Tensor") + "  adapter: A -> mul.Tensor\n  header: h.h\n"
OTHER = "at::Tensor other() const { return o; }"
REF = "const at::Tensor&"


def errors_of(
    folder: Path, native: OperatorTable, header: str, entry: str = ENTRY
) -> list[SpecError]:
    (folder / "h.h").write_text(header)
    (folder / "spec.yaml").write_text(entry)
    try:
        load_spec(folder / "spec.yaml", native=native)
    except SpecError as error:
        return list(error.errors)
    return []


def test_other_results_than_the_target(tmp_path: Path, native: OperatorTable) -> None:
    entry = ENTRY.replace("-> Tensor", "-> (Tensor, Tensor)")
    (error,) = errors_of(tmp_path, native, f"struct A {{ {OTHER} }};", entry)
    assert f"{error.location}" == f"{tmp_path / 'spec.yaml'}:2:17"
    assert error.message == "'mul.Tensor' returns 'Tensor', and 't' returns '(Tensor, Tensor)'"
    assert error.span == (5, 10)
    assert error.hint is not None


def test_an_argument_that_nothing_makes_is_told_at_the_target(
    tmp_path: Path, native: OperatorTable
) -> None:
    (error,) = errors_of(tmp_path, native, "struct A { int more(); };")
    assert f"{error.location}" == f"{tmp_path / 'spec.yaml'}:2:17"
    assert error.message == "nothing makes the argument 'other' of 'mul.Tensor'"
    assert error.span == (5, 10)


@pytest.mark.parametrize(
    ("constructors", "message"),
    [
        ("A(at::Tensor a);", "the constructor of 'A' takes 1 argument, and 't' gives it 3"),
        ("A() = default;", "the constructor of 'A' takes 0 arguments, and 't' gives it 3"),
        (
            "explicit A(int a, int b, int c, int d, int e = 1) : a_{a}, b_(b) {}",
            "the constructor of 'A' takes 5 arguments, and 't' gives it 3",
        ),
        (
            "~A() {} A(int a); A(int a, int b = 2); A(const A&) = delete;",
            "no constructor of 'A' takes 3 arguments, which 't' gives it",
        ),
    ],
)
def test_a_constructor_of_other_arguments(
    tmp_path: Path, native: OperatorTable, constructors: str, message: str
) -> None:
    (error,) = errors_of(tmp_path, native, f"struct A {{\n{constructors} {OTHER} }};")
    assert error.message == message
    assert error.location is not None
    assert (Path(error.location.file).name, error.location.line) == ("h.h", 2)
    assert error.text is not None
    assert error.text[error.location.column - 1] == "A"
    assert error.hint == "one for each argument of the schema: self, o, alpha"


@pytest.mark.parametrize(
    "body",
    [
        f"A({REF} a, {REF} b, const at::Scalar& c) : o{{b}}, a_{{a}} {{}}",
        "A() = default; A(int a, int b, int c = 3, int d = std::max(1, 4));",
        "template <class... T> A(T&&... all);",
        "template <class T> explicit A(const T& all); A(int a);",
        "A(void); A(int a, int b, int c);",
        "A(int a, ...);",
        "MAYBE A(int a);",
        "using Base::Base; A(int a);",
        "at::Tensor self; at::Tensor o; at::Scalar alpha;",
        "operator A*() const; ~A();",
    ],
)
def test_a_struct_that_may_be_made(tmp_path: Path, native: OperatorTable, body: str) -> None:
    assert not errors_of(tmp_path, native, f"struct A {{ {body} {OTHER} }};")


def test_static_functions_need_no_constructor(tmp_path: Path, native: OperatorTable) -> None:
    static = f"static {OTHER.replace('()', '(int a, int b, int c)').replace('const ', '')}"
    assert not errors_of(tmp_path, native, f"struct A {{ A(int a); {static} }};")
    (error,) = errors_of(tmp_path, native, f"template <class T = int> struct A {{ {static} }};")
    assert error.message == "'A' is a class template, and nothing tells its arguments"


def test_a_class_template(tmp_path: Path, native: OperatorTable) -> None:
    (error,) = errors_of(tmp_path, native, f"template <class T>\nstruct A {{ {OTHER} }};")
    assert f"{error.location}" == f"{tmp_path / 'h.h'}:2:8"
    assert error.message == "'A' is a class template, and nothing tells its arguments"
    assert error.hint == "an adapter is a struct, or a namespace of functions: leave 'template' out"
    for right in (
        f"template <class T> struct A {{ A(const T& a, int b, int c); {OTHER} }};",
        f"template <class T = int> struct A {{ A(int a, int b, int c); {OTHER} }};",
        f"template <class T> struct A {{ T self; at::Tensor o; at::Scalar alpha; {OTHER} }};",
        f"template <class T> struct A {{ A(int a, int b, int c); {OTHER} }};"
        " A(int a, int b, int c) -> A<int>;",
    ):
        assert not errors_of(tmp_path, native, right)
