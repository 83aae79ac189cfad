"""`verify` of a whole specification on the real libtorch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import torch

from dispatchless.jit.process import process_session
from dispatchless.jit.torch_runtime import TorchRuntime
from dispatchless.jit.verify.report import OperatorReport, Report
from dispatchless.jit.verify.rows import ROWS, RowCheck
from dispatchless.jit.verify.runner import start_operator
from dispatchless.jit.verify.specification_job import (
    Finished,
    Progress,
    Target,
    verify_specification,
)
from dispatchless.jit.verify.subject import Subject
from dispatchless.lowering import Table, registration_table
from dispatchless.model import OperatorTable, Specification


def verify_on_torch(
    specification: Specification,
    table: OperatorTable,
    namespace: str,
    *,
    kernels: Table = registration_table,
    rows: Sequence[RowCheck] = ROWS,
    progress: Progress | None = None,
    finished: Finished = lambda report: None,
    message: Callable[[str], None] = lambda text: None,
) -> Report:
    """Verify every operator; what crashes is a result.

    Args:
        kernels: the registration table under test.
        rows: the checks to run.
    """
    session = process_session(TorchRuntime, progress=message)
    runtime = cast(TorchRuntime, session.runtime)

    def start_one(target: Target, ended: Progress) -> Callable[[], OperatorReport]:
        subject = Subject(
            fast=_overload(target.fast),
            slow=_overload(target.slow),
            inner=target.inner,
            allowed=target.allowed,
        )
        return start_operator(subject, runtime.record_dispatches, rows=rows, progress=ended)

    return verify_specification(
        session,
        specification,
        table,
        namespace,
        start_one,
        kernels=kernels,
        progress=progress,
        finished=finished,
    )


def _overload(name: str) -> Any:
    namespace, _, operator = name.partition("::")
    base, _, overload = operator.partition(".")
    return getattr(getattr(getattr(torch.ops, namespace), base), overload or "default")
