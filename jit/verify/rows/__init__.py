"""The rows of verify: one module per group, each row a function `(Context) -> Row`."""

from __future__ import annotations

from dispatchless.jit.verify.rows.table import ROWS, RowCheck, Stack

__all__ = ["ROWS", "RowCheck", "Stack"]
