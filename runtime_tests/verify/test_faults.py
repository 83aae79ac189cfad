"""Each planted fault is reported by the row that is about it."""

from __future__ import annotations

from typing import Any

import pytest

from dispatchless.jit.verify import InnerOperator, Row, Status


@pytest.mark.parametrize(
    ("fault", "name", "row", "says"),
    [
        ("no_autograd", "sub.Tensor", "gradients", "grad_fn"),
        ("no_autograd", "sub.Tensor", "gradcheck", ""),
        ("no_autograd", "sub.Tensor", "opcheck", "Gradients of the operator are different"),
        ("no_bump", "sub_.Tensor", "version_counter", "'self': 0"),
        ("no_bump", "sub.out", "version_counter", "'out': 0"),
        ("two_bumps", "sub_.Tensor", "version_counter", "'self': 2"),
        ("two_bumps", "sub.out", "version_counter", "'out': 2"),
        ("no_inplace_key", "sub_.Tensor", "version_counter", "'self': 0"),
        (
            "no_inplace_key",
            "sub_.Tensor",
            "inference_tensors",
            "Inplace update to inference tensor",
        ),
        ("always_generic", "sub.Tensor", "dispatches", "aten::add.Tensor"),
        ("always_generic", "sub_.Tensor", "dispatches", "aten::add_.Tensor"),
        ("is_cpu", "sub.Tensor", "conj_neg", "conj view"),
        ("is_cpu", "sub.Tensor", "sparse", "sparse COO"),
        ("is_cpu", "sub.Tensor", "dispatch_mode", "operators seen"),
        ("no_forward_ad", "sub.Tensor", "forward_mode", "dual"),
        ("no_forward_ad", "sub.out", "forward_mode", "dual"),
        ("no_autocast", "mm3", "autocast", "bfloat16"),
        ("no_batched", "sub.Tensor", "vmap", "the batching fallback"),
        ("no_python", "sub.Tensor", "dispatch_mode", "in inference_mode"),
        ("no_python", "sub.Tensor", "make_fx", "in inference_mode"),
        ("no_python", "sub.Tensor", "subclasses", "in inference_mode"),
        ("no_functionalize", "sub_.Tensor", "functionalize", "alias annotations"),
        ("no_functionalize", "sub.out", "functionalize", "alias annotations"),
        ("wrong_sign", "sub.Tensor", "values", "expected tensor"),
        ("undefined", "sub.Tensor", "values", "an undefined tensor"),
        ("calls_at", "sub.Tensor", "dispatches", "aten::neg"),
        ("wrong_strides", "sub.Tensor", "values", "strides"),
        ("wrong_message", "sub.Tensor", "errors", "the sizes do not match"),
        ("no_resize", "sub.out", "out", "of another shape"),
        ("other_result", "sub_.Tensor", "inplace", "a new tensor"),
        ("direct_view", "flip", "views", "is a view"),
    ],
)
def test_a_fault_fails_its_row(
    library: Any, verify: Any, fault: str, name: str, row: str, says: str
) -> None:
    report = verify(library.subject(f"fault_{fault}", name), row)
    assert report.row(row).status is Status.FAILED
    assert says in "\n".join(str(failure) for failure in report.row(row).failures)
    assert not report.passed
    # The row can also pass: the right registration of the same operator does.
    assert verify(library.subject("good", name), row).passed


def test_a_zero_tensor_crashes_the_is_cpu_test_in_its_own_row(library: Any, verify: Any) -> None:
    report = verify(library.subject("fault_is_cpu", "sub.Tensor"), "zero_tensors", "threads")
    assert report.row("zero_tensors").status is Status.CRASHED
    assert "SIGSEGV" in report.row("zero_tensors").note
    assert report.row("threads").status is Status.PASSED


def test_a_segfault_is_a_row_and_the_other_rows_still_run(library: Any, verify: Any) -> None:
    seen: list[Row] = []
    report = verify(
        library.subject("fault_crash", "sub.Tensor"),
        *("values", "errors", "dispatches", "overrides", "gradients", "vmap"),
        progress=lambda operator, row: seen.append(row),
    )
    assert report.row("values").status is Status.CRASHED
    assert "SIGSEGV" in report.row("values").note
    assert report.row("dispatches").status is Status.PASSED
    assert report.row("overrides").status is Status.PASSED
    assert sorted(row.name for row in seen) == sorted(row.name for row in report.rows)


def test_a_users_override_of_the_inner_operator_is_reported(library: Any, verify: Any) -> None:
    subject = library.subject("good", "sub.Tensor")
    with library.overridden_add():
        row = verify(subject, "overrides").row("overrides")
        assert row.status is Status.FAILED
        assert "composites.cpp" in row.failures[0].got
        # Another overload of the same operator is not concerned.
        assert verify(library.subject("good", "sub_.Tensor"), "overrides").passed
    assert verify(subject, "overrides").passed


@pytest.mark.parametrize("key", ["CPU", "AutogradCPU", "CompositeImplicitAutograd"])
def test_an_override_from_python_is_reported(library: Any, verify: Any, key: str) -> None:
    import torch

    override = torch.library.Library("aten", "IMPL")
    try:
        override.impl("mm", lambda a, b: a, key, allow_override=True)
        row = verify(library.subject("good", "mm3"), "overrides").row("overrides")
        assert row.status is Status.FAILED
        assert key in row.failures[0].got
    finally:
        override._destroy()
    assert verify(library.subject("good", "mm3"), "overrides").passed


def test_no_operator_of_torch_itself_looks_overridden() -> None:
    torch = pytest.importorskip("torch")
    from dispatchless.jit.verify.rows.runtime import foreign_kernels

    names = [n for n in torch._C._dispatch_get_all_op_names() if n.startswith("aten::")]
    assert len(names) > 3000
    assert {n: found for n in names if (found := foreign_kernels(InnerOperator(n, "")))} == {}


def test_a_broken_promise_is_reported(library: Any, verify: Any) -> None:
    row = verify(library.subject("good", "sub.Tensor", promised=0), "dispatches")
    assert row.row("dispatches").status is Status.FAILED


def test_dispatches_of_the_own_code_are_told_and_can_be_allowed(library: Any, verify: Any) -> None:
    row = verify(library.subject("fault_calls_at", "sub.Tensor"), "dispatches").row("dispatches")
    assert row.failures[0].expected == "['fault_calls_at::sub.Tensor']"
    assert "through the dispatcher: aten::neg" in row.note
    allowing = library.subject("fault_calls_at", "sub.Tensor", allowed=frozenset(["neg"]))
    assert verify(allowing, "dispatches").passed
