"""The torch runtime: registration, tensors, dispatch counts, overrides, symbols."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dispatchless.jit.children import run_in_child
from dispatchless.jit.diagnostics import CompileError, LinkError
from dispatchless.jit.session import Session
from dispatchless.jit.torch_runtime import TorchRuntime
from dispatchless.jit.unit import Unit

pytestmark = pytest.mark.runtime("torch", timeout=300)

HEADER = Path(__file__).with_name("composite_sub.h")


@pytest.fixture
def torch() -> Any:
    import torch

    return torch


@pytest.fixture
def runtime(session: Session) -> TorchRuntime:
    assert isinstance(session.runtime, TorchRuntime)
    return session.runtime


@pytest.fixture
def unit(session: Session) -> Unit:
    return session.define(HEADER.read_text(), name=HEADER.name)


@pytest.fixture
def registered(unit: Unit) -> Iterator[Unit]:
    unit.call("mylib::register_kernels")
    yield unit
    unit.call("mylib::deregister_kernels")


# A registered composite --------------------------------------------------------------------------


def test_dispatches_of_a_registered_composite(
    registered: Unit, runtime: TorchRuntime, torch: Any
) -> None:
    plain, other = torch.randn(3, 4), torch.randn(3, 4)
    leaf = torch.randn(3, 4, requires_grad=True)
    direct, nested = ["mylib::sub"], ["mylib::sub", "aten::add.Tensor"]
    for mode, tensor, expected in [
        (torch.inference_mode, plain, direct),
        (torch.no_grad, plain, direct),
        (torch.no_grad, leaf, direct),
        (torch.enable_grad, plain, direct),
        (torch.enable_grad, leaf, nested),
    ]:
        with mode(), runtime.count_dispatches() as calls:
            torch.ops.mylib.sub(tensor, other, alpha=2)
        assert calls == expected
        with mode():
            assert torch.equal(
                torch.ops.mylib.sub(tensor, other, alpha=2), torch.sub(tensor, other, alpha=2)
            )


def test_gradients_and_versions_of_a_registered_composite(registered: Unit, torch: Any) -> None:
    a, b = (torch.randn(3, 2, dtype=torch.double, requires_grad=True) for _ in range(2))
    assert torch.autograd.gradcheck(torch.ops.mylib.sub, (a, b), check_forward_ad=True)
    with torch.no_grad():
        before = a._version
        assert torch.ops.mylib.sub_(a, b) is a
        assert a._version == before + 1
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        torch.ops.mylib.sub_(a, b)


def test_the_key_set_decides_and_not_the_device(registered: Unit, torch: Any) -> None:
    a, b = torch.randn(4, dtype=torch.cfloat), torch.randn(4, dtype=torch.cfloat)
    assert torch.equal(torch.ops.mylib.sub(a.conj(), b), torch.sub(a.conj(), b))
    assert torch.ops.mylib.sub(a.to("meta"), b.to("meta")).shape == (4,)
    out = torch.func.vmap(torch.ops.mylib.sub)(torch.ones(3, 2), torch.ones(3, 2))
    assert torch.equal(out, torch.zeros(3, 2))


def test_register_and_unregister_and_register(
    unit: Unit, runtime: TorchRuntime, torch: Any
) -> None:
    one = torch.ones(2)
    for _ in range(3):
        with pytest.raises(AttributeError):
            _ = torch.ops.mylib.sub
        unit.call("mylib::register_kernels")
        assert torch.equal(torch.ops.mylib.sub(one, one), torch.zeros(2))
        unit.call("mylib::deregister_kernels")
        runtime.forget_operators(["mylib::sub", "mylib::sub_"])
        assert "mylib::sub" not in torch._C._dispatch_get_all_op_names()


def test_two_versions_of_a_library_one_after_the_other(
    session: Session, runtime: TorchRuntime, torch: Any
) -> None:
    text = HEADER.read_text()
    one = torch.ones(2)
    for sign, expected in (("-alpha", 0.0), ("alpha", 2.0)):
        unit = session.define(text.replace("-alpha", sign))
        unit.call("mylib::register_kernels")
        assert torch.ops.mylib.sub(one, one)[0] == expected
        unit.call("mylib::deregister_kernels")
        runtime.forget_operators(["mylib::sub", "mylib::sub_"])


def test_static_registration(session: Session, runtime: TorchRuntime, torch: Any) -> None:
    session.define(
        "#include <torch/library.h>\n"
        "at::Tensor same(const at::Tensor& self) { return self; }\n"
        'TORCH_LIBRARY(still, m) { m.def("same(Tensor self) -> Tensor"); }\n'
        'TORCH_LIBRARY_IMPL(still, CPU, m) { m.impl("same", &same); }\n'
    )
    one = torch.ones(2)
    with torch.inference_mode(), runtime.count_dispatches() as calls:
        torch.ops.still.same(one)
    assert calls == ["still::same"]


def test_registering_twice_is_an_error_that_leaves_the_process_alive(
    registered: Unit, session: Session, torch: Any
) -> None:
    again = session.define(HEADER.read_text())
    with pytest.raises(Exception, match="Only a single TORCH_LIBRARY"):
        again.call("mylib::register_kernels")
    again.call("mylib::deregister_kernels")
    assert torch.ops.mylib.sub(torch.ones(1), torch.ones(1)).item() == 0


# Counting ----------------------------------------------------------------------------------------


def test_counts_nest_and_end_with_errors(runtime: TorchRuntime, torch: Any) -> None:
    one = torch.ones(2)
    with runtime.count_dispatches() as outer:
        torch.neg(one)
        with runtime.count_dispatches() as inner:
            torch.sin(one)
        torch.add(one, one)
    assert inner == ["aten::sin"]
    assert outer == ["aten::neg", "aten::sin", "aten::add.Tensor"]
    three = torch.ones(3)
    with pytest.raises(RuntimeError), runtime.count_dispatches() as failing:
        torch.add(one, three)
    assert failing == ["aten::add.Tensor"]
    torch.neg(one)
    with runtime.count_dispatches() as empty:
        pass
    assert empty == []


# Tensors across the boundary ---------------------------------------------------------------------

VALUES = """
#include <ATen/core/Tensor.h>
const at::Tensor& same(const at::Tensor& t) { return t; }
std::tuple<at::Tensor, at::Tensor> swapped(const at::Tensor& a, const at::Tensor& b) {
  return {b, a};
}
bool is_defined(const std::optional<at::Tensor>& t) { return t && t->defined(); }
int64_t count(at::TensorList list, std::optional<at::IntArrayRef> more, at::OptionalIntArrayRef m) {
  return list.size() + (more ? more->size() * 10 : 0) + (m ? m->size() * 100 : 0);
}
double total(at::ArrayRef<double> values, std::array<bool, 2> which, bool all) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += all || which[i] ? values[i] : 0;
  return sum;
}
at::Scalar scalar(const at::Scalar& s) { return s; }
std::string text(std::string_view a, std::optional<std::string_view> b) {
  return std::string(a) + "/" + std::string(b.value_or("none"));
}
at::ScalarType dtype(std::optional<at::ScalarType> t) { return t.value_or(at::kLong); }
int64_t layout(at::Layout layout, at::MemoryFormat format) {
  return (layout == at::kStrided) + 10 * (format == at::MemoryFormat::ChannelsLast);
}
at::Device device(at::Device d) { return d; }
c10::SymInt symbolic(c10::SymIntArrayRef s, c10::SymInt i) { return s[0] + i; }
void fill(at::Tensor& t) { *t.data_ptr<float>() = 7; }
at::Tensor refuse(int64_t kind) {
  TORCH_CHECK_INDEX(kind != 1, "bad index");
  TORCH_CHECK_VALUE(kind != 2, "bad value");
  TORCH_CHECK_TYPE(kind != 3, "bad type");
  TORCH_CHECK_NOT_IMPLEMENTED(kind != 4, "not yet");
  TORCH_CHECK(kind != 5, "bad");
  if (kind == 6) throw std::runtime_error("standard");
  throw 3;
}
int64_t over(int64_t x) { return x; }
int64_t over(int64_t x, int64_t y) { return x + y; }
template <class T> int64_t size_of() { return sizeof(T); }
"""


@pytest.fixture
def values(session: Session, runtime: TorchRuntime) -> Any:
    unit = session.define("#include <stdexcept>\n#include <string>\n" + VALUES)
    return lambda name, **options: runtime.function(unit, name, **options)


def test_tensors_keep_their_identity(values: Any, torch: Any) -> None:
    same, swapped = values("same"), values("swapped")
    a = torch.ones(2, requires_grad=True)
    b = torch.nn.Parameter(torch.ones(2))
    assert same(a) is a
    assert same(b) is b
    x, y = swapped(a, b)
    assert (x is b, y is a) == (True, True)
    made = values("same")(torch.ones(3) + 1)
    assert made.tolist() == [2, 2, 2]


def test_values_of_every_kind(values: Any, torch: Any) -> None:
    one = torch.ones(1)
    assert [values("is_defined")(t) for t in (None, one)] == [False, True]
    count = values("count")
    assert count([one, one], [1, 2, 3], (1,)) == 132
    assert count([], None, None) == 0
    total = values("total")
    assert total([1.5, 2], [False, True], False) == 2
    scalar = values("scalar")
    for value in (True, 3, 2.5, 1 + 2j):
        assert scalar(value) == value
        assert type(scalar(value)) is type(value)
    assert values("text")("a" * 30, "b") == "a" * 30 + "/b"
    assert values("text")("a", None) == "a/none"
    dtype = values("dtype")
    assert (dtype(torch.half), dtype(None)) == (torch.half, torch.long)
    assert values("layout")(torch.strided, torch.channels_last) == 11
    device = values("device")
    assert (device("cpu"), device(torch.device("meta"))) == (
        torch.device("cpu"),
        torch.device("meta"),
    )
    assert values("symbolic")([4, 5], 3) == 7
    tensor = torch.zeros(1)
    assert values("fill")(tensor) is None
    assert tensor.item() == 7
    assert values("over", type="int64_t (int64_t, int64_t)")(2, 3) == 5
    assert values("size_of<double>")() == 8


def test_wrong_values_are_type_errors(values: Any, torch: Any) -> None:
    same, count = values("same"), values("count")
    with pytest.raises(TypeError, match="takes 1 arguments \\(2 given\\)"):
        same(torch.ones(1), 2)
    with pytest.raises(TypeError, match="expected a Tensor, got int"):
        same(3)
    with pytest.raises(TypeError, match="expected a Tensor, got str"):
        count([torch.ones(1), "x"], None, None)
    with pytest.raises(TypeError, match="integer"):
        count([], ["x"], None)
    with pytest.raises(OverflowError):
        values("refuse")(2**70)


@pytest.mark.parametrize(
    ("kind", "error", "message"),
    [
        (1, IndexError, "bad index"),
        (2, ValueError, "bad value"),
        (3, TypeError, "bad type"),
        (4, NotImplementedError, "not yet"),
        (5, RuntimeError, "bad"),
        (6, RuntimeError, "standard"),
    ],
)
def test_exceptions_arrive_as_torch_raises_them(
    values: Any, kind: int, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        values("refuse")(kind)
    assert type(caught.value) is error
    assert str(caught.value).splitlines()[0] == message


def test_overloads_must_be_told_apart(values: Any) -> None:
    with pytest.raises(CompileError, match="over"):
        values("over")


def test_references_are_counted_right(values: Any, torch: Any) -> None:
    same, swapped = values("same"), values("swapped")
    tensor = torch.ones(2)
    before = sys.getrefcount(tensor), tensor._use_count() if hasattr(tensor, "_use_count") else 0
    for _ in range(1000):
        same(tensor)
        swapped(tensor, tensor)
    after = sys.getrefcount(tensor), tensor._use_count() if hasattr(tensor, "_use_count") else 0
    assert after == before


def test_nothing_leaks(unit: Unit, runtime: TorchRuntime, torch: Any) -> None:
    sub = runtime.function(unit, "::sub<mylib::ops_cpu>")

    def megabytes() -> float:
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    tensor = torch.ones(1 << 20)
    for _ in range(10):
        sub(tensor, tensor, 1)
    before = megabytes()
    for _ in range(300):  # 4 MB each
        sub(tensor, tensor, 1)
        with pytest.raises(RuntimeError):
            sub(tensor, torch.ones(3), 1)
    assert megabytes() - before < 100


# Thread-locals, symbols, headers -----------------------------------------------------------------


def test_modes_are_seen_by_compiled_code(
    session: Session, runtime: TorchRuntime, torch: Any
) -> None:
    unit = session.define(
        "#include <ATen/core/LegacyTypeDispatch.h>\n#include <c10/core/InferenceMode.h>\n"
        "#include <thread>\n"
        "bool inference() { return c10::InferenceMode::is_enabled(); }\n"
        "bool autograd_excluded() {\n"
        "  return c10::impl::tls_local_dispatch_key_set().excluded_.has(\n"
        "      c10::DispatchKey::AutogradFunctionality); }\n"
        "bool by_guard() { at::AutoDispatchBelowAutograd g; return autograd_excluded(); }\n"
        "bool inference_inside() { c10::InferenceMode m; return inference(); }\n"
        "bool elsewhere() { bool seen = true; std::thread t([&] { seen = autograd_excluded(); });\n"
        "  at::AutoDispatchBelowAutograd g; t.join(); return seen; }\n"
    )
    inference = runtime.function(unit, "inference")
    assert inference() is False
    with torch.inference_mode():
        assert inference() is True
    assert runtime.function(unit, "inference_inside")() is True
    excluded = runtime.function(unit, "autograd_excluded")
    assert (excluded(), runtime.function(unit, "by_guard")(), excluded()) == (
        False,
        True,
        False,
    )
    assert runtime.function(unit, "elsewhere")() is False


def test_typed_handles_and_once_flags_work(
    session: Session, runtime: TorchRuntime, torch: Any
) -> None:
    unit = session.define(
        "#include <ATen/core/dispatch/Dispatcher.h>\n#include <ATen/core/Tensor.h>\n"
        "at::Tensor through(const at::Tensor& t) {\n"
        '  static auto op = c10::Dispatcher::singleton().findSchemaOrThrow("aten::neg", "")\n'
        "      .typed<at::Tensor(const at::Tensor&)>();\n"
        "  return op.call(t); }\n"
    )
    through = runtime.function(unit, "through")
    one = torch.ones(2)
    with runtime.count_dispatches() as calls:
        result = through(one)
    assert result.tolist() == [-1, -1]
    assert calls == ["aten::neg"]


def test_declared_functions_that_libtorch_lacks(checked_session: Session) -> None:
    runtime = checked_session.runtime
    assert isinstance(runtime, TorchRuntime)
    assert runtime.exported.has_function("at::cpu::add")
    assert runtime.exported.has_function("at::meta::add")
    assert not runtime.exported.has_function("at::meta::relu_")
    text = (
        "#include <ATen/core/Tensor.h>\n#include <ATen/ops/relu_meta_dispatch.h>\n"
        "at::Tensor& f(at::Tensor& t) { return at::meta::relu_(t); }"
    )
    for definition in (text, text + "\nstatic auto* address = &f;"):
        with pytest.raises(LinkError, match=r"at::meta::relu_\(at::Tensor&\)"):
            checked_session.define(definition)
    unit = checked_session.define(text.replace("meta", "cpu"))
    assert unit.get("f") is not None


def test_compile_errors_beside_heavy_headers(checked_session: Session) -> None:
    for _ in range(3):
        with pytest.raises(CompileError, match="no_such_function"):
            checked_session.define(
                "#include <ATen/ATen.h>\n#include <torch/library.h>\n"
                "at::Tensor f(const at::Tensor& t) { return at::no_such_function(t); }"
            )


def test_headers_come_from_the_precompiled_header(session: Session) -> None:
    assert session.pch is not None
    assert session.pch_reason is None


def test_children_have_one_thread(torch: Any) -> None:
    outcome = run_in_child(torch.get_num_threads)
    assert getattr(outcome, "value", None) == 1


def test_backward_works_in_children(session: Session, torch: Any) -> None:
    def work() -> list[float]:
        x = torch.ones(3, requires_grad=True)
        (x * 2).sum().backward()
        grad: list[float] = x.grad.tolist()
        return grad

    work()
    outcome = run_in_child(work)
    assert getattr(outcome, "value", None) == [2.0, 2.0, 2.0]


# Overrides ---------------------------------------------------------------------------------------


def test_stock_kernels_are_no_overrides(runtime: TorchRuntime, torch: Any) -> None:
    names = tuple(
        name for name in torch._C._dispatch_get_all_op_names() if name.startswith("aten::")
    )
    assert len(names) > 3000
    for key in ("CPU", "Meta", "AutogradCPU", "CompositeImplicitAutograd"):
        assert runtime.overridden_kernels(names, key) == ()


@pytest.mark.parametrize("key", ["CPU", "Meta", "AutogradCPU"])
def test_overrides_from_python_are_found(runtime: TorchRuntime, torch: Any, key: str) -> None:
    names = ("add.Tensor", "aten::add_.Tensor", "mul.Tensor")

    def kernel(*args: Any, **kwargs: Any) -> Any:
        return args[0]

    library = torch.library.Library("aten", "IMPL")
    library.impl("add.Tensor", kernel, key)
    (found,) = runtime.overridden_kernels(names, key)
    assert (found.operator, found.key) == ("aten::add.Tensor", key)
    assert "test_torch_runtime.py:" in str(found)
    library._destroy()
    assert runtime.overridden_kernels(names, key) == ()
    with torch.library._scoped_library("aten", "IMPL") as library:
        torch.library.impl("aten::mul.Tensor", key, lib=library)(kernel)
        (found,) = runtime.overridden_kernels(names, key)
        assert (found.operator, found.key) == ("aten::mul.Tensor", key)


def test_overrides_from_compiled_code_are_found(
    session: Session, runtime: TorchRuntime, torch: Any
) -> None:
    unit = session.define(
        "#include <torch/library.h>\n"
        "at::Tensor mine(const at::Tensor& t) { return t; }\n"
        "std::unique_ptr<torch::Library> library;\n"
        "void start() { library = std::make_unique<torch::Library>(\n"
        '  torch::Library::IMPL, "aten", c10::DispatchKey::CPU, "users.cpp", 12);\n'
        '  library->impl("neg", &mine); }\n'
        "void stop() { library.reset(); }\n"
    )
    unit.call("start")
    (found,) = runtime.overridden_kernels(("neg", "abs"))
    assert found.source == "users.cpp:12"
    unit.call("stop")
    assert runtime.overridden_kernels(("neg",)) == ()


def test_an_operator_that_is_not_there(runtime: TorchRuntime) -> None:
    with pytest.raises(ValueError, match="no operator 'aten::no_such_op'"):
        runtime.overridden_kernels(("no_such_op",))


# What is there -----------------------------------------------------------------------------------


def test_the_operators_yaml_is_the_installed_one(runtime: TorchRuntime) -> None:
    path = runtime.native_functions()
    assert path is not None
    assert "func: add.Tensor(" in path.read_text()


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from dispatchless.jit import torch_runtime

    assert TorchRuntime.missing() is None
    monkeypatch.setattr(torch_runtime.metadata, "version", lambda name: "2.9.1")
    assert 'pip install "torch==2.13.0"' in (TorchRuntime.missing() or "")
    monkeypatch.setattr(torch_runtime, "find_spec", lambda name: None)
    assert TorchRuntime.missing() == (
        'PyTorch is not installed; install it with: pip install "torch==2.13.0"'
    )
