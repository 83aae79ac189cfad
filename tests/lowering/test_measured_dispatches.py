"""The table of inner dispatches against the installed torch."""

from __future__ import annotations

import shutil

import measure_inner_dispatches as measure
import pytest

from dispatchless.lowering.measured_dispatches import cpu_inner_dispatches


def run_some_operators() -> None:
    import torch

    with torch.inference_mode():
        x = torch.ones(2, 3)
        torch.nn.functional.linear(x, torch.ones(4, 3), torch.ones(4))
        torch.abs(x)
        torch.add(x, x, out=torch.empty_like(x))
        torch.add(x, 1)


@pytest.mark.skipif(shutil.which("g++") is None, reason="the recorder is compiled with g++")
def test_table_covers_what_is_seen_now() -> None:
    pytest.importorskip("torch")
    seen = measure.record(run_some_operators)
    assert "addmm" in seen["linear"]
    assert "abs.out" in seen["abs"]
    recorded = cpu_inner_dispatches()
    for operator in ("linear", "abs", "abs.out", "add.out", "add.Tensor", "ones", "addmm"):
        assert set(seen[operator]) <= set(recorded[operator]), operator


def test_table_is_whole() -> None:
    table = cpu_inner_dispatches()
    assert len(table) > 1000
    assert table["add.out"] == ()
    assert "" not in table
    assert all(inner == tuple(sorted(set(inner))) for inner in table.values())
