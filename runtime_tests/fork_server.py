"""A warmed process that runs tests in its forked children."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from bare_runtime import BareRuntime

from dispatchless.jit.children import ChildStream, Crash, run_in_child
from dispatchless.jit.runtimes import runtime_factory
from dispatchless.jit.session import Session

_REQUEST = struct.Struct("=Id")
_DEFAULT_TIMEOUT = 120.0


class ForkServer:
    """The process warmed for one runtime; it is forked from this one and knows its tests."""

    def __init__(self, name: str, session: pytest.Session) -> None:
        self._name = name
        self._config = session.config
        self._items = list(session.items)
        self._index = {item.nodeid: number for number, item in enumerate(self._items)}
        self._missing = _runtime(name).missing()
        self._reader, self._writer = os.pipe()
        self._stream = ChildStream(self._serve)
        self._outcomes: Iterator[Any] | None = None

    def run(self, item: pytest.Item, timeout: float = _DEFAULT_TIMEOUT) -> list[pytest.TestReport]:
        """The reports of a test that runs in a child of the server."""
        if self._missing is not None:
            return [_report(item, "skipped", self._missing)]
        if self._outcomes is None:
            self._outcomes = iter(self._stream)
        os.write(self._writer, _REQUEST.pack(self._index[item.nodeid], timeout))
        outcome = next(self._outcomes, None)
        if outcome is None:
            return [_report(item, "failed", f"the {self._name} server {self._stream.outcome}")]
        if isinstance(outcome, Crash):
            return [_report(item, "failed", f"the test's process {outcome}")]
        reports = [self._revive(data) for data in outcome.value]
        for report in reports:
            if report.failed and outcome.text:
                report.sections.append(("Output of the test's process", outcome.text))
        return reports

    def stop(self) -> None:
        """End the server's process, if it was started."""
        os.close(self._writer)
        os.close(self._reader)
        if self._outcomes is not None:
            next(self._outcomes, None)

    def _revive(self, data: dict[str, Any]) -> pytest.TestReport:
        report: pytest.TestReport = self._config.hook.pytest_report_from_serializable(
            config=self._config, data=data
        )
        return report

    # In the server's process --------------------------------------------------------------------

    def _serve(self, send: Callable[[object], None]) -> None:
        os.close(self._writer)
        capture = self._config.pluginmanager.getplugin("capturemanager")
        if capture is not None:
            # Output of children goes to files of their own.
            capture.stop_global_capturing()
            capture._method = "no"
            capture.start_global_capturing()
        runtime = _runtime(self._name)
        Session(runtime)
        if self._name == "reference":
            from dispatchless.jit.verify.reference_specification import warm_up

            warm_up(runtime)
        elif self._name == "executorch" and find_spec("torch") is not None:
            # Its tests compare with torch, which takes longer to import than they take.
            import torch  # noqa: F401
        while request := os.read(self._reader, _REQUEST.size):
            number, timeout = _REQUEST.unpack(request)
            item = self._items[number]
            send(run_in_child(lambda item=item: self._run(item), timeout=timeout))

    def _run(self, item: pytest.Item) -> list[dict[str, Any]]:
        hook = self._config.hook
        reports = runtestprotocol(item, log=False, nextitem=None)
        return [hook.pytest_report_to_serializable(config=item.config, report=r) for r in reports]


def _runtime(name: str) -> Any:
    return BareRuntime() if name == "bare" else runtime_factory(name)()


def _report(item: pytest.Item, outcome: str, message: str) -> pytest.TestReport:
    skipped = outcome == "skipped"
    path, line, _ = item.location
    return pytest.TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords=dict.fromkeys(item.keywords, 1),
        outcome=outcome,  # type: ignore[arg-type]
        longrepr=(path, line or 0, message) if skipped else message,  # type: ignore[arg-type]
        when="setup" if skipped else "call",
    )
