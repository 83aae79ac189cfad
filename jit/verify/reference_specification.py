"""`verify` of a whole specification on the embedded runtime."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import cast

from dispatchless.jit.bootstrap import not_interrupted
from dispatchless.jit.children import ChildStream
from dispatchless.jit.process import process_session
from dispatchless.jit.reference_runtime import ReferenceRuntime
from dispatchless.jit.verify.reference_cases import Case, Cases, find_cases
from dispatchless.jit.verify.reference_rows import (
    REFERENCE_ROWS,
    ReferenceContext,
    ReferenceSubject,
    RowCheck,
)
from dispatchless.jit.verify.reference_values import Layout, TensorInput, Values
from dispatchless.jit.verify.report import OperatorReport, Report, Row
from dispatchless.jit.verify.row_runs import crashed_row, timed_row
from dispatchless.jit.verify.specification_job import (
    Finished,
    Progress,
    Target,
    verify_specification,
)
from dispatchless.lowering import Table, registration_table
from dispatchless.model import OperatorTable, Specification, parse_schema

_ROW_TIMEOUT = 120.0
_ADD = "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"


def verify_on_reference(
    specification: Specification,
    table: OperatorTable,
    namespace: str,
    *,
    kernels: Table = registration_table,
    rows: Sequence[RowCheck] = REFERENCE_ROWS,
    progress: Progress | None = None,
    finished: Finished = lambda report: None,
    message: Callable[[str], None] = lambda text: None,
) -> Report:
    """Verify every operator on the embedded runtime. Says nothing about PyTorch itself.

    Args:
        kernels: the registration table under test.
        rows: the checks to run.
    """
    session = process_session(ReferenceRuntime, progress=message)
    runtime = cast(ReferenceRuntime, session.runtime)
    message("compiling the embedded runtime")
    with not_interrupted():
        warm_up(runtime)

    def start_one(target: Target, ended: Progress) -> Callable[[], OperatorReport]:
        subject = ReferenceSubject(
            target.operator.schema, target.fast, target.slow, target.inner, target.allowed
        )
        values = Values(runtime, subject.schema)
        return functools.partial(_verify_operator, subject, values, rows, ended)

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


@functools.cache
def warm_up(runtime: ReferenceRuntime) -> None:
    """Make every kind of call once, in this process: what it compiles serves all children."""
    values = Values(runtime, parse_schema(_ADD))
    subject = ReferenceSubject(parse_schema(_ADD), "aten::add.Tensor", "aten::add.Tensor", ())
    plain = Case((TensorInput((2, 2)), TensorInput((2, 2)), 1))
    refused = Case((TensorInput((2, 2)), TensorInput((3, 3)), 1))
    cases = Cases((plain, plain.map_tensors(layout=Layout.TRANSPOSED)), (refused,))
    context = ReferenceContext(subject, cases, values)
    for check in REFERENCE_ROWS:
        check(context)


def _verify_operator(
    subject: ReferenceSubject, values: Values, rows: Sequence[RowCheck], ended: Progress
) -> OperatorReport:
    """Each row in turn, in a child; after a crash the rows that are left run in a new one."""
    left = list(rows)
    done: list[Row] = []
    while left:

        def work(send: Callable[[object], None]) -> None:
            cases = find_cases(subject.schema, subject.slow, values)
            context = ReferenceContext(subject, cases, values)
            for check in tuple(left):
                send(timed_row(check.__name__, functools.partial(check, context)))

        stream = ChildStream(work, timeout=_ROW_TIMEOUT)
        for row in stream:
            assert isinstance(row, Row)
            del left[0]
            done.append(row)
            ended(subject.fast, row)
        if left:
            crashed = crashed_row(left.pop(0).__name__, stream)
            done.append(crashed)
            ended(subject.fast, crashed)
    return OperatorReport(subject.fast, tuple(done))
