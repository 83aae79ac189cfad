"""Specifications of composites: what they give, and what is wrong in them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from malformed_specs import SUB, TEXTS, Malformed, entry

from dispatchless.model import (
    Composite,
    CompositeOperator,
    Operator,
    OperatorName,
    OperatorTable,
    SpecError,
    Specification,
    check_namespace,
    load_native_functions,
    load_spec,
    load_specs,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a header."""
    (tmp_path / "good.h").write_text("#pragma once\n")
    (tmp_path / "folder").mkdir()
    return tmp_path


def load(
    folder: Path, text: str, native: OperatorTable, namespace: str | None = "dispatchless"
) -> Specification:
    path = folder / "spec.yaml"
    path.write_text(text)
    return load_spec(path, native=native, namespace=namespace)


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: case.id)
def test_malformed(folder: Path, native: OperatorTable, case: Malformed) -> None:
    with pytest.raises(SpecError) as caught:
        load(folder, case.text, native)
    shown = str(caught.value)
    matching = [e for e in caught.value.errors if case.message in e.message]
    assert matching, shown
    error = matching[0]
    assert error.location is not None
    assert error.location.file == str(folder / "spec.yaml")
    assert (error.location.line, error.location.column) == (case.line, case.column), shown
    assert f"{error.location}: error: {error.message}" in shown
    for each in caught.value.errors:
        assert each.hint, shown
    assert error.hint is not None
    assert (case.hint or "") in error.hint


def test_names_of_the_header_are_written_whole(folder: Path, native: OperatorTable) -> None:
    """What a hint names can be copied as it stands, and is of the kind that the design needs."""
    (folder / "nc.h").write_text(
        "namespace nc {\n"
        "template <class OPS> at::Tensor cat_relu(const at::Tensor& a) { return OPS::neg(a); }\n"
        "struct Scaled { static at::Tensor other(const at::Tensor& a) { return a; } };\n"
        "}\n"
    )
    for composite, hint in (
        ("nc::x (neg)", "the header has 'nc::cat_relu'"),
        ("nc::cat_rel (neg)", "did you mean 'nc::cat_relu'?"),
        ("cat_rel (neg)", "did you mean 'nc::cat_relu'?"),
    ):
        with pytest.raises(SpecError, match="has no template") as caught:
            load(folder, entry(composite=composite, header="nc.h"), native)
        assert caught.value.hint == hint
    text = f"- func: {SUB}\n  adapter: Scald -> add.Tensor\n  header: nc.h\n"
    with pytest.raises(SpecError, match="has no struct") as caught:
        load(folder, text, native)
    assert caught.value.hint == "did you mean 'nc::Scaled'?"


def test_a_folder_as_header_names_what_is_in_it(folder: Path, native: OperatorTable) -> None:
    (folder / "folder" / "own.h").write_text("")
    with pytest.raises(SpecError, match="is a folder") as caught:
        load(folder, entry(header="folder"), native)
    assert caught.value.hint == "did you mean 'folder/own.h'?"


def test_near_names_with_the_same_overload_come_first(folder: Path, native: OperatorTable) -> None:
    with pytest.raises(SpecError) as caught:
        load(folder, entry(composite="x (ad.Tensor)", func="f(Tensor a) -> Tensor"), native)
    assert caught.value.hint is not None
    assert caught.value.hint.startswith("did you mean 'add.Tensor' or ")


def test_a_list_of_size_one_may_have_a_longer_default(folder: Path, native: OperatorTable) -> None:
    """As ATen's ``fft_fft2(..., int[1] dim=[-2,-1], ...)``: only an int in its place is one."""
    func = "f(Tensor a, int[1] dim=[-2,-1]) -> Tensor"
    assert str(load(folder, entry(func=func), native).operators[0].schema) == func


def test_enough_malformed_texts() -> None:
    assert len(TEXTS) >= 60
    assert len({case.id for case in TEXTS}) == len(TEXTS)


def test_all_errors_come_at_once_in_order(folder: Path, native: OperatorTable) -> None:
    text = (
        entry(header="absent.h", composite="sub (ad.Tensor)")
        + entry(func="g(Int a) -> Tensor", more="  tagz: x\n")
        + entry(func="h(Tensor a) -> Tensor", composite="h ()")
    )
    with pytest.raises(SpecError) as caught:
        load(folder, text, native)
    places = [(e.location.line, e.location.column) for e in caught.value.errors if e.location]
    assert places == [(2, 19), (3, 11), (4, 11), (7, 3), (9, 16)]
    assert str(caught.value).count(": error: ") == 5


def test_a_wrong_schema_hides_nothing_and_invents_nothing(
    folder: Path, native: OperatorTable
) -> None:
    """What the entry lists is checked; that others call it is no further error."""
    text = entry(func="mine(Int a) -> Tensor", composite="m (negg, abs)") + entry(
        func="other(Tensor a) -> Tensor", composite="o (mine)"
    )
    with pytest.raises(SpecError) as caught:
        load(folder, text, native)
    assert [e.message for e in caught.value.errors] == [
        "unknown type 'Int'",
        "unknown operator 'negg'",
    ]


def test_composite(folder: Path, native: OperatorTable) -> None:
    text = entry(composite="my::sub (add.Tensor, aten::neg)", more="  tags: [pointwise, core]\n")
    (operator,) = load(folder, text, native).operators
    assert str(operator.schema) == SUB
    assert operator.name == OperatorName(None, "sub", "Tensor")
    assert not operator.namespace_given
    assert operator.tags == {"pointwise", "core"}
    assert operator.header is not None
    assert operator.header.text == "good.h"
    assert operator.header.path == folder / "good.h"
    assert str(operator.origin) == f"{folder / 'spec.yaml'}:1:9"
    design = operator.design
    assert isinstance(design, Composite)
    assert design.template == ("my", "sub")
    assert not design.rooted
    assert not design.symint
    add, neg = design.calls
    assert add.operator is native.get("add.Tensor")
    assert neg.operator is native.get("neg")
    assert str(neg.name) == "aten::neg"
    assert str(add.origin) == f"{folder / 'spec.yaml'}:2:23"


def test_case_c1_in_our_grammar(folder: Path, native: OperatorTable) -> None:
    """Case C1: the struct has exactly the listed operators."""
    func = "dim_by.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"
    (operator,) = load(folder, entry(func, "dim_by (add.Tensor, neg)"), native).operators
    assert [str(call.name) for call in operator.design.calls] == ["add.Tensor", "neg"]


@pytest.mark.parametrize(
    ("written", "template", "rooted", "symint"),
    [
        ("f (neg)", ("f",), False, False),
        ("f(neg)", ("f",), False, False),
        ("::f (neg)", ("f",), True, False),
        ("a::b::f_symint ( neg )", ("a", "b", "f_symint"), False, True),
        ("f_symint_x (neg)", ("f_symint_x",), False, False),
    ],
)
def test_template_names(
    folder: Path,
    native: OperatorTable,
    written: str,
    template: tuple[str, ...],
    rooted: bool,
    symint: bool,
) -> None:
    (operator,) = load(folder, entry(composite=f"'{written}'"), native).operators
    design = operator.design
    assert (design.template, design.rooted, design.symint) == (template, rooted, symint)
    assert [str(call.name) for call in design.calls] == ["neg"]


def test_aten_operator_with_its_own_schema(folder: Path, native: OperatorTable) -> None:
    (operator,) = load(folder, entry(func=f"aten::{SUB}"), native).operators
    assert operator.is_aten
    assert operator.namespace_given


def test_own_name_of_an_aten_operator_means_atens(folder: Path, native: OperatorTable) -> None:
    """A library's own sub.Tensor may call ATen's: that is another operator."""
    (operator,) = load(folder, entry(composite="f (sub.Tensor)"), native).operators
    assert operator.design.calls[0].operator is native.get("sub.Tensor")


def test_composite_calls_composite(folder: Path, native: OperatorTable) -> None:
    text = (
        entry(func="outer(Tensor a) -> Tensor", composite="o (my_inner, lib::other, neg)")
        + entry(func="my_inner(Tensor a) -> Tensor", composite="i (neg)")
        + entry(func="lib::other(Tensor a) -> Tensor", composite="x (my_inner)")
    )
    outer, inner, other = load(folder, text, native).operators
    assert [call.operator for call in outer.design.calls[:2]] == [inner, other]
    assert isinstance(outer.design.calls[0].operator, CompositeOperator)
    assert isinstance(outer.design.calls[2].operator, Operator)
    assert outer.design.calls[0].operator is inner
    assert other.design.calls[0].operator is inner


@pytest.mark.parametrize("namespace", ["mine", None])
def test_an_operator_of_the_library_by_its_namespace(
    folder: Path, native: OperatorTable, namespace: str | None
) -> None:
    """So one that shares its name with an operator of ATen can be named."""
    own, fresh = "neg(Tensor self) -> Tensor", "fresh(Tensor self) -> Tensor"
    text = entry("outer(Tensor a) -> Tensor", "outer (mine::neg, mine::fresh, neg)")
    text += entry(own, "neg (abs)") + entry(fresh, "fresh (aten::neg)")
    outer, inner, other = load(folder, text, native, namespace).operators
    assert isinstance(outer.design, Composite)
    assert [call.operator for call in outer.design.calls[:2]] == [inner, other]
    assert isinstance(outer.design.calls[2].operator, Operator)


def test_an_operator_that_is_in_another_namespace(folder: Path, native: OperatorTable) -> None:
    text = entry("outer(Tensor a) -> Tensor", "outer (yours::comp)")
    text += entry("comp(Tensor self) -> Tensor", "comp (abs)")
    with pytest.raises(SpecError, match="unknown operator 'yours::comp'") as caught:
        load(folder, text, native, "mine")
    assert (caught.value.hint or "").endswith("write 'mine::comp'")
    twice = text.replace("(yours::comp)", "(mine::comp, comp)")
    with pytest.raises(SpecError, match="'comp' is listed twice"):
        load(folder, twice, native, "mine")


def test_long_chain_of_composites(folder: Path, native: OperatorTable) -> None:
    count = 2000
    text = "".join(
        entry(
            func=f"f{i}(Tensor a) -> Tensor",
            composite=f"f{i} ({f'f{i + 1}' if i < count - 1 else 'neg'})",
        )
        for i in range(count)
    )
    assert len(load(folder, text, native).operators) == count


def test_several_files_are_one_library(folder: Path, native: OperatorTable) -> None:
    first, second = folder / "a.yaml", folder / "b.yaml"
    first.write_text(entry(func="outer(Tensor a) -> Tensor", composite="o (my_inner)"))
    second.write_text(entry(func="my_inner(Tensor a) -> Tensor", composite="i (neg)"))
    specification = load_specs([first, second], native=native)
    assert [o.name.base for o in specification.operators] == ["outer", "my_inner"]
    assert specification.input_files == (str(first), str(second), str(folder / "good.h"))
    assert specification.path == str(first)


def test_errors_of_several_files_come_together(folder: Path, native: OperatorTable) -> None:
    first, second = folder / "b.yaml", folder / "a.yaml"
    first.write_text(entry() + entry(func="f(Tensor a) -> Tensor", composite="f (nega)"))
    second.write_text(entry())
    with pytest.raises(SpecError) as caught:
        load_specs([first, folder / "absent.yaml", second], native=native)
    places = [
        f"{Path(e.location.file).name}:{e.location.line}" for e in caught.value.errors if e.location
    ]
    assert sorted(places) == ["a.yaml:1", "absent.yaml:1", "b.yaml:5"]


def test_relative_paths(
    folder: Path, native: OperatorTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The header is found beside the specification, wherever the program runs."""
    (folder / "folder" / "spec.yaml").write_text(entry(header="../good.h"))
    monkeypatch.chdir(folder)
    (operator,) = load_spec("folder/spec.yaml", native=native).operators
    assert operator.header is not None
    assert operator.header.text == "../good.h"
    assert os.path.samefile(operator.header.path, folder / "good.h")


def test_errors_of_native_entries_are_told(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "native.yaml").write_text(
        "- func: neg(Tensor self) -> Tensr\n- func: abs(Tensor self) -> Tensor\n"
    )
    native = load_native_functions(tmp_path / "native.yaml")
    with pytest.raises(SpecError, match="unknown type 'Tensr'") as caught:
        load(folder, entry(composite="f (neg)"), native)
    assert str(caught.value.location) == f"{tmp_path / 'native.yaml'}:1:29"
    assert load(folder, entry(composite="f (abs)"), native).operators


@pytest.mark.parametrize("name", ["mylib", "my_lib2", "_x", "dispatchless"])
def test_namespaces(name: str) -> None:
    check_namespace(name)


@pytest.mark.parametrize(
    "name",
    ["", "my::lib", "my-lib", "2x", "class", "aten", "prim", "std", "at", "a__b", "_Lib", "x;y"],
)
def test_refused_namespaces(name: str) -> None:
    with pytest.raises(SpecError, match="--namespace"):
        check_namespace(name, what="--namespace")
