"""The search for inputs: enough of them, the same ones each time, plain data."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from dispatchless.jit.verify import Subject

LAYOUTS = ("CONTIGUOUS", "TRANSPOSED", "STRIDED", "OFFSET", "EXPANDED", "CHANNELS_LAST")


@pytest.fixture(scope="module")
def torch() -> Any:
    return pytest.importorskip("torch")


@pytest.fixture(scope="module")
def inputs(torch: Any) -> Any:
    from dispatchless.jit.verify import inputs

    return inputs


@pytest.fixture(scope="module")
def outcomes(torch: Any) -> Any:
    from dispatchless.jit.verify import outcomes

    return outcomes


@pytest.fixture(scope="module")
def find_cases(torch: Any) -> Any:
    from dispatchless.jit.verify.cases import find_cases

    return find_cases


def _aten(torch: Any, name: str) -> Subject:
    """An operator of torch as both paths: only its schema and what it accepts matter here."""
    operator, _, overload = name.partition(".")
    found = getattr(getattr(torch.ops.aten, operator), overload or "default")
    return Subject(found, found)


@pytest.mark.parametrize(
    "name",
    [
        "add.Tensor",
        "add_.Tensor",
        "add.out",
        "addmm",
        "bmm",
        "linear",
        "convolution",
        "conv2d",
        "max_pool2d",
        "upsample_nearest1d.vec",
        "upsample_bilinear2d.vec",
        "batch_norm",
        "layer_norm",
        "cat",
        "stack",
        "index.Tensor",
        "index_select",
        "gather",
        "where.self",
        "sum.dim_IntList",
        "permute",
        "clamp",
        "nll_loss",
        "mse_loss",
        "ones",
        "eye",
        "arange",
        "pad",
    ],
)
def test_inputs_are_found_for_operators_of_every_kind(
    torch: Any, find_cases: Any, name: str
) -> None:
    cases = find_cases(_aten(torch, name))
    assert len(cases.accepted) >= 5, cases.refused[:3]
    assert cases.anchors
    assert len({str(c) for c in (*cases.accepted, *cases.refused)}) == len(cases.accepted) + len(
        cases.refused
    )


def test_the_cases_cover_dtypes_layouts_and_shapes(
    library: Any, torch: Any, inputs: Any, find_cases: Any
) -> None:
    cases = find_cases(library.subject("good", "sub.Tensor"))
    tensors = [t for case in cases.accepted for t in case.tensors]
    assert {t.dtype for t in tensors} >= {torch.float32, torch.float64, torch.int64, torch.bfloat16}
    assert {t.layout for t in tensors} == set(inputs.Layout)
    assert {len(t.shape) for t in tensors} >= {0, 1, 2, 3, 4}
    assert any(0 in t.shape for t in tensors)
    assert any(t.fill is inputs.Fill.SPECIAL for t in tensors)
    assert any(len({t.shape for t in case.tensors}) > 1 for case in cases.accepted)
    assert any(len({t.dtype for t in case.tensors}) > 1 for case in cases.accepted)
    assert cases.refused


def test_the_search_is_repeatable_and_its_result_plain_data(library: Any, find_cases: Any) -> None:
    subject = library.subject("good", "upsample_nearest1d.vec")
    cases = find_cases(subject)
    assert find_cases(subject) == cases
    assert pickle.loads(pickle.dumps(cases)) == cases


def test_samples_of_the_author_come_first(library: Any, torch: Any, find_cases: Any) -> None:
    sample = torch.tensor([[7.0, 8.0]])
    subject = library.subject("good", "mm3", samples=lambda: [((sample, torch.eye(2)), {})])
    first = find_cases(subject).accepted[0]
    assert first.make().args[0].tolist() == sample.tolist()
    with pytest.raises(ValueError, match="refuses the sample"):
        find_cases(library.subject("good", "mm3", samples=lambda: [((sample, torch.ones(3)), {})]))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (0, 2), (2, 3, 4), (2, 3, 4, 5)])
def test_a_described_tensor_has_its_shape_and_is_fresh(
    torch: Any, inputs: Any, outcomes: Any, shape: tuple[int, ...], layout: str
) -> None:
    assert set(LAYOUTS) == set(inputs.Layout.__members__)
    described = inputs.TensorInput(shape, torch.float64, inputs.Layout[layout])
    one, two = described.make(), described.make()
    assert tuple(one.shape) == shape
    assert outcomes.same_bits(one, two)
    assert one._base is None
    if one.numel():
        assert one.data_ptr() != two.data_ptr()
    if layout == "TRANSPOSED" and len(shape) > 1 and one.numel() > 3:
        assert not one.is_contiguous()


def test_a_case_tells_itself_as_a_call(torch: Any, inputs: Any) -> None:
    case = inputs.Case(
        "mylib::sub.Tensor",
        (
            ("self", inputs.TensorInput((2, 3), layout=inputs.Layout.TRANSPOSED)),
            ("other", inputs.TensorInput((), torch.int64)),
            ("alpha", inputs.PlainInput(2)),
        ),
        frozenset({"alpha"}),
    )
    assert str(case) == "mylib::sub.Tensor(float32[2, 3] transposed, int64[], alpha=2)"
    call = case.make()
    assert len(call.args) == 2
    assert call.kwargs == {"alpha": 2}


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (lambda x: x.clone(), None),
        (lambda x: x, "is argument x"),
        (lambda x: x + 1, "tensor("),
        (lambda x: x.double(), "dtype torch.float64"),
        (lambda x: x.t().clone(), "strides (1, 2)"),
        (lambda x: x.t().contiguous().t(), "strides (1, 2)"),
        (lambda x: (x.clone(),), "(tensor("),
        (lambda x: x.no_such, "AttributeError"),
        (lambda x: x.add_(1) - 1, "x afterwards: tensor("),
        (lambda x: x.neg()._neg_view(), "neg bit True"),
    ],
)
def test_a_difference_is_found(inputs: Any, outcomes: Any, other: Any, says: str | None) -> None:
    case = inputs.Case("f", (("x", inputs.TensorInput((2, 2), fill=inputs.Fill.INDEX)),))
    expected = outcomes.run(lambda x: x.clone(), case.make())
    found = outcomes.difference(expected, outcomes.run(other, case.make()))
    assert (found is None) if says is None else (found is not None and says in found[1])


def test_nan_equals_nan_and_zero_is_not_minus_zero(torch: Any, outcomes: Any) -> None:
    assert outcomes.same_bits(torch.tensor([float("nan")]), torch.tensor([float("nan")]))
    assert not outcomes.same_bits(torch.tensor([0.0]), torch.tensor([-0.0]))


def test_another_seed_makes_another_tensor(inputs: Any, outcomes: Any) -> None:
    one, other = inputs.TensorInput((3,)).make(), inputs.TensorInput((3,), seed=1).make()
    assert not outcomes.same_bits(one, other)
