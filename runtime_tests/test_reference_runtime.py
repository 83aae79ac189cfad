"""The reference runtime from Python: tensors, boxed calls, counts, errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dispatchless.jit.reference_runtime import ReferenceRuntime
from dispatchless.jit.session import Session

pytestmark = pytest.mark.runtime("reference")

Register = Callable[..., Any]

# One unit: the composite that everything is tried on, with the registrations that a test asks for.
SUB = """
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/ops/add.h>
#include <ATen/ops/add_cpu_dispatch.h>
#include <c10/core/GradMode.h>
#include <torch/library.h>

#include <memory>

struct cpu_ops {
  static at::Tensor add(const at::Tensor& a, const at::Tensor& b, const at::Scalar& alpha) {
    return at::cpu::add(a, b, alpha);
  }
};
struct generic_ops {
  static at::Tensor add(const at::Tensor& a, const at::Tensor& b, const at::Scalar& alpha) {
    return at::add(a, b, alpha);
  }
};
template <class OPS>
at::Tensor sub(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return OPS::add(self, other, -alpha);
}
inline bool needs_grad(const at::Tensor& tensor) {
  return tensor.defined() && ((c10::GradMode::is_enabled() && tensor.requires_grad()) ||
                              tensor._fw_grad(0).defined());
}
inline bool pure_cpu(c10::DispatchKeySet keys) {
  const auto below = keys & c10::after_ADInplaceOrView_keyset;
  return below.highestPriorityTypeId() == c10::DispatchKey::CPU;
}
at::Tensor grad_aware(c10::DispatchKeySet keys, const at::Tensor& self, const at::Tensor& other,
                      const at::Scalar& alpha) {
  if (!needs_grad(self) && !needs_grad(other) && pure_cpu(keys)) {
    at::AutoDispatchBelowADInplaceOrView guard;
    return sub<cpu_ops>(self, other, alpha);
  }
  return sub<generic_ops>(self, other, alpha);
}
at::Tensor by_device(const at::Tensor& self, const at::Tensor& other, const at::Scalar& alpha) {
  return self.is_cpu() ? sub<cpu_ops>(self, other, alpha) : sub<generic_ops>(self, other, alpha);
}

std::vector<std::unique_ptr<torch::Library>> libraries;
void define() {
  libraries.push_back(std::make_unique<torch::Library>(
      torch::Library::DEF, "mylib", std::nullopt, "sub.cpp", 1));
  libraries.back()->def("sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
}
template <class F>
void implement(c10::DispatchKey key, F* kernel) {
  libraries.push_back(
      std::make_unique<torch::Library>(torch::Library::IMPL, "mylib", key, "sub.cpp", 2));
  libraries.back()->impl("sub.Tensor", TORCH_FN(kernel));
}
void register_cpu() { implement(c10::DispatchKey::CPU, &sub<cpu_ops>); }
void register_implicit() {
  implement(c10::DispatchKey::CompositeImplicitAutograd, &sub<generic_ops>);
}
void register_autograd() { implement(c10::DispatchKey::Autograd, &sub<generic_ops>); }
void register_grad_aware() { implement(c10::DispatchKey::AutogradCPU, &grad_aware); }
void register_by_device() { implement(c10::DispatchKey::CompositeImplicitAutograd, &by_device); }
void deregister() { libraries.clear(); }
"""


@pytest.fixture
def runtime(session: Session) -> ReferenceRuntime:
    assert isinstance(session.runtime, ReferenceRuntime)
    return session.runtime


@pytest.fixture
def register(session: Session) -> Register:
    """Defines mylib::sub.Tensor and registers the kernels that are named."""
    unit = session.define(SUB)

    def registered(*kernels: str) -> Any:
        unit.call("define")
        for kernel in kernels:
            unit.call(f"register_{kernel}")
        return unit

    return registered


# Tensors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "data"),
    [
        ("float32", [[1.5, -2.0, 0.0], [3.0, 4.0, 5.0]]),
        ("float64", [[0.1]]),
        ("int32", [1, 2, -3]),
        ("int64", [2**62 + 1]),
        ("bool", [[True], [False]]),
        ("float32", 2.5),
        ("int64", []),
    ],
)
def test_round_trip(runtime: ReferenceRuntime, dtype: str, data: Any) -> None:
    tensor = runtime.tensor(data, dtype)
    assert runtime.values(tensor) == data
    assert runtime.facts(tensor).dtype == dtype


def test_facts(runtime: ReferenceRuntime) -> None:
    tensor = runtime.tensor([[1, 2, 3], [4, 5, 6]], strides=(1, 2), requires_grad=True)
    facts = runtime.facts(tensor)
    assert (facts.shape, facts.strides, facts.storage_offset) == ((2, 3), (1, 2), 0)
    assert (facts.device, facts.version, facts.requires_grad) == ("cpu", 0, True)
    assert facts.grad_fn is None and not facts.is_view and not facts.is_neg
    assert runtime.values(tensor) == [[1, 2, 3], [4, 5, 6]]


def test_ragged_lists_are_refused(runtime: ReferenceRuntime) -> None:
    with pytest.raises(ValueError, match="lengths"):
        runtime.tensor([[1, 2], [3]])


def test_unknown_words_are_refused(runtime: ReferenceRuntime) -> None:
    with pytest.raises(ValueError, match="no dtype 'half'"):
        runtime.tensor([1], "half")
    with pytest.raises(ValueError, match="no device named cuda"):
        runtime.tensor([1], device="cuda")


def test_meta_tensor_has_no_values(runtime: ReferenceRuntime) -> None:
    tensor = runtime.tensor([1, 2], device="meta")
    assert runtime.facts(runtime.call("aten::add.Tensor", tensor, tensor)).device == "meta"
    with pytest.raises(RuntimeError, match="no values"):
        runtime.values(tensor)


# Calls ------------------------------------------------------------------------------------------


def test_defaults_and_keywords(runtime: ReferenceRuntime) -> None:
    a, b = runtime.tensor([1, 2]), runtime.tensor([10, 20])
    assert runtime.values(runtime.call("aten::add.Tensor", a, b)) == [11, 22]
    assert runtime.values(runtime.call("aten::add.Tensor", a, other=b, alpha=-1)) == [-9, -18]


def test_every_kind_of_argument(runtime: ReferenceRuntime) -> None:
    image = runtime.tensor([[[1, 2, 3]]])
    call = runtime.call
    assert runtime.values(call("aten::cat", [image, image], -1)) == [[[1, 2, 3, 1, 2, 3]]]
    assert runtime.values(call("aten::upsample_nearest1d.vec", image, None, [2.0])) == [
        [[1, 1, 2, 2, 3, 3]]
    ]
    assert runtime.values(call("aten::upsample_nearest1d", image, [2])) == [[[1, 2]]]
    assert runtime.values(call("aten::ones", [2], dtype="int64")) == [1, 1]
    assert runtime.facts(call("aten::ones", [2], device="meta")).device == "meta"
    assert runtime.values(call("aten::clamp", image, 2, None)) == [[[2, 2, 3]]]
    assert runtime.values(call("aten::amax", image)) == 3
    low, high = call("aten::aminmax", image, dim=2)
    assert (runtime.values(low), runtime.values(high)) == ([[1]], [[3]])
    weight = runtime.tensor([[1, 1, 1]])
    assert runtime.values(call("aten::linear", weight, weight, None)) == [[3]]


def test_wrong_arguments(runtime: ReferenceRuntime) -> None:
    a = runtime.tensor([1])
    with pytest.raises(TypeError, match="argument 'other' is missing"):
        runtime.call("aten::add.Tensor", a)
    with pytest.raises(TypeError, match="no argument 'beta'"):
        runtime.call("aten::add.Tensor", a, a, beta=1)
    with pytest.raises(TypeError, match="3 positional arguments"):
        runtime.call("aten::add.Tensor", a, a, 1)
    with pytest.raises(RuntimeError, match="Could not find schema for aten::nothing"):
        runtime.call("aten::nothing", a)


def test_errors_have_torchs_types(runtime: ReferenceRuntime) -> None:
    a = runtime.tensor([1, 2, 3])
    with pytest.raises(RuntimeError, match=r"The size of tensor a \(3\) must match"):
        runtime.call("aten::add.Tensor", a, runtime.tensor([1, 2]))
    with pytest.raises(IndexError, match="Dimension out of range"):
        runtime.call("aten::sum.dim_IntList", a, [4])
    with pytest.raises(ValueError, match="non-empty list of Tensors"):
        runtime.call("aten::cat", [])
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor"):
        runtime.call("aten::copy_", a, runtime.tensor([1, 2, 3], device="meta"))


def test_inplace_returns_self_and_bumps_once(runtime: ReferenceRuntime) -> None:
    a = runtime.tensor([1, 2])
    result = runtime.call("aten::mul_.Scalar", a, 3)
    assert result.is_same(a)
    assert (runtime.values(a), runtime.facts(a).version) == ([3, 6], 1)


def test_dispatches_are_counted_with_their_depth(runtime: ReferenceRuntime) -> None:
    a = runtime.tensor([1.0])
    with runtime.record_dispatches() as log:
        runtime.call("aten::mul.Scalar", a, 2)
        with runtime.count_dispatches() as inner:
            runtime.call("aten::neg", a)
    assert [(call.name, call.depth) for call in log.calls] == [
        ("aten::mul.Scalar", 0),
        ("aten::mul.Tensor", 1),
        ("aten::neg", 0),
    ]
    assert inner == ["aten::neg"]
    with runtime.count_dispatches() as later:
        pass
    assert later == []


def test_counting_ends_with_an_exception(runtime: ReferenceRuntime) -> None:
    a, b = runtime.tensor([1, 2]), runtime.tensor([1, 2, 3])
    with pytest.raises(RuntimeError), runtime.count_dispatches() as names:
        runtime.call("aten::add.Tensor", a, b)
    assert names == ["aten::add.Tensor"]
    with runtime.count_dispatches() as later:
        runtime.call("aten::neg", a)
    assert later == ["aten::neg"]


def test_warnings_are_kept(runtime: ReferenceRuntime) -> None:
    runtime.take_warnings()
    a, out = runtime.tensor([1, 2]), runtime.tensor([1])
    runtime.call("aten::neg.out", a, out=out)
    (warning,) = runtime.take_warnings()
    assert warning.startswith("An output with one or more elements was resized")
    assert runtime.take_warnings() == []


# A registered composite -------------------------------------------------------------------------


def test_counts_in_every_mode(runtime: ReferenceRuntime, register: Register) -> None:
    register("cpu", "implicit", "grad_aware")
    a, b = runtime.tensor([5, 7]), runtime.tensor([1, 2])
    leaf = runtime.tensor([5, 7], requires_grad=True)

    def count(x: Any) -> list[str]:
        with runtime.count_dispatches() as names:
            result = runtime.call("mylib::sub.Tensor", x, b, alpha=2)
        assert runtime.values(result) == [3, 3]
        return names

    assert count(a) == ["mylib::sub.Tensor"]
    assert count(leaf) == ["mylib::sub.Tensor", "aten::add.Tensor"]
    with runtime.no_grad():
        assert count(leaf) == ["mylib::sub.Tensor"]
    with runtime.inference_mode():
        assert count(leaf) == ["mylib::sub.Tensor"]
        assert runtime.facts(runtime.call("mylib::sub.Tensor", a, b)).version is None


def test_gradients_of_the_composite(runtime: ReferenceRuntime, register: Register) -> None:
    register("cpu", "implicit", "grad_aware")
    a = runtime.tensor([5, 7], requires_grad=True)
    b = runtime.tensor([[1, 2], [3, 4]], requires_grad=True)
    runtime.backward(runtime.call("aten::sum", runtime.call("mylib::sub.Tensor", a, b, alpha=3)))
    assert runtime.values(runtime.grad(a)) == [2, 2]
    assert runtime.values(runtime.grad(b)) == [[-3, -3], [-3, -3]]


def test_without_autograd_kernel_gradients_are_lost(
    runtime: ReferenceRuntime, register: Register
) -> None:
    register("cpu", "implicit")
    a, b = runtime.tensor([5.0], requires_grad=True), runtime.tensor([1.0])
    result = runtime.call("mylib::sub.Tensor", a, b)
    assert runtime.facts(result).grad_fn == "torch::autograd::WarnNotImplemented"
    runtime.take_warnings()
    runtime.backward(result)
    assert runtime.grad(a) is None
    (warning,) = runtime.take_warnings()
    assert warning.startswith("mylib::sub.Tensor: an autograd kernel was not registered")


def test_generic_at_autograd_saves_nothing(runtime: ReferenceRuntime, register: Register) -> None:
    register("cpu", "implicit", "autograd")
    a = runtime.tensor([5.0])
    with runtime.count_dispatches() as names:
        runtime.call("mylib::sub.Tensor", a, a)
    assert names == ["mylib::sub.Tensor", "aten::add.Tensor"]


def test_negative_views_take_the_generic_instance(
    runtime: ReferenceRuntime, register: Register
) -> None:
    register("cpu", "implicit", "grad_aware")
    a, b = runtime.neg_view(runtime.tensor([5, 7])), runtime.tensor([1, 2])
    assert runtime.values(runtime.call("mylib::sub.Tensor", a, b)) == [-6, -9]


def test_asking_for_the_device_is_wrong(runtime: ReferenceRuntime, register: Register) -> None:
    """Why the test is the key set: a negative view is on the cpu too."""
    register("by_device")
    a, b = runtime.neg_view(runtime.tensor([5, 7])), runtime.tensor([1, 2])
    wrong = runtime.values(runtime.call("mylib::sub.Tensor", a, b))
    assert wrong == [4, 5]


def test_dispatch_table(runtime: ReferenceRuntime, register: Register) -> None:
    unit = register("implicit")
    table = runtime.dispatch_table("mylib::sub.Tensor")
    assert table["CPU"] == table["AutogradCPU"]
    assert table["CPU"].endswith("[CompositeImplicitAutograd]")
    unit.call("register_cpu")
    table = runtime.dispatch_table("mylib::sub.Tensor")
    assert table["CPU"] == "registered at sub.cpp:2 [kernel]"
    assert table["AutogradCPU"].endswith("[backend fallback]")
    assert table["Meta"] == table["AutogradMeta"]
    unit.call("register_cpu")
    assert "CPU (inactive): registered at sub.cpp:2" in runtime.registrations("mylib::sub.Tensor")


def test_deregistering(runtime: ReferenceRuntime, register: Register) -> None:
    unit = register("cpu", "implicit", "grad_aware")
    a = runtime.tensor([1.0])
    unit.call("deregister")
    with pytest.raises(RuntimeError, match="Could not find schema for mylib::sub"):
        runtime.call("mylib::sub.Tensor", a, a)
    unit.call("define")
    unit.call("register_implicit")
    assert runtime.values(runtime.call("mylib::sub.Tensor", a, a)) == [0]


def test_an_override_shows(runtime: ReferenceRuntime, session: Session) -> None:
    before = runtime.dispatch_table("aten::add.Tensor")["CPU"]
    unit = session.define(
        "#include <ATen/ops/mul_cpu_dispatch.h>\n#include <torch/library.h>\n"
        "std::unique_ptr<torch::Library> library;\n"
        "at::Tensor multiply(const at::Tensor& a, const at::Tensor& b, const at::Scalar&) {\n"
        "  return at::cpu::mul(a, b);\n}\n"
        "void install() {\n"
        '  library = std::make_unique<torch::Library>(torch::Library::IMPL, "aten",\n'
        '      c10::DispatchKey::CPU, "mine.cpp", 1);\n'
        '  library->impl("add.Tensor", &multiply);\n}\n'
        "void remove() { library.reset(); }\n"
    )
    unit.call("install")
    a = runtime.tensor([3.0])
    assert runtime.values(runtime.call("aten::add.Tensor", a, a)) == [9]
    assert "mine.cpp:1" in runtime.dispatch_table("aten::add.Tensor")["CPU"]
    assert "CPU (inactive): registered at ATen" in runtime.registrations("aten::add.Tensor")
    unit.call("remove")
    assert runtime.dispatch_table("aten::add.Tensor")["CPU"] == before
    assert runtime.values(runtime.call("aten::add.Tensor", a, a)) == [6]
