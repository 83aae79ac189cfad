"""From what a specification means to C++ trees: the only place where model and cppast meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dispatchless.model.on_first_use import import_on_first_use

if TYPE_CHECKING:
    from dispatchless.lowering.files import OutputFile, Table, existing_operator, lower_torch
    from dispatchless.lowering.key_kernels import KernelEntry, KernelKind, registration_table
    from dispatchless.lowering.naming import OperatorNames, operator_names
    from dispatchless.lowering.options import DEFAULT_KEYS, Registration, TorchOptions
    from dispatchless.lowering.resolution import Link, LinkKind, resolve
    from dispatchless.lowering.signature import CppSignature, kernel_signature, signatures

__all__ = [
    "DEFAULT_KEYS",
    "CppSignature",
    "KernelEntry",
    "KernelKind",
    "Link",
    "LinkKind",
    "OperatorNames",
    "OutputFile",
    "Registration",
    "Table",
    "TorchOptions",
    "existing_operator",
    "kernel_signature",
    "lower_torch",
    "operator_names",
    "registration_table",
    "resolve",
    "signatures",
]

import_on_first_use(
    globals(),
    {
        "files": "OutputFile Table existing_operator lower_torch",
        "naming": "OperatorNames operator_names",
        "options": "DEFAULT_KEYS Registration TorchOptions",
        "key_kernels": "KernelEntry KernelKind registration_table",
        "resolution": "Link LinkKind resolve",
        "signature": "CppSignature kernel_signature signatures",
    },
)
