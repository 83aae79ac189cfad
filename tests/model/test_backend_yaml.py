"""Yaml of backends outside PyTorch."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless.model import (
    DispatchKey,
    ExternalBackend,
    OperatorTable,
    SpecError,
    load_backend,
)

HEAD = "backend: XLA\ncpp_namespace: fjord\n"


def load(folder: Path, text: str, native: OperatorTable) -> ExternalBackend:
    path = folder / "backend.yaml"
    path.write_text(text)
    return load_backend(path, native=native)


def test_bare_autograd_is_an_empty_list(tmp_path: Path, native: OperatorTable) -> None:
    """Case N1."""
    backend = load(tmp_path, HEAD + "supported:\n- ceil\nautograd:\n", native)
    assert [str(e.operator.name) for e in backend.supported] == ["ceil"]
    assert backend.autograd == ()
    assert backend.autograd_key is None
    assert load(tmp_path, HEAD + "supported:\n", native).supported == ()


def test_one_overload_alone(tmp_path: Path, native: OperatorTable) -> None:
    """Case N11: clamp.Tensor, and not clamp."""
    backend = load(tmp_path, HEAD + "supported:\n- clamp.Tensor\n", native)
    assert [str(e.operator.name) for e in backend.supported] == ["clamp.Tensor"]
    assert backend.supported[0].kernel.qualified_name == "fjord::clamp"


def test_everything(tmp_path: Path, native: OperatorTable) -> None:
    text = (
        "backend: PrivateUse1\ncpp_namespace: a::fjord\nclass_name: Kernels\n"
        "extra_headers: [x.h]\nuse_out_as_primary: true\ndevice_guard: True\n"
        "supported:\n- add.out\n- expand\n- clone.out\nautograd:\n- max_pool2d\n"
        "symint: [expand]\nfull_codegen: [tanh]\nir_gen: [neg]\n"
        "non_native:\n- func: scalar(Scalar value, ScalarType type) -> Tensor\n  opkind: x\n"
    )
    backend = load(tmp_path, text, native)
    assert backend.key is DispatchKey.PrivateUse1
    assert backend.autograd_key is DispatchKey.AutogradPrivateUse1
    assert backend.class_name == "Kernels"
    assert [e.kernel.qualified_name for e in backend.supported] == [
        "a::fjord::add_out",
        "a::fjord::expand_symint",
        "a::fjord::clone_out",
        "a::fjord::tanh",
    ]
    assert [e.kernel.takes_symint for e in backend.supported] == [False, True, False, False]
    assert [str(e.operator.name) for e in backend.autograd] == ["max_pool2d"]
    assert [str(o.name) for o in backend.ir_gen] == ["neg"]
    assert backend.non_native == ("scalar(Scalar value, ScalarType type) -> Tensor",)
    assert backend.extra_headers == ("x.h",)
    assert backend.use_out_as_primary
    assert backend.device_guard
    assert str(backend.supported[0].origin).endswith("backend.yaml:8:3")


def test_default_class_name(tmp_path: Path, native: OperatorTable) -> None:
    assert load(tmp_path, HEAD, native).class_name == "XLANativeFunctions"


MALFORMED = [
    ("", 1, 1, "is a mapping, not nothing", "cpp_namespace"),
    ("- a\n", 1, 1, "is a mapping, not a list", None),
    ("cpp_namespace: x\n", 1, 1, "no 'backend'", None),
    ("backend: XLA\n", 1, 1, "no 'cpp_namespace'", None),
    ("backend:\ncpp_namespace: x\n", 1, 1, "'backend' has no value", None),
    ("backend: XLAA\ncpp_namespace: x\n", 1, 10, "not a backend's dispatch key", "'XLA'"),
    ("backend: AutogradXLA\ncpp_namespace: x\n", 1, 10, "not a backend's dispatch key", None),
    ("backend: XLA\ncpp_namespace: a::new\n", 2, 16, "keyword of C++", None),
    ("backend: XLA\ncpp_namespace: a;b\n", 2, 16, "not an identifier", None),
    (HEAD + "class_name: A B\n", 3, 13, "not an identifier", None),
    (HEAD + "suported: []\n", 3, 1, "unknown key 'suported'", "'supported'"),
    (HEAD + "use_out_as_primary: maybe\n", 3, 21, "is True or False", None),
    (HEAD + "autograd: ceil\n", 3, 11, "'autograd' is a list, not 'ceil'", "[ceil]"),
    (HEAD + "supported: ceil\n", 3, 12, "'supported' is a list", None),
    # case N9, both forms
    (HEAD + "supported:\n- clone\n    op_api: True\n- abs\n", 5, 11, "not yaml", "indented keys"),
    (HEAD + "supported:\n- func: clone\n  op_api: true\n", 4, 3, "'op_api'", None),
    # case N11 and its neighbours
    (HEAD + "supported:\n- clamp.Tensr\n", 4, 3, "unknown operator 'clamp.Tensr'", "clamp.Tensor"),
    (HEAD + "supported:\n- add\n", 4, 3, "unknown operator 'add'", "add.Tensor"),
    (HEAD + "supported:\n- a b\n", 4, 5, "behind the end", None),
    (HEAD + "supported:\n- ceil\n- ceil\n", 5, 3, "'ceil' is listed twice", None),
    (HEAD + "supported: [ceil]\nfull_codegen: [ceil]\n", 4, 16, "'ceil' is listed twice", None),
    (HEAD + "supported:\n- ceil: x\n", 4, 3, "is a name, not a mapping", "a name alone"),
    (HEAD + "supported:\n-\n", 4, 2, "an item of 'supported' is a name", None),
    (HEAD + "supported: [ceil]\nsymint: [neg]\n", 4, 10, "is not an operator that", "supported"),
    (HEAD + "supported: [abs]\nautograd: [abs_]\n", 4, 12, "a form of the same function", None),
    (HEAD + "non_native: x\n", 3, 13, "'non_native' is a list", None),
    (HEAD + "non_native: [{opkind: x}]\n", 3, 14, "has no 'func'", None),
]


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), MALFORMED)
def test_malformed(
    tmp_path: Path,
    native: OperatorTable,
    text: str,
    line: int,
    column: int,
    message: str,
    hint: str | None,
) -> None:
    with pytest.raises(SpecError) as caught:
        load(tmp_path, text, native)
    matching = [e for e in caught.value.errors if message in e.message]
    assert matching, str(caught.value)
    error = matching[0]
    assert error.location is not None
    assert (error.location.line, error.location.column) == (line, column), str(error)
    for each in caught.value.errors:
        assert each.hint, str(each)
    assert (hint or "") in (error.hint or "")
