"""Composites registered as dispatchless registers them hold in every row."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from dispatchless.jit.verify import Status

#: Rows that say nothing about an operator of that kind.
NOT_FOR_FUNCTIONAL = {"out", "inplace", "views"}
NOT_APPLICABLE = {
    "sub_.Tensor": {"out", "views"},
    "sub.out": {"views", "gradcheck", "functorch"},
    "add_one": {*NOT_FOR_FUNCTIONAL, "errors"},
    "flip": {"out", "inplace", "overrides", "dispatches"},
}


@pytest.mark.parametrize(
    "name",
    [
        "sub.Tensor",
        "sub_.Tensor",
        "sub.out",
        "gate",
        "neg_max",
        "shift",
        "mm3",
        "neg_cat",
        "add_one",
        "upsample_nearest1d.vec",
        "flip",
        "twice",
    ],
)
def test_every_row_passes(library: Any, verify: Any, name: str) -> None:
    from dispatchless.jit.verify.rows import ROWS

    report = verify(library.subject("good", name))
    assert [str(f) for row in report.bad_rows for f in (row.name, row.note, *row.failures)] == []
    assert [row.name for row in report.rows] == [row.name for row in ROWS]
    skipped = {row.name for row in report.rows if row.status is Status.NOT_APPLICABLE}
    assert skipped == NOT_APPLICABLE.get(name, NOT_FOR_FUNCTIONAL)
    assert all(row.note for row in report.rows if row.status is Status.NOT_APPLICABLE)
    assert all(row.cases > 0 for row in report.rows if row.status is Status.PASSED)
    assert report.row("values").cases >= 60
    assert pickle.loads(pickle.dumps(report)) == report


def test_three_operators_make_one_dispatch_and_four_with_grad(library: Any, verify: Any) -> None:
    import torch

    subject = library.subject("good", "gate", promised=1)
    assert verify(subject, "dispatches").passed
    a, b = torch.ones(2), torch.ones(2)
    for mode in (torch.inference_mode, torch.no_grad, torch.enable_grad):
        with mode(), library.count_dispatches() as record:
            subject.fast(a, b)
        assert len(record.calls) == 1
    with library.count_dispatches() as record:
        subject.fast(a.requires_grad_(), b)
    assert len(record.calls) == 4


def test_a_composite_of_composites_makes_one_dispatch(library: Any, verify: Any) -> None:
    import torch

    assert verify(library.subject("good", "twice", promised=1), "dispatches", "overrides").passed
    subject = library.subject("good", "twice")
    a, b = torch.ones(2), torch.ones(2)
    with library.count_dispatches() as record:
        subject.slow(a, b)
    assert len(record.calls) == 5


def test_meta_kernel_beside_the_cpu_kernel(library: Any, verify: Any) -> None:
    report = verify(library.subject("with_meta", "sub.Tensor"))
    assert [str(f) for row in report.bad_rows for f in (row.name, row.note, *row.failures)] == []
