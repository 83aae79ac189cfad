"""`verify` of a whole specification on the real libtorch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import attrs
import torch
from dispatchless.jit.children import ChildStream, Crash
from dispatchless.jit.diagnostics import JitError
from dispatchless.jit.library import JIT_KEYS, compile_library, dispatcher_path_table
from dispatchless.jit.process import process_session
from dispatchless.jit.session import Session
from dispatchless.jit.torch_runtime import TorchRuntime
from dispatchless.jit.verify.components import components
from dispatchless.jit.verify.report import Failure, OperatorReport, Report, Row, Status
from dispatchless.jit.verify.rows import ROWS, RowCheck
from dispatchless.jit.verify.runner import verify_operator
from dispatchless.jit.verify.subject import SHADOW_SUFFIX, InnerOperator, Subject
from dispatchless.lowering import (
    Registration,
    Table,
    TorchOptions,
    registration_table,
    resolve,
    signatures,
)
from dispatchless.model import (
    CompositeOperator,
    DispatchKey,
    Operator,
    OperatorTable,
    Specification,
    design_title,
)

Progress = Callable[[str, Row], None]

#: The row that stands for an operator that could not be compiled or registered.
BUILD_ROW = "build"
# The compiler's and a row's own time limits end sooner.
_SILENCE = 600.0


def verify_on_torch(
    specification: Specification,
    table: OperatorTable,
    namespace: str,
    *,
    kernels: Table = registration_table,
    rows: Sequence[RowCheck] = ROWS,
    progress: Progress | None = None,
    message: Callable[[str], None] = lambda text: None,
) -> Report:
    """Verify every operator; what crashes is a result.

    All compiling and running is done in a child of this process, which stays as it is but for the
    warmed compiler.

    Args:
        kernels: the registration table under test.
        rows: the checks to run.
    """
    session = process_session(TorchRuntime, progress=message)
    options = TorchOptions(namespace, JIT_KEYS, namespace, Registration.MANUAL, table)
    left = list(components(specification))
    reports: list[OperatorReport] = []
    while left:
        job = _Job(session, tuple(left), options, kernels, tuple(rows))
        stream = ChildStream(job.run, timeout=_SILENCE)
        for item in stream:
            if isinstance(item, OperatorReport):
                reports.append(item)
            elif isinstance(item, _PartDone):
                del left[0]
            elif progress is not None:
                progress(*cast("tuple[str, Row]", item))
        if left and isinstance(stream.outcome, Crash):
            reports.extend(_unfinished(left.pop(0), namespace, reports, str(stream.outcome)))
    return Report("torch", tuple(reports))


def qualified(operator: CompositeOperator, namespace: str) -> str:
    """`ns::op.overload` of an operator in a library of the namespace."""
    return f"{operator.schema.name.namespace or namespace}::{operator.schema.name.local}"


def _unfinished(
    part: Specification, namespace: str, reports: list[OperatorReport], reason: str
) -> Iterator[OperatorReport]:
    done = {report.operator for report in reports}
    for operator in part.operators:
        name = qualified(operator, namespace)
        if name not in done:
            yield OperatorReport(name, (Row(BUILD_ROW, Status.CRASHED, note=reason),))


@attrs.frozen
class _PartDone:
    """Sent when all operators of a part have been reported."""


@attrs.frozen
class _Job:
    """The work on several parts, in one child, so that what is warmed up serves all of them."""

    session: Session
    parts: tuple[Specification, ...]
    options: TorchOptions
    kernels: Table
    rows: tuple[RowCheck, ...]

    def run(self, send: Callable[[object], None]) -> None:
        """Verify part after part. Ends early after one that does not compile, which may have left
        the compiler in no state to go on; the rest is another child's work."""
        runtime = cast(TorchRuntime, self.session.runtime)
        for part in self.parts:
            try:
                self._register(part)
            except (JitError, RuntimeError) as error:
                self._report_unusable(part, error, send)
                send(_PartDone())
                return
            for operator in part.operators:
                report = verify_operator(
                    self._subject(operator),
                    runtime.record_dispatches,
                    rows=self.rows,
                    progress=lambda name, row: send((name, row)),
                )
                send(report)
            send(_PartDone())

    def _register(self, part: Specification) -> None:
        fast = compile_library(self.session, part, self.options, table=self.kernels)
        slow = compile_library(
            self.session,
            _shadow(part, self.options.namespace),
            attrs.evolve(self.options, namespace=self.options.namespace + SHADOW_SUFFIX, keys=()),
            table=dispatcher_path_table,
        )
        slow.register()
        fast.register()

    def _report_unusable(
        self, part: Specification, error: Exception, send: Callable[[object], None]
    ) -> None:
        failure = Failure("the generated code with the user's header", "compiles", str(error))
        row = Row(BUILD_ROW, Status.FAILED, 1, (failure,))
        for operator in part.operators:
            name = qualified(operator, self.options.namespace)
            send((name, row))
            send(OperatorReport(name, (row,)))

    def _subject(self, operator: CompositeOperator) -> Subject:
        namespace = operator.schema.name.namespace or self.options.namespace
        inner = tuple(self._inner(each.operator) for each in operator.inner_calls)
        return Subject(
            fast=_overload(namespace, operator),
            slow=_overload(namespace + SHADOW_SUFFIX, operator),
            inner=inner,
        )

    def _inner(self, operator: Operator | CompositeOperator) -> InnerOperator:
        if isinstance(operator, CompositeOperator):
            name = qualified(operator, self.options.namespace)
            inner = tuple(self._inner(each.operator) for each in operator.inner_calls)
            return InnerOperator(name, design_title(operator.design), inner=inner)
        link = resolve(operator, DispatchKey.CPU, self.options.native)
        function = "::".join(str(part) for part in link.callee(signatures(operator)[0]).parts)
        return InnerOperator(operator.qualified_name, function, link.is_direct)


def _overload(namespace: str, operator: CompositeOperator) -> Any:
    packet = getattr(getattr(torch.ops, namespace), operator.schema.name.base)
    return getattr(packet, operator.schema.name.overload or "default")


def _shadow(specification: Specification, namespace: str) -> Specification:
    """The same operators in shadow namespaces, those of ATen too."""

    def renamed(operator: CompositeOperator) -> CompositeOperator:
        own = (operator.schema.name.namespace or namespace) + SHADOW_SUFFIX
        name = attrs.evolve(operator.schema.name, namespace=own)
        entry = attrs.evolve(operator.entry, namespace=own)
        design = attrs.evolve(
            operator.design,
            calls=tuple(
                attrs.evolve(call, operator=renamed(call.operator))
                if isinstance(call.operator, CompositeOperator)
                else call
                for call in operator.design.calls
            ),
        )
        schema = attrs.evolve(operator.schema, name=name)
        return attrs.evolve(operator, schema=schema, design=design, entry=entry)

    return attrs.evolve(
        specification, operators=tuple(map(renamed, specification.operators))
    )
