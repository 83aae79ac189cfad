"""The subcommands of the command line, one module each."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from dispatchless.commands.base import Command

# Command -> its module, in the order in which the help lists them. The module has the command under
# its name in capitals.
_MODULES = {
    "generate": "generate",
    "headers": "headers",
    "verify": "verify",
    "bench": "bench",
    "explain": "explain",
    "executorch-gen": "executorch_gen",
    "executorch-register": "executorch_register",
    "executorch-backends": "executorch_register",
    "executorch-oplist": "executorch_oplist",
    "executorch-merge": "executorch_merge",
    "executorch-dtypes": "executorch_headers",
    "executorch-prim-ops": "executorch_headers",
}


def commands(arguments: Sequence[str] = ()) -> tuple[Command, ...]:
    """The command that the arguments of a command line begin with; all where they do not."""
    names = arguments[:1] if arguments[:1] and arguments[0] in _MODULES else tuple(_MODULES)
    return tuple(_command(name) for name in names)


def _command(name: str) -> Command:
    module = import_module(f"dispatchless.commands.{_MODULES[name]}")
    command: Command = getattr(module, name.upper().replace("-", "_"))
    return command


__all__ = ["Command", "commands"]
