"""The subcommands of the command line, one module each."""

from __future__ import annotations

from dispatchless.commands.base import Command
from dispatchless.commands.bench import BENCH
from dispatchless.commands.executorch import EXECUTORCH_COMMANDS
from dispatchless.commands.explain import EXPLAIN
from dispatchless.commands.generate import GENERATE
from dispatchless.commands.headers import HEADERS
from dispatchless.commands.verify import VERIFY

COMMANDS: tuple[Command, ...] = (GENERATE, HEADERS, VERIFY, BENCH, EXPLAIN, *EXECUTORCH_COMMANDS)

__all__ = ["COMMANDS", "Command"]
