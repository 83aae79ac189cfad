"""The functions that ATen declares per dispatch key, judged by a compiler and a symbol table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from native_build import compile_members, exported_symbols, of_aten, undefined_symbols

from dispatchless.cppast import (
    Auto,
    Cast,
    Decl,
    Header,
    NameExpr,
    Pointer,
    Prefix,
    QualifiedName,
    Var,
)
from dispatchless.lowering.direct_calls import (
    Provision,
    is_exported,
    provision,
)
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
    parse_operator_name,
)

# How many functions the headers of torch 2.13 declare.
DECLARED = {
    DispatchKey.CPU: 1683,
    DispatchKey.CUDA: 1897,
    DispatchKey.Meta: 1168,
    DispatchKey.CompositeExplicitAutograd: 1958,
    DispatchKey.CompositeExplicitAutogradNonFunctional: 502,
    DispatchKey.CompositeImplicitAutograd: 1047,
    DispatchKey.CompositeImplicitAutogradNestedTensor: 9,
}
# Declared in at::meta and hidden in the library.
HIDDEN_META = 37


def provided(
    operators: Iterable[Operator], key: DispatchKey, table: OperatorTable
) -> Iterator[tuple[Operator, CppSignature]]:
    for operator in operators:
        if provision(operator, key, table) is not None:
            yield from ((operator, each) for each in signatures(operator))


def dispatch_header(operator: Operator, key: DispatchKey) -> str:
    return f"{header_root(operator.name)}_{key.cpp_namespace}_dispatch.h"


def address(signature: CppSignature, scope: tuple[str, ...], header: str, index: int) -> Decl:
    """A variable with the address of the overload of exactly the signature's type."""
    function = QualifiedName((*scope, signature.name), headers=(Header(f"ATen/ops/{header}"),))
    overload = Cast("static", Pointer(signature.function_type), Prefix("&", NameExpr(function)))
    return Var(Auto(), f"function_{index}", overload)


@pytest.mark.parametrize("key", DIRECT_CALL_KEYS, ids=str)
def test_headers_declare_as_many_functions(
    operators: tuple[Operator, ...],
    table: OperatorTable,
    torch_directory: Path,
    key: DispatchKey,
) -> None:
    """Per header; with the compiled test below, ours and ATen's are the same functions."""
    pattern = f"*_{key.cpp_namespace}_dispatch.h"
    declared = {
        path.name: len(re.findall(r"^TORCH_API .*;$", path.read_text(), re.MULTILINE))
        for path in (torch_directory / "include" / "ATen" / "ops").glob(pattern)
    }
    ours = Counter(dispatch_header(o, key) for o, _ in provided(operators, key, table))
    assert dict(ours) == declared
    assert sum(declared.values()) == DECLARED[key]


def test_declared_types_and_exports(
    operators: tuple[Operator, ...],
    table: OperatorTable,
    torch_directory: Path,
    tmp_path: Path,
) -> None:
    """Every function is declared with exactly our type, and is exported where we say so."""
    reachable: list[Decl] = []
    hidden: list[Decl] = []
    for key in DIRECT_CALL_KEYS:
        for operator, signature in provided(operators, key, table):
            how = provision(operator, key, table)
            chosen = reachable if is_exported(how, operator, key, table) else hidden
            scope = ("at", key.cpp_namespace)
            chosen.append(address(signature, scope, dispatch_header(operator, key), len(chosen)))
    assert len(hidden) == HIDDEN_META
    assert len(reachable) == sum(DECLARED.values()) - HIDDEN_META

    available = exported_symbols(torch_directory)
    good = compile_members(reachable, tmp_path / "reachable.cpp", torch_directory, link_names=True)
    wanted = of_aten(undefined_symbols(good))
    assert len(wanted) == len(reachable)
    # at::cuda is in another library, which a CPU build of torch does not have.
    cuda = frozenset(each for each in wanted if each.startswith("_ZN2at4cuda"))
    assert len(cuda) == DECLARED[DispatchKey.CUDA]
    assert wanted - cuda - available == frozenset()

    bad = compile_members(hidden, tmp_path / "hidden.cpp", torch_directory, link_names=True)
    wanted = of_aten(undefined_symbols(bad))
    assert len(wanted) == len(hidden)
    assert wanted & available == frozenset()


def test_dispatching_functions(
    some_operators: tuple[Operator, ...], torch_directory: Path, tmp_path: Path
) -> None:
    """`at::add` and `at::_ops::add_Tensor::call`, in which dispatcher links end."""
    members: list[Decl] = []
    for operator in some_operators:
        root = header_root(operator.name)
        for signature in function_signatures(operator):
            members.append(address(signature, ("at",), f"{root}.h", len(members)))
        unboxed = unboxed_signature(operator)
        struct = QualifiedName(
            ("at", "_ops", operator.name.unambiguous, "call"),
            headers=(Header(f"ATen/ops/{root}_ops.h"),),
        )
        call = Cast("static", Pointer(unboxed.function_type), Prefix("&", NameExpr(struct)))
        members.append(Var(Auto(), f"function_{len(members)}", call))
    assert len(members) > 2 * len(some_operators)
    compile_members(members, tmp_path / "functions.cpp", torch_directory, link_names=False)


@pytest.mark.parametrize(
    ("name", "root"),
    [
        ("add_.Tensor", "add"),
        ("__iand__.Tensor", "and"),
        ("__and__.Scalar", "and"),
        ("_native_batch_norm_legit_functional", "_native_batch_norm_legit"),
        ("_foreach_add_.Scalar", "_foreach_add"),
    ],
)
def test_header_root(name: str, root: str) -> None:
    assert header_root(parse_operator_name(name)) == root


@pytest.mark.parametrize(
    ("name", "key", "how", "exported"),
    [
        ("add.Tensor", DispatchKey.CPU, Provision.STRUCTURED, True),
        ("add.out", DispatchKey.CPU, Provision.STRUCTURED, True),
        ("add.Tensor", DispatchKey.Meta, Provision.META, True),
        (
            "add.Tensor",
            DispatchKey.CompositeExplicitAutogradNonFunctional,
            Provision.DEFAULT,
            True,
        ),
        ("add.out", DispatchKey.CompositeExplicitAutogradNonFunctional, None, False),
        ("add.Tensor", DispatchKey.SparseCPU, None, False),
        ("relu_", DispatchKey.CPU, Provision.KERNEL, True),
        ("relu_", DispatchKey.Meta, Provision.RETURNS_SELF, False),
        ("normal_", DispatchKey.Meta, Provision.KERNEL, True),
        ("ones", DispatchKey.CPU, None, False),
        ("linear", DispatchKey.CompositeImplicitAutograd, Provision.KERNEL, True),
        ("_foreach_add_.Scalar", DispatchKey.CompositeExplicitAutograd, Provision.KERNEL, True),
    ],
)
def test_provision(
    table: OperatorTable, name: str, key: DispatchKey, how: Provision | None, exported: bool
) -> None:
    operator = table.get(name)
    assert provision(operator, key, table) is how
    assert is_exported(how, operator, key, table) is exported
