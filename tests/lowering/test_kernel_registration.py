"""Kernel signatures judged by the dispatcher: torch::Library checks them against the schema."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from native_build import compile_members, link_shared

from dispatchless.cppast import (
    Block,
    Call,
    Construct,
    Decl,
    ExprStmt,
    Function,
    Header,
    MacroBlock,
    Member,
    NamedType,
    NameExpr,
    Prefix,
    StringLit,
    Throw,
    name,
)
from dispatchless.lowering.cpp_types import has_int_flavour
from dispatchless.lowering.signature import kernel_signature, schema_signatures
from dispatchless.model import FunctionSchema, SpecError, parse_schema

NAMESPACE = "dispatchless_kernel_types"

ARGUMENT_TYPES = """
Tensor Tensor(x!) Tensor? Tensor(x!)? Tensor[] Tensor(x!)[] Tensor[2] Tensor[]? Tensor?[] Tensor?[]?
Tensor[][] int int? int[] int[2] int[]? int[][] int?[] SymInt SymInt? SymInt[] SymInt[3] SymInt[]?
SymInt[][] SymInt?[] float float? float[] float[]? bool bool? bool[] bool[]? bool[3] bool[3]?
SymBool SymBool? str str? str[] Scalar Scalar? Scalar[] Scalar[]? Scalar?[] ScalarType ScalarType?
ScalarType[] Layout Layout? Device Device? Device[] DeviceIndex MemoryFormat MemoryFormat?
Generator? Storage Stream QScheme
"""
RETURN_TYPES = """
Tensor Tensor? Tensor[] Tensor[]? Tensor?[] Tensor[][] int int? int[] int[]? SymInt SymInt[] float
float[] bool bool[] bool[2] SymBool str str[] Scalar Scalar? ScalarType Layout Device MemoryFormat
Generator? Storage Stream QScheme
"""


def schemas() -> Iterator[FunctionSchema]:
    for index, each in enumerate(ARGUMENT_TYPES.split()):
        yield parse_schema(f"argument_{index}({each} a) -> ()")
    for index, each in enumerate(RETURN_TYPES.split()):
        yield parse_schema(f"return_{index}() -> {each}")
    yield parse_schema("in_place(Tensor(a!) self) -> Tensor(a!)")
    yield parse_schema(
        "out(Tensor self, *, Tensor(a!) x, Tensor(b!) y) -> (Tensor(a!), Tensor(b!))"
    )
    yield parse_schema("several(Tensor self) -> (Tensor, int, Tensor[])")
    yield parse_schema(
        "factory(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None,"
        " Device? device=None, bool? pin_memory=None) -> Tensor"
    )


def taken(symint: bool) -> list[FunctionSchema]:
    """The schemas to try in a flavour: the second one only where it differs."""
    if symint:
        return [each for each in schemas() if each.has_symint]
    return [each for each in schemas() if all(has_int_flavour(a.type) for a in each.arguments)]


def registered(symint: bool) -> tuple[Decl, ...]:
    """A kernel for every schema, and the library that defines and registers them."""
    kernels: list[Decl] = []
    statements = []
    library = NameExpr(name("m"))
    suffix = "_symint" if symint else ""
    problem = Construct(
        NamedType(name("std::logic_error", header="stdexcept")), (StringLit("not to be called"),)
    )
    for schema in taken(symint):
        kernel = kernel_signature(schema, symint=symint)
        function = kernel.name + suffix
        body = Block((ExprStmt(Throw(problem)),))
        kernels.append(Function(function, kernel.parameters(), kernel.returns, body=body))
        address = Prefix("&", NameExpr(name(function)))
        arguments = (StringLit(kernel.name), NameExpr(name("c10::DispatchKey::CPU")), address)
        statements.append(ExprStmt(Call(Member(library, "def"), (StringLit(str(schema)),))))
        statements.append(ExprStmt(Call(Member(library, "impl"), arguments)))
    block = MacroBlock(
        "TORCH_LIBRARY",
        (NameExpr(name(NAMESPACE + suffix)), library),
        Block(tuple(statements)),
        Header("torch/library.h"),
    )
    return (*kernels, block)


LOAD = """
import sys, torch
torch.ops.load_library(sys.argv[1])
for namespace in sys.argv[2:]:
    names = torch._C._dispatch_get_all_op_names()
    print(namespace, sum(each.startswith(namespace + "::") for each in names))
"""


def test_dispatcher_takes_every_kernel(torch_directory: Path, tmp_path: Path) -> None:
    members = (*registered(symint=False), *registered(symint=True))
    source = tmp_path / "kernels.cpp"
    compiled = compile_members(members, source, torch_directory, link_names=True)
    library = link_shared(compiled, torch_directory)
    spaces = (NAMESPACE, NAMESPACE + "_symint")
    run = subprocess.run(
        (sys.executable, "-c", LOAD, str(library), *spaces),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    assert run.stdout.splitlines() == [
        f"{space} {len(taken(symint))}" for space, symint in zip(spaces, (False, True), strict=True)
    ]


def test_nested_symint_has_no_int_flavour() -> None:
    schema = parse_schema("f(SymInt[][] a) -> ()")
    with pytest.raises(SpecError, match="cannot take 'a' of type 'SymInt\\[\\]\\[\\]' as int64_t"):
        kernel_signature(schema, symint=False)
    assert [form.symint for form in schema_signatures(schema)] == [True]
