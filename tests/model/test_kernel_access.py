"""The key `kernels`: which operators are called by their kernels themselves; its errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless import verify
from dispatchless.model import (
    Adapter,
    Composite,
    KernelAccess,
    OperatorTable,
    SpecError,
    StructuredWrapper,
    load_spec,
)
from dispatchless.model.dispatch_stubs import dispatch_stubs

WRAPPER = (
    "- func: f(Tensor self, Tensor other) -> Tensor\n"
    "  structured_wrapper: return {statement};\n  calls: ({calls})\n  kernels: {kernels}\n"
)


def written(folder: Path, kernels: str, calls: str = "add.Tensor", statement: str = "") -> Path:
    path = folder / "spec.yaml"
    statement = statement or "add(self, other)"
    path.write_text(WRAPPER.format(statement=statement, calls=calls, kernels=kernels))
    return path


def test_all_that_can_be(tmp_path: Path, native: OperatorTable) -> None:
    path = written(tmp_path, "inheritance", "ones_like, add.Tensor", "add(self, ones_like(other))")
    for operator in load_spec(path, native=native).operators:
        assert isinstance(operator.design, StructuredWrapper)
        assert {str(c.name): c.access for c in operator.design.calls} == {
            "ones_like": KernelAccess.FUNCTION,
            "add.Tensor": KernelAccess.INHERITANCE,
        }
        # What is made of the call that is returned is called the same way; the rest is not.
        ways = {str(c.name): c.access.value for c in operator.inner_calls}
        assert set(ways) >= {"ones_like", "add.Tensor"}
        assert {ways.get("add_.Tensor"), ways.get("add.out")} <= {"inheritance", None}
        assert ways.get("copy_", "function") == "function"


def test_some(tmp_path: Path, native: OperatorTable) -> None:
    path = written(
        tmp_path, "stub (mul.Tensor)", "add.Tensor, mul.Tensor", "add(self, mul(self, other))"
    )
    operator = load_spec(path, native=native).operators[0]
    assert [c.access for c in operator.design.calls] == [KernelAccess.FUNCTION, KernelAccess.STUB]


def test_composites_and_adapters(tmp_path: Path, native: OperatorTable) -> None:
    (tmp_path / "h.h").write_text("")
    path = tmp_path / "spec.yaml"
    entry = (
        "- func: {}(Tensor self, Tensor other) -> Tensor\n  {}\n  kernels: stub\n  header: h.h\n"
    )
    path.write_text(
        entry.format("f", "composite: f (add.Tensor)")
        + entry.format("g", "adapter: G -> add.Tensor")
    )
    operators = load_spec(path, native=native).operators
    assert {type(each.design) for each in operators} == {Composite, Adapter}
    assert all(each.design.calls[0].access is KernelAccess.STUB for each in operators)


@pytest.mark.parametrize(
    ("kernels", "calls", "error", "hint"),
    [
        ("inherit", "add.Tensor", "'inherit' is no way to call a kernel", "'inheritance'"),
        ("stub (add.Tensor", "add.Tensor", "the list of operators has no end", "kernels: word ("),
        ("stub (mul.Tensor)", "add.Tensor", "the entry does not list 'mul.Tensor'", "'add.Tensor'"),
        (
            "inheritance (ones_like)",
            "ones_like",
            "'ones_like' is not structured: it has no kernel class",
            "leave it out of 'kernels'",
        ),
        (
            "stub (floor)",
            "floor",
            "no DispatchStub is known that does all that the kernel of 'floor' does",
            "its function is called then",
        ),
        (
            "stub (amax)",
            "amax",
            "the kernel class of 'amax' is no TensorIterator, which a stub takes",
            "its function is called then",
        ),
        (
            "inheritance",
            "ones_like",
            "no operator of the entry has a kernel that is called so",
            "'ones_like' is not structured",
        ),
    ],
)
def test_errors(
    tmp_path: Path, native: OperatorTable, kernels: str, calls: str, error: str, hint: str
) -> None:
    path = written(tmp_path, kernels, calls, f"{calls.partition('.')[0]}(self)")
    with pytest.raises(SpecError) as caught:
        load_spec(path, native=native)
    (found,) = caught.value.errors
    assert found.message == error
    assert hint in str(found.hint)
    assert found.location is not None and found.location.line == 4


def test_stubs_are_of_structured_iterators(native: OperatorTable) -> None:
    for name, stub in dispatch_stubs().items():
        operator = native.get(name)
        assert operator.structured and operator.structured_inherits == "TensorIteratorBase"
        assert {argument.name for argument in operator.schema.arguments} >= set(stub.arguments)


def test_the_embedded_runtime_has_none(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="the embedded runtime has no kernel class"):
        verify(written(tmp_path, "inheritance"), runtime="reference")
