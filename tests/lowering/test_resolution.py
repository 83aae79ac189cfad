"""Key resolution: the C++ function that a call goes to, and whether it can be linked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from native_build import compile_members, exported_symbols, of_aten, undefined_symbols

from dispatchless.cppast import (
    Block,
    Cast,
    Decl,
    ExprStmt,
    Function,
    Pointer,
    Prefix,
    Return,
    print_node,
)
from dispatchless.lowering.cpp_types import VOID
from dispatchless.lowering.redispatch import Certainty
from dispatchless.lowering.resolution import Link, LinkKind, resolve
from dispatchless.lowering.signature import (
    CppSignature,
    function_signatures,
    signatures,
    unboxed_signature,
)
from dispatchless.lowering.translate import call_arguments
from dispatchless.model import DispatchKey, Operator, OperatorTable

CPU, CUDA, META = DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.Meta
EXPLICIT = LinkKind.COMPOSITE_EXPLICIT
IMPLICIT = LinkKind.COMPOSITE_IMPLICIT

KNOWN = [
    ("add.Tensor", CPU, LinkKind.STRUCTURED, "at::cpu::add"),
    ("add.Tensor", CUDA, LinkKind.STRUCTURED, "at::cuda::add"),
    ("add.Tensor", META, LinkKind.STRUCTURED, "at::meta::add"),
    ("add.Tensor", None, LinkKind.DISPATCHER, "at::add"),
    ("add.Tensor", DispatchKey.SparseCPU, LinkKind.DISPATCHER, "at::add"),
    ("add.Tensor", DispatchKey.PrivateUse1, LinkKind.DISPATCHER, "at::add"),
    ("add_.Tensor", CPU, LinkKind.STRUCTURED, "at::cpu::add_"),
    ("add.out", META, LinkKind.STRUCTURED, "at::meta::add_out"),
    ("add.Scalar", CPU, EXPLICIT, "at::compositeexplicitautograd::add"),
    ("ones", CPU, EXPLICIT, "at::compositeexplicitautograd::ones"),
    ("ones", META, EXPLICIT, "at::compositeexplicitautograd::ones"),
    ("abs", CPU, EXPLICIT, "at::compositeexplicitautograd::abs"),
    ("abs", CUDA, EXPLICIT, "at::compositeexplicitautograd::abs"),
    ("abs.out", CPU, LinkKind.OWN_KERNEL, "at::cpu::abs_out"),
    ("abs.out", META, LinkKind.DISPATCHER, "at::abs_out"),
    ("relu_", CPU, LinkKind.OWN_KERNEL, "at::cpu::relu_"),
    ("relu_", META, LinkKind.DISPATCHER, "at::relu_"),
    ("normal_", META, LinkKind.OWN_KERNEL, "at::meta::normal_"),
    ("upsample_nearest1d", CPU, LinkKind.STRUCTURED, "at::cpu::upsample_nearest1d"),
    (
        "upsample_nearest1d.vec",
        CPU,
        IMPLICIT,
        "at::compositeimplicitautograd::upsample_nearest1d",
    ),
    ("linear", CPU, IMPLICIT, "at::compositeimplicitautograd::linear"),
    ("linear", DispatchKey.MPS, LinkKind.DISPATCHER, "at::linear"),
    ("sum.dim_IntList", CPU, LinkKind.STRUCTURED, "at::cpu::sum"),
    ("sum.dim_IntList", META, LinkKind.STRUCTURED, "at::meta::sum"),
    ("empty.memory_format", CPU, LinkKind.OWN_KERNEL, "at::cpu::empty"),
    ("empty.memory_format", META, LinkKind.OWN_KERNEL, "at::meta::empty"),
    ("as_strided", CPU, LinkKind.OWN_KERNEL, "at::cpu::as_strided"),
    ("masked_fill_.Scalar", META, LinkKind.DISPATCHER, "at::_ops::masked_fill__Scalar::call"),
    ("is_complex", None, LinkKind.DISPATCHER, "at::__dispatch_is_complex"),
    ("is_complex", CPU, IMPLICIT, "at::compositeimplicitautograd::is_complex"),
]


@pytest.mark.parametrize(("name", "key", "kind", "callee"), KNOWN)
def test_known_links(
    table: OperatorTable, name: str, key: DispatchKey | None, kind: LinkKind, callee: str
) -> None:
    operator = table.get(name)
    link = resolve(operator, key, table)
    assert link.kind is kind
    called = link.callee(signatures(operator)[0])
    assert print_node(called) == callee
    assert called.headers == (link.header,)
    assert link.is_direct is (kind is not LinkKind.DISPATCHER)


def test_path_is_told(table: OperatorTable) -> None:
    link = resolve(table.get("linear"), CPU, table)
    assert [str(step) for step in link.steps] == [
        "skip CPU: no kernel",
        "skip CompositeExplicitAutograd: no kernel",
        "skip CompositeExplicitAutogradNonFunctional: no kernel",
        "take CompositeImplicitAutograd: the kernel that its entry names",
    ]
    hidden = resolve(table.get("relu_"), META, table)
    assert [str(step) for step in hidden.steps] == [
        "skip Meta: declared in the header but not exported by libtorch",
        "take dispatcher: the only way to the kernel",
    ]


def test_what_has_no_meta_kernel_is_told(table: OperatorTable) -> None:
    link = resolve(table.get("hardswish"), META, table)
    assert str(link.steps[0]) == "skip Meta: no kernel"
    assert link.steps[-1].reason == "C++ has no meta kernel; in Python there may be one"


def test_views_are_told(table: OperatorTable) -> None:
    assert resolve(table.get("as_strided"), CPU, table).makes_view
    assert resolve(table.get("transpose.int"), CPU, table).makes_view
    assert not resolve(table.get("add_.Tensor"), CPU, table).makes_view


@pytest.mark.parametrize(
    ("name", "key", "certainty", "observed"),
    [
        ("linear", CPU, Certainty.MAYBE, {"addmm", "t"}),
        ("upsample_nearest1d", CPU, Certainty.MAYBE, {"as_strided"}),
        ("add.out", CPU, Certainty.MAYBE, set()),
        ("add.Tensor", META, Certainty.MAYBE, None),
        ("add.Tensor", None, Certainty.ALWAYS, None),
        ("ones.out", CPU, Certainty.MAYBE, set()),
        ("add.Scalar_out", CPU, Certainty.ALWAYS, None),
        ("diagonal_copy.out", CPU, Certainty.ALWAYS, {"diagonal_copy"}),
        ("diagonal_copy", CPU, Certainty.MAYBE, {"diagonal"}),
    ],
)
def test_inner_dispatches(
    table: OperatorTable,
    name: str,
    key: DispatchKey | None,
    certainty: Certainty,
    observed: set[str] | None,
) -> None:
    inner = resolve(table.get(name), key, table).inner
    assert inner.certainty is certainty
    if observed is None:
        assert inner.observed is None
    else:
        assert observed <= set(inner.observed or ())


def forwarders(operator: Operator, link: Link, first: int) -> Iterator[Decl]:
    """One function per form of the operator that passes its parameters on to the link's target."""
    for index, signature in enumerate(signatures(operator), first):
        target = target_of(operator, link, signature)
        call = link.call(signature)
        overload = Cast("static", Pointer(target.function_type), Prefix("&", call.callee))
        call = type(call)(overload, call_arguments(signature, target))
        done = ExprStmt(call) if signature.returns == VOID else Return(call)
        yield Function(
            f"forward_{index}",
            signature.parameters(defaults=False),
            signature.returns,
            body=Block((done,)),
        )


def target_of(operator: Operator, link: Link, signature: CppSignature) -> CppSignature:
    if link.is_unboxed_call:
        return unboxed_signature(operator)
    if link.is_direct:
        return signature
    position = signatures(operator).index(signature)
    return function_signatures(operator)[position]


def test_links_compile_and_are_exported(
    some_operators: tuple[Operator, ...],
    table: OperatorTable,
    torch_directory: Path,
    tmp_path: Path,
) -> None:
    """Code for every key calls every operator in all its forms; nothing is left undefined."""
    members: list[Decl] = []
    for operator in some_operators:
        links = {
            link.callee(signatures(operator)[0]): link
            for link in (resolve(operator, key, table) for key in (CPU, META, CUDA, None))
        }
        for link in links.values():
            members.extend(forwarders(operator, link, len(members)))
    compiled = compile_members(members, tmp_path / "links.cpp", torch_directory, link_names=True)
    wanted = of_aten(undefined_symbols(compiled))
    assert len(wanted) > len(some_operators)
    cuda = frozenset(each for each in wanted if each.startswith("_ZN2at4cuda"))
    assert wanted - cuda - exported_symbols(torch_directory) == frozenset()
