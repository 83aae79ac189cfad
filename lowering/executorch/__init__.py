"""From kernel libraries of ExecuTorch to C++: headers, boxed kernels and their registration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dispatchless.model.on_first_use import import_on_first_use

if TYPE_CHECKING:
    from dispatchless.lowering.executorch.backends import lower_backends
    from dispatchless.lowering.executorch.central import CentralOptions, lower_central
    from dispatchless.lowering.executorch.files import EmittedFile, lower_executorch
    from dispatchless.lowering.executorch.options import (
        DEFAULT_TABLE_SIZE,
        ExecutorchOptions,
        Overlap,
        RegistrationMode,
    )
    from dispatchless.lowering.executorch.selected_headers import (
        lower_selected_dtypes,
        lower_selected_prim_ops,
    )

__all__ = [
    "DEFAULT_TABLE_SIZE",
    "CentralOptions",
    "EmittedFile",
    "ExecutorchOptions",
    "Overlap",
    "RegistrationMode",
    "lower_backends",
    "lower_central",
    "lower_executorch",
    "lower_selected_dtypes",
    "lower_selected_prim_ops",
]

import_on_first_use(
    globals(),
    {
        "backends": "lower_backends",
        "central": "CentralOptions lower_central",
        "files": "EmittedFile lower_executorch",
        "options": "DEFAULT_TABLE_SIZE ExecutorchOptions Overlap RegistrationMode",
        "selected_headers": "lower_selected_dtypes lower_selected_prim_ops",
    },
)
