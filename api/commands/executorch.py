"""The commands for ExecuTorch, in the order in which the help lists them."""

from __future__ import annotations

from dispatchless.commands.base import Command
from dispatchless.commands.executorch_gen import EXECUTORCH_GEN
from dispatchless.commands.executorch_headers import EXECUTORCH_DTYPES, EXECUTORCH_PRIM_OPS
from dispatchless.commands.executorch_merge import EXECUTORCH_MERGE
from dispatchless.commands.executorch_oplist import EXECUTORCH_OPLIST
from dispatchless.commands.executorch_register import EXECUTORCH_BACKENDS, EXECUTORCH_REGISTER

EXECUTORCH_COMMANDS: tuple[Command, ...] = (
    EXECUTORCH_GEN,
    EXECUTORCH_REGISTER,
    EXECUTORCH_BACKENDS,
    EXECUTORCH_OPLIST,
    EXECUTORCH_MERGE,
    EXECUTORCH_DTYPES,
    EXECUTORCH_PRIM_OPS,
)
