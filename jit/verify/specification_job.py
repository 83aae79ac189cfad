"""`verify` of a whole specification on any runtime: compile, register beside the ordinary
composites, and check operator after operator, so that what crashes is a result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import attrs

from dispatchless.jit.children import ChildStream, Crash
from dispatchless.jit.diagnostics import JitError
from dispatchless.jit.library import JIT_KEYS, compile_library, dispatcher_path_table
from dispatchless.jit.session import Session
from dispatchless.jit.shadow import SHADOW_SUFFIX, shadow_operator, shadow_specification
from dispatchless.jit.verify.components import components
from dispatchless.jit.verify.report import Failure, OperatorReport, Report, Row, Status
from dispatchless.jit.verify.subject import InnerOperator
from dispatchless.lowering import (
    Registration,
    Table,
    TorchOptions,
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
from dispatchless.model.cpp_api_names import base_names

Progress = Callable[[str, Row], None]
Finished = Callable[[OperatorReport], None]

#: The row that stands for an operator that could not be compiled or registered.
BUILD_ROW = "build"
# The compiler's and a row's own time limits end sooner.
_SILENCE = 600.0


@attrs.frozen
class Target:
    """One operator to check, registered, with its ordinary composite.

    Attributes:
        operator: what the specification says of it.
        fast: its name in the dispatcher, `ns::op.overload`.
        slow: the name of the ordinary composite, in the shadow namespace.
        inner: the operators that it calls, with the functions that the CPU instance calls.
    """

    operator: CompositeOperator
    fast: str
    slow: str
    inner: tuple[InnerOperator, ...]

    @property
    def allowed(self) -> frozenset[str]:
        """The base names of operators that the author's code may call through the dispatcher."""
        return frozenset().union(*map(base_names, self.operator.through_dispatcher))


#: Sets children to work on an operator; what it returns waits for their report.
StartOne = Callable[[Target, Progress], Callable[[], OperatorReport]]


def verify_specification(
    session: Session,
    specification: Specification,
    table: OperatorTable,
    namespace: str,
    start_one: StartOne,
    *,
    kernels: Table,
    progress: Progress | None,
    finished: Finished,
) -> Report:
    """Verify every operator in children of this process, which stays as it is.

    Args:
        start_one: runs the checks of the runtime over one operator.
        kernels: the registration table under test.
    """
    options = TorchOptions(namespace, JIT_KEYS, namespace, Registration.MANUAL, table)
    left = list(components(specification))
    reports: list[OperatorReport] = []
    ahead = True
    while left:
        job = _Job(session, tuple(left), options, kernels, start_one, ahead)
        stream = ChildStream(job.run, timeout=_SILENCE)
        for item in stream:
            if isinstance(item, OperatorReport):
                if item.operator not in {report.operator for report in reports}:
                    reports.append(item)
                    finished(item)
            elif isinstance(item, _PartDone):
                del left[0]
            elif progress is not None:
                progress(*cast("tuple[str, Row]", item))
        if left and isinstance(stream.outcome, Crash) and ahead and len(left) > 1:
            # It may have been the next part: work without looking ahead tells.
            ahead = False
        elif left and isinstance(stream.outcome, Crash):
            ahead = True
            for report in _unfinished(left.pop(0), namespace, reports, str(stream.outcome)):
                reports.append(report)
                finished(report)
    return Report(session.runtime.name, tuple(reports))


def qualified(operator: CompositeOperator, namespace: str) -> str:
    """`ns::op.overload` of an operator in a library of the namespace."""
    return f"{operator.schema.name.namespace or namespace}::{operator.schema.name.local}"


def _unfinished(
    part: Specification, namespace: str, reports: list[OperatorReport], reason: str
) -> Iterator[OperatorReport]:
    done = {report.operator for report in tuple(reports)}
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
    start_one: StartOne
    ahead: bool

    def run(self, send: Callable[[object], None]) -> None:
        """Verify part after part. Ends early after one that does not compile, which may have left
        the compiler in no state to go on; the rest is another child's work.

        With `ahead` a part is compiled while the children are at work on the one before.
        """
        problem: Exception | None = None
        for position, part in enumerate(self.parts):
            if position == 0 or not self.ahead:
                problem = self._problem(part)
            if problem is not None:
                self._report_unusable(part, problem, send)
                send(_PartDone())
                return
            for operator in part.operators:
                finish = self.start_one(self._target(operator), lambda name, row: send((name, row)))
                if self.ahead and operator is part.operators[-1] and position + 1 < len(self.parts):
                    problem = self._problem(self.parts[position + 1])
                send(finish())
            send(_PartDone())

    def _problem(self, part: Specification) -> Exception | None:
        """Compile and register a part; what is wrong with it, if anything."""
        try:
            self._register(part)
        except (JitError, RuntimeError) as error:
            return error
        return None

    def _register(self, part: Specification) -> None:
        fast = compile_library(self.session, part, self.options, table=self.kernels)
        slow = compile_library(
            self.session,
            shadow_specification(part, self.options.namespace),
            attrs.evolve(self.options, namespace=self.options.namespace + SHADOW_SUFFIX, keys=()),
            table=dispatcher_path_table,
        )
        slow.register()
        fast.register()
        # The headers' inline functions are there now, optimized: what follows is small, and no
        # check is about its speed.
        self.session.optimize = 0

    def _report_unusable(
        self, part: Specification, error: Exception, send: Callable[[object], None]
    ) -> None:
        failure = Failure("the generated code with the user's header", "compiles", str(error))
        row = Row(BUILD_ROW, Status.FAILED, 1, (failure,))
        for operator in part.operators:
            name = qualified(operator, self.options.namespace)
            send((name, row))
            send(OperatorReport(name, (row,)))

    def _target(self, operator: CompositeOperator) -> Target:
        namespace = self.options.namespace
        # Without a tensor no backend's kernel is ever reached.
        direct = operator.schema.has_tensor_argument
        return Target(
            operator,
            qualified(operator, namespace),
            qualified(shadow_operator(operator, namespace), namespace),
            tuple(self._inner(each.operator, direct) for each in operator.inner_calls),
        )

    def _inner(self, operator: Operator | CompositeOperator, direct: bool) -> InnerOperator:
        if isinstance(operator, CompositeOperator):
            name = qualified(operator, self.options.namespace)
            inner = tuple(self._inner(each.operator, direct) for each in operator.inner_calls)
            return InnerOperator(name, design_title(operator.design), direct, inner)
        link = resolve(operator, DispatchKey.CPU, self.options.native)
        function = "::".join(str(part) for part in link.callee(signatures(operator)[0]).parts)
        return InnerOperator(operator.qualified_name, function, direct and link.is_direct)
