"""The reference runtime's dispatcher: kinds of kernels, guards, libraries, another device."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dispatchless.jit.reference_runtime import ReferenceRuntime
from dispatchless.jit.session import Session

pytestmark = pytest.mark.runtime("reference")

_SOURCE = Path(__file__).with_name("reference_dispatcher.h")


@pytest.fixture
def unit(session: Session) -> Any:
    return session.define(_SOURCE.read_text(), name=_SOURCE.name)


@pytest.fixture
def runtime(session: Session) -> ReferenceRuntime:
    assert isinstance(session.runtime, ReferenceRuntime)
    return session.runtime


def test_dispatcher(unit: Any) -> None:
    """One unit for all, since compiling it takes longer than what it does."""
    assert str(unit.call("symint_kernels")) == "208 22 202"
    assert str(unit.call("key_set_argument")) == "11 11"
    assert str(unit.call("identity_of_results")) == "11"
    assert str(unit.call("wrong_signatures")).split("|") == [
        "\nTried to access or call an operator with a wrong signature.",
        "\nMismatch in kernel C++ signatures\n  ope",
        "Expected a kernel of 2 arguments for kinds::a",
    ]
    assert str(unit.call("malformed_schemas")).split() == ["refused"] * 6
    assert str(unit.call("failed_library")) == "0"
    assert str(unit.call("threads_have_their_own_keys")) == "011"
    assert str(unit.call("guards_nest")) == "---ava-a--"
    assert str(unit.call("boxed_fallback")) == "1000 -1"
    assert str(unit.call("two_libraries_of_a_namespace")).startswith(
        "Only a single TORCH_LIBRARY can be used to register the namespace kinds;"
    )


def test_boxed_calls(unit: Any, runtime: ReferenceRuntime) -> None:
    a = runtime.tensor([1.0, -2.0])
    assert runtime.values(runtime.call("kinds::twice", a)) == [2, -4]
    assert runtime.values(runtime.call("kinds::sized", a, [1], 5)) == [106, 103]
    assert runtime.call("kinds::words", "a", b="b") == "ab"
    assert runtime.call("kinds::words", "a") == "a-"
    assert runtime.call("kinds::first_of", [None, a], []).is_same(a)
    assert runtime.call("kinds::first_of", [None], [a]).is_same(a)
    product, count, flag = runtime.call("kinds::several", a, 2, [True, False, True])
    assert (runtime.values(product), count, flag) == ([2, -4], 3, False)
    assert [runtime.values(t) for t in runtime.call("kinds::pieces", a)] == [[1, -2], [-1, 2]]
    assert runtime.call("kinds::nothing", a) is None
    assert runtime.values(runtime.call("kinds::more.overload", a)) == [-1, 2]
    meta = runtime.tensor([1.0], device="meta")
    with pytest.raises(NotImplementedError, match="from the 'Meta' backend"):
        runtime.call("kinds::write", meta, meta)
    # Lists and optionals choose the backend too.
    assert runtime.facts(runtime.call("kinds::first_of", [None, meta], [a])).device == "meta"


def test_another_device(session: Session, runtime: ReferenceRuntime) -> None:
    session.include(str(runtime.test_device_header()))
    a = runtime.tensor([[1, 2], [3, 4]], device="testdev", requires_grad=True)
    b = runtime.tensor([10, 20], device="testdev")
    calls = session.cppyy.gbl.testdev.kernel_calls
    before = int(calls())
    total = runtime.call("aten::add.Tensor", a, b)
    assert int(calls()) == before + 1
    assert runtime.facts(total).device == "testdev"
    assert runtime.values(total) == [[11, 22], [13, 24]]
    runtime.backward(runtime.call("aten::sum", runtime.call("aten::mul.Tensor", total, total)))
    assert runtime.values(runtime.grad(a)) == [[22, 44], [26, 48]]
    assert runtime.values(runtime.call("aten::mul.Scalar", b, 3)) == [30, 60]
    assert runtime.values(runtime.call("aten::ones", [2], device="testdev")) == [1, 1]
    in_place = runtime.call("aten::add_.Tensor", b, b)
    assert in_place.is_same(b) and runtime.facts(b).version == 1
    with pytest.raises(RuntimeError, match="at least two devices, testdev and cpu"):
        runtime.call("aten::add.Tensor", b, runtime.tensor([1, 2]))
    with pytest.raises(NotImplementedError, match=r"'aten::exp\.out' .* the 'PrivateUse1' backend"):
        runtime.call("aten::exp", b)
    with pytest.raises(RuntimeError, match="cpu kernel of add was given a tensor on testdev"):
        _direct_call(session)(b, b)


def _direct_call(session: Session) -> Any:
    """at::cpu::add called on tensors of the other device."""
    unit = session.define(
        "#include <ATen/ops/add_cpu_dispatch.h>\n"
        "at::Tensor direct(const at::Tensor& a, const at::Tensor& b) {\n"
        "  return at::cpu::add(a, b);\n}\n"
    )
    runtime = session.runtime
    assert isinstance(runtime, ReferenceRuntime)
    function = unit.get("direct")

    def call(a: Any, b: Any) -> Any:
        with runtime.translated_errors():
            return function(a, b)

    return call
