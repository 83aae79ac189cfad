"""native_functions.yaml: look-up entry by entry, and what is wrong in entries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dispatchless.model import (
    DispatchKey,
    OperatorName,
    OperatorTable,
    SpecError,
    families,
    load_native_functions,
)


@pytest.fixture
def table(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Makes a table of a text."""

    def make(text: str) -> OperatorTable:
        path = tmp_path / "native.yaml"
        path.write_text(text)
        return load_native_functions(path)

    return make


def errors_of(table: OperatorTable) -> tuple[SpecError, ...]:
    with pytest.raises(SpecError) as caught:
        table.all()
    return caught.value.errors


# look-up


def test_find(native: OperatorTable) -> None:
    add = native.get("add.Tensor")
    assert add is native.get("aten::add.Tensor")
    assert add is native.get(OperatorName(None, "add", "Tensor"))
    assert add is native.get(OperatorName("aten", "add", "Tensor"))
    assert native.find("add.Tensr") is None
    assert native.find("mylib::add.Tensor") is None
    generated = native.get("clone.out")
    assert generated.is_generated
    assert generated is native.find("clone.out")


def test_operators_can_be_keys(native: OperatorTable) -> None:
    names = ("cat.out", "add.out", "clone.out")
    assert len({native.get(name) for name in (*names, *names)}) == 3


def test_autogen_without_effect(native: OperatorTable) -> None:
    """Its family is decomposed as a whole, so torch makes no such operator."""
    assert "upsample_nearest1d.vec_out" in {
        str(name) for name in native.get("upsample_nearest1d.vec").autogen
    }
    assert native.find("upsample_nearest1d.vec_out") is None


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("add.Tensr", "did you mean 'add.Tensor'"),
        ("add", "every overload of 'add' has a name: add.Tensor"),
        ("sigmid", "did you mean 'sigmoid'"),
        ("Sigmoid", "did you mean 'sigmoid'"),
    ],
)
def test_unknown(native: OperatorTable, name: str, hint: str) -> None:
    with pytest.raises(SpecError, match="unknown operator") as caught:
        native.get(name)
    assert caught.value.hint is not None
    assert hint in caught.value.hint


def test_overloads(native: OperatorTable) -> None:
    assert {o.name.local for o in native.overloads("add")} == {
        *("add.Tensor", "add.Scalar", "add.out", "add.Scalar_out")
    }


def test_only_looked_up_entries_are_parsed(table) -> None:  # type: ignore[no-untyped-def]
    opened = table(
        "- func: good(Tensor self) -> Tensor\n- func: bad(Tensor self -> Tensor\n"
        "- func: tab(Tensor self) -> Tensor\n\tvariants: method\n"
    )
    assert opened.get("good").name.base == "good"
    with pytest.raises(SpecError, match="expected ',' or '\\)'"):
        opened.find("bad")


def test_errors_of_all_entries_come_together(table) -> None:  # type: ignore[no-untyped-def]
    found = errors_of(
        table(
            "- func: a(Tensor self -> Tensor\n"
            "- func: b(Tensor self) -> Tensor\n  variant: method\n  tags: 3\n  structured: maybe\n"
            "- func: c(Tensor self) -> Tensor\n  dispatch:\n    CPU: k\n   bad\n"
            "- func: d(Int self) -> Tensor\n"
        )
    )
    assert [e.location.line for e in found if e.location] == [1, 3, 5, 9, 10]


LAYOUTS = [
    "-   func: f(Tensor self) -> Tensor\n    variants: method\n",
    "-\n  func: f(Tensor self) -> Tensor\n  variants: method\n",
    "- variants: method\n  func: f(Tensor self) -> Tensor\n",
    "[{func: 'f(Tensor self) -> Tensor', variants: method}]\n",
    "  - func: f(Tensor self) -> Tensor\n    variants: method\n",
    "- 'func': f(Tensor self) -> Tensor\n  variants: method\n",
    '- func: "f(Tensor self) -> Tensor"\n  variants: method\n',
    "- func: >\n    f(Tensor self)\n    -> Tensor\n  variants: method\n",
    "- func: f (Tensor self) -> Tensor\n  variants: method\n",
    "- func: aten::f(Tensor self) -> Tensor\n  variants: method\n",
    "---\n- func: f(Tensor self) -> Tensor\n  variants: method\n",
    "- func: f(Tensor self) -> Tensor\r\n  variants: method\r\n",
    "- func: f(Tensor self) -> Tensor\n  tags: &t [core]\n  variants: method\n"
    "- func: g(Tensor self) -> Tensor\n  tags: *t\n",
    '- variants: "method"\n  python_module: "\n  func: g(\n"\n  func: f(Tensor self) -> Tensor\n',
]


@pytest.mark.parametrize("text", LAYOUTS)
def test_any_layout_of_the_yaml(table, text: str) -> None:  # type: ignore[no-untyped-def]
    opened = table(text)
    if "python_module" in text:
        with pytest.raises(SpecError, match="method cannot stand in a Python module"):
            opened.all()
        return
    for name in [n for n in ("f", "g") if f"{n}(" in text or f"{n} (" in text]:
        assert opened.get(name).name.base == name
    assert {v.value for v in opened.get("f").variants} == {"method"}
    assert [o.name.base for o in opened.all()] == [*opened.names()]


def test_autogen_in_any_layout(table) -> None:  # type: ignore[no-untyped-def]
    head = "- func: f(Tensor self) -> Tensor\n  dispatch:\n    CPU: f\n"
    for line in (
        "autogen: f.out",
        "autogen: f.out # why",
        "autogen:\n    f.out",
        "'autogen': 'f.out'",
        "autogen: >\n    f.out\n",
    ):
        opened = table(f"{head}  {line}\n")
        assert str(opened.get("f.out").schema) == (
            "f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
        )


NO_LISTS = [
    ("", "empty"),
    ("# nothing\n", "empty"),
    ("a: b\n", "list of entries, not a mapping"),
    ("just text\n", "list of entries, not 'just text'"),
]


@pytest.mark.parametrize(("text", "message"), NO_LISTS)
def test_no_list(table, text: str, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(SpecError, match=message):
        table(text)


def test_absent_file(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot read"):
        load_native_functions(tmp_path / "absent.yaml")


# entries

F = "- func: f(Tensor self) -> Tensor\n"
OUT = "- func: f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"

MALFORMED_ENTRIES = [
    ("- 3\n", 1, 3, "an entry is a mapping, not '3'"),
    ("- variants: method\n", 1, 3, "has no 'func'"),
    ("- fun: f(Tensor self) -> Tensor\n", 1, 3, "has no 'func'"),
    ("- func:\n", 1, 3, "'func' has no value"),
    ("- func: [f]\n", 1, 9, "'func' is a text, not a list"),
    (F + "  variant: method\n", 2, 3, "unknown key 'variant'"),
    (F + "  variants: methd\n", 2, 13, "unknown variant 'methd'"),
    (F + "  variants: method\n  variants: function\n", 3, 3, "stands twice"),
    (F + "  dispatch: CPU\n", 2, 13, "'dispatch' is a mapping"),
    (F + "  dispatch:\n    CPUU: k\n", 3, 5, "unknown dispatch key 'CPUU'"),
    (F + "  dispatch:\n    CPU, Metaa: k\n", 3, 10, "unknown dispatch key 'Metaa'"),
    (F + "  dispatch:\n    AutogradCPU: k\n", 3, 5, "no entry can have a kernel"),
    (F + "  dispatch:\n    CPU: k\n    CUDA, CPU: l\n", 4, 11, "'CPU' has two kernels"),
    (F + "  dispatch:\n    CPU: k(int)\n", 3, 10, "is not an identifier"),
    (F + "  dispatch:\n    CPU: delete\n", 3, 10, "keyword of C++"),
    (F + "  dispatch:\n    CPU:\n", 3, 9, "a kernel is a C++ name"),
    (F + "  dispatch:\n    CPU: [a]\n", 3, 10, "a kernel is a C++ name"),
    (F + "  dispatch:\n    CPU: a::b::c::d::e\n", 3, 10, "three namespaces"),
    (
        F + "  dispatch:\n    CompositeExplicitAutograd: k\n    CompositeImplicitAutograd: l\n",
        2,
        3,
        "exclude each other",
    ),
    (F + "  structured: True\n", 2, 3, "only an out= operator is structured"),
    (F + "  structured: 'True'\n", 2, 15, "'structured' is True or False"),
    (OUT + "  structured_delegate: f.out\n", 2, 3, "does not delegate"),
    (OUT + "  variants: function, method\n", 2, 3, "never a method"),
    (F + "  structured_inherits: X\n", 2, 3, "needs 'structured: True'"),
    (F + "  structured_delegate: a::f.out\n", 2, 24, "namespace of its entry"),
    (F + "  structured_delegate: f..out\n", 2, 26, "expected an overload name"),
    (F + "  precomputed:\n  - a\n", 2, 3, "needs 'structured: True'"),
    (
        OUT + "  structured: True\n  precomputed:\n  - int x\n  - int y\n",
        4,
        5,
        "only the last",
    ),
    (OUT + "  structured: True\n  precomputed:\n  - b -> int x\n", 4, 5, "'b' is no argument"),
    (OUT + "  structured: True\n  precomputed:\n  - self -> int\n", 4, 13, "has no name"),
    (OUT + "  structured: True\n  precomputed:\n  - self -> int X\n", 4, 5, "all upper case"),
    (F + "  dispatch:\n    CPU: f\n  autogen: f.x\n", 1, 3, "'f.x', none of its forms"),
    (F + "  autogen: f.out, f..out\n", 2, 21, "expected an overload name"),
    (F + "  device_check: Never\n", 2, 17, "unknown device_check"),
    (F + "  cpp_no_default_args: [a]\n", 2, 25, "no argument with a default"),
    (F + "  cpp_no_default_args: a\n", 2, 24, "'cpp_no_default_args' is a list"),
    (F + "  python_module: nn\n  variants: method\n", 2, 3, "Python module"),
    (
        F + "  manual_kernel_registration: True\n  dispatch:\n    CPU: k\n",
        3,
        3,
        "there is no",
    ),
    (F + "  ufunc_inner_loop: add\n", 2, 3, "needs 'structured: True'"),
    (OUT + "  structured: True\n  ufunc_inner_loop:\n    Generc: add (A)\n", 4, 5, "unknown"),
    (OUT + "  structured: True\n  ufunc_inner_loop: add A\n", 3, 21, "not a ufunc loop"),
    (F + F, 2, 1, "'f' stands twice"),
    (F + "  dispatch:\n    CPU: f\n  autogen: f.out\n" + OUT, 1, 1, "which has an entry"),
    (F + "- func: f.b(Tensor self) -> Tensor\n", 2, 9, "form of one function"),
    # case N3 and its neighbours
    (F + "  structured_delegate: f.out\n", 1, 9, "'f' delegates to 'f.out', which is not in"),
    (F + "  structured_delegate: f.out\n" + OUT, 1, 9, "which is not structured"),
    (F + OUT + "  structured: True\n", 1, 9, "does not delegate to it"),
    (OUT + "  structured: True\n", 1, 9, "has no functional form"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), MALFORMED_ENTRIES)
def test_malformed_entry(table, text: str, line: int, column: int, message: str) -> None:  # type: ignore[no-untyped-def]
    found = errors_of(table(text))
    matching = [e for e in found if message in e.message]
    assert matching, [str(e) for e in found]
    location = matching[0].location
    assert location is not None
    assert (location.line, location.column) == (line, column)


def test_tags_are_those_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "tags.yaml").write_text("- tag: core\n  desc: x\n- tag: pointwise\n  desc: y\n")
    path = tmp_path / "native.yaml"
    path.write_text(F + "  tags: [core, pointwize]\n")
    with pytest.raises(SpecError, match="unknown tag 'pointwize'") as caught:
        load_native_functions(path).all()
    assert caught.value.hint == "did you mean 'pointwise'?"


def test_kernel_name_decides_about_symint(table) -> None:  # type: ignore[no-untyped-def]
    """Case N5: not the schema, and not the key."""
    opened = table(
        "- func: grow(Tensor self, SymInt[] size) -> Tensor\n"
        "  dispatch:\n    CPU, Meta: grow_kernel\n"
        "- func: grow2(Tensor self, SymInt[] size) -> Tensor\n"
        "  dispatch:\n    CPU, Meta: grow2_symint\n"
    )
    for key in (DispatchKey.CPU, DispatchKey.Meta):
        first, second = opened.get("grow").kernel(key), opened.get("grow2").kernel(key)
        assert first is not None
        assert second is not None
        assert not first.takes_symint
        assert second.takes_symint
        assert second.qualified_name == "at::native::grow2_symint"
    assert opened.get("grow").kernel(DispatchKey.CUDA) is None


def test_kernel_namespace(table) -> None:  # type: ignore[no-untyped-def]
    opened = table(F + "  dispatch:\n    CPU: mine::inner::f_cpu\n")
    kernel = opened.get("f").kernel(DispatchKey.CPU)
    assert kernel is not None
    assert kernel.qualified_name == "mine::inner::native::f_cpu"


def test_overloads_that_are_ambiguous_in_cpp_are_legal(table) -> None:  # type: ignore[no-untyped-def]
    """Case N7: the yaml is legal; names tell the overloads apart."""
    opened = table(
        "- func: fold(Tensor self) -> Tensor\n- func: fold.dim(Tensor self, int dim=0) -> Tensor\n"
    )
    assert [o.name.unambiguous for o in opened.all()] == ["fold", "fold_dim"]


N13 = """\
- func: fold(Tensor self) -> Tensor
  tags: [pointwise, core, nondeterministic_seeded]
- func: fold.dim(Tensor self, int dim) -> Tensor
- func: fold_(Tensor(a!) self) -> Tensor(a!)
"""

PRINT_ALL = """\
import sys
from dispatchless.model import families, load_native_functions
table = load_native_functions(sys.argv[1])
for operator in table.all():
    print(operator.schema, sorted(operator.tags), operator.dispatch, operator.origin)
for family in families(table.all()):
    print([str(o.name) for o in family.operators])
print(table.names())
"""


def test_same_order_in_every_process(tmp_path: Path) -> None:
    """Case N13: no order of a set leaks out, whatever the hash seed."""
    path = tmp_path / "native.yaml"
    path.write_text(N13)
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PRINT_ALL, str(path)],
            env={"PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(4)
    }
    assert len(outputs) == 1
    assert "fold.dim" in outputs.pop()


def test_families(table) -> None:  # type: ignore[no-untyped-def]
    opened = table(N13 + "- func: fold.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n")
    first, second = families(opened.all())
    assert [str(o.name) for o in first.operators] == ["fold", "fold_", "fold.out"]
    assert [str(o.name) for o in second.operators] == ["fold.dim"]


def test_importing_the_model_is_cheap() -> None:
    """What is slow to import is imported when something is wrong, or never."""
    code = "import sys, dispatchless.model; print(*sys.modules, sep='\\n')"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert loaded.isdisjoint({"difflib", "torch", "torchgen", "rich", "numpy", "typing_extensions"})
    assert not any(name.startswith("dispatchless.cppast") for name in loaded)
