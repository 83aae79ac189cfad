"""Tests on a C++ runtime run in children forked from a process that is warmed for it.

`@pytest.mark.runtime("torch")` runs a test so. The process is warmed once (runtime loaded, headers
compiled); every test gets a fresh child of it, so a test that crashes fails and the run goes on.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fork_server import ForkServer

from dispatchless.jit.session import Session

_servers = pytest.StashKey[dict[str, ForkServer]]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "runtime(name, timeout=seconds): run in a child forked from a process warmed for the "
        "runtime: bare (C++ alone), reference, torch, executorch",
    )
    config.stash[_servers] = {}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    marker = item.get_closest_marker("runtime")
    if marker is None:
        return None
    servers = item.config.stash[_servers]
    name = marker.args[0]
    if name not in servers:
        servers[name] = ForkServer(name, item.session)
    # A server inherits what pytest has set up here; its tests set everything up for themselves.
    item.session._setupstate.teardown_exact(None)
    hook = item.ihook
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in servers[name].run(item, **marker.kwargs):
        hook.pytest_runtest_logreport(report=report)
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_unconfigure(config: pytest.Config) -> None:
    # The last one first: a server's process holds the pipes of those that were there before it, and
    # they would wait for it.
    for server in reversed(config.stash[_servers].values()):
        server.stop()


@pytest.fixture
def session() -> Session:
    """The warmed session that the test's process was forked with."""
    current = Session.current()
    assert current is not None, "the test lacks @pytest.mark.runtime(...)"
    return current


@pytest.fixture
def checked_session(session: Session) -> Iterator[Session]:
    """The warmed session, compiling each unit in a forked child first, as it does for users."""
    session.preflight = True
    yield session
