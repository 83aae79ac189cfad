"""Checks that an operator with dispatch-free kernels behaves as it does through the dispatcher.

Every row compares the operator with its dispatcher path (the same composite registered with its
generic kernel alone, in a shadow namespace) or checks a property; `rows.table` lists them. What
needs torch is in `runner` and `rows`, imported by those who have it.
"""

from __future__ import annotations

from dispatchless.jit.shadow import SHADOW_SUFFIX
from dispatchless.jit.verify.report import Failure, OperatorReport, Report, Row, Status
from dispatchless.jit.verify.subject import (
    CountDispatches,
    InnerOperator,
    Subject,
)

__all__ = [
    "SHADOW_SUFFIX",
    "CountDispatches",
    "Failure",
    "InnerOperator",
    "OperatorReport",
    "Report",
    "Row",
    "Status",
    "Subject",
]
