"""The reference runtime's headers: what they declare, and that every compiler takes them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from dispatchless.cppast import (
    Auto,
    Cast,
    Decl,
    Header,
    NameExpr,
    Pointer,
    Prefix,
    QualifiedName,
    SourceFile,
    Var,
)
from dispatchless.cppast.printer import print_file
from dispatchless.jit.reference_runtime import ReferenceRuntime
from dispatchless.jit.session import Session
from dispatchless.lowering.direct_calls import provision
from dispatchless.lowering.signature import (
    CppSignature,
    function_signatures,
    signatures,
    unboxed_signature,
)
from dispatchless.lowering.torch_symbols import DIRECT_CALL_KEYS
from dispatchless.model import (
    DispatchKey,
    Operator,
    OperatorTable,
    header_root,
    load_native_functions,
)

_RUNTIME = ReferenceRuntime()
_INCLUDE = _RUNTIME.include_dirs()[0]
# Kernels that ATen has only in Python, and the reference runtime in C++.
_OWN_META = {"abs.out", "where.self", "where.self_out"}


@pytest.fixture(scope="module")
def table() -> OperatorTable:
    return load_native_functions(_RUNTIME.native_functions())


def _address(
    scope: tuple[str, ...],
    header: str,
    signature: CppSignature,
    number: int,
    name: str | None = None,
) -> Decl:
    """A variable with the address of the overload of exactly the signature's type."""
    function = QualifiedName(
        (*scope, name or signature.name), headers=(Header(f"ATen/ops/{header}.h"),)
    )
    overload = Cast("static", Pointer(signature.function_type), Prefix("&", NameExpr(function)))
    return Var(Auto(), f"function_{number}", overload)


def _functions(table: OperatorTable, *, own_meta: bool) -> Iterator[Decl]:
    """The address of every function that the native_functions.yaml says there is."""
    number = 0
    for operator in table.all():
        root = header_root(operator.name)
        for signature in function_signatures(operator):
            yield _address(("at",), root, signature, number)
            number += 1
        entry = unboxed_signature(operator)
        scope = ("at", "_ops", operator.name.unambiguous)
        yield _address(scope, f"{root}_ops", entry, number, "call")
        number += 1
        for key in DIRECT_CALL_KEYS:
            namespace = key.cpp_namespace
            if not _has(operator, key, table) or namespace is None:
                continue
            if key is DispatchKey.Meta and not own_meta and str(operator.name) in _OWN_META:
                continue
            for signature in signatures(operator):
                header = f"{root}_{namespace}_dispatch"
                yield _address(("at", namespace), header, signature, number)
                number += 1


def _has(operator: Operator, key: DispatchKey, table: OperatorTable) -> bool:
    return key is not DispatchKey.CUDA and provision(operator, key, table) is not None


def _text(table: OperatorTable, *, own_meta: bool) -> str:
    return print_file(SourceFile("addresses.cpp", tuple(_functions(table, own_meta=own_meta)))).text


def test_there_are_all_the_functions(table: OperatorTable) -> None:
    assert len(list(_functions(table, own_meta=True))) > 300


@pytest.mark.runtime("reference")
def test_declares_what_the_yaml_says(session: Session, table: OperatorTable) -> None:
    session.define(_text(table, own_meta=True))


@pytest.mark.runtime("torch")
def test_torch_declares_the_same(session: Session, table: OperatorTable) -> None:
    session.define(_text(table, own_meta=False))


@pytest.mark.runtime("reference")
def test_registers_what_the_yaml_says(session: Session, table: OperatorTable) -> None:
    unit = session.define(
        "#include <string>\n"
        "std::string schemas() {\n"
        "  std::string text;\n"
        "  auto& dispatcher = c10::Dispatcher::singleton();\n"
        "  for (const auto& name : dispatcher.getAllOpNames()) {\n"
        '    if (name.getNamespace() == "aten") {\n'
        '      text += dispatcher.findSchema(name)->schema().text + "\\n";\n'
        "    }\n"
        "  }\n"
        "  return text;\n"
        "}\n"
    )
    registered = sorted(str(unit.call("schemas")).splitlines())
    assert registered == sorted(f"aten::{operator.schema}" for operator in table.all())


@pytest.mark.parametrize("standard", ["c++17", "c++20"])
def test_compiles_without_warnings(standard: str, tmp_path: Path) -> None:
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        pytest.skip("no C++ compiler: install g++ to run this test")
    headers = sorted(str(path.relative_to(_INCLUDE)) for path in _INCLUDE.rglob("*.h"))
    headers += [str(_RUNTIME.test_device_header())]
    source = tmp_path / "all.cpp"
    source.write_text("".join(f'#include "{header}"\n' for header in headers))
    command = [compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    done = subprocess.run([*command, f"-I{_INCLUDE}", str(source)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:4000]


def test_headers_are_short() -> None:
    lengths = {path.name: len(path.read_text().splitlines()) for path in _INCLUDE.rglob("*.h")}
    assert max(lengths.values()) < 400, lengths


def test_headers_need_nothing_of_torch() -> None:
    own = {str(path.relative_to(_INCLUDE)) for path in _INCLUDE.rglob("*.h")}
    for path in _INCLUDE.rglob("*.h"):
        for line in path.read_text().splitlines():
            if line.startswith("#include <") and "/" in line:
                assert line.split("<")[1].rstrip(">") in own, f"{path}: {line}"
