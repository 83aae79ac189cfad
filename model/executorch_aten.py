"""The library of a runtime on ATen's tensors: ATen's own operators, and custom ones."""

from __future__ import annotations

import os

import attrs

from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.executorch_kernels import (
    BoundKernel,
    CppKernel,
    KernelLibrary,
    LibraryOperator,
)
from dispatchless.model.executorch_keys import DEFAULT_KEY, KeyForm
from dispatchless.model.executorch_selection import Selection
from dispatchless.model.executorch_yaml import load_kernel_library
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.operator import Operator, Variant


def load_aten_library(
    custom_ops: str | os.PathLike[str] | None,
    *,
    native: OperatorTable,
    key_form: KeyForm = KeyForm.RUNTIME,
    wanted: Selection | None = None,
) -> KernelLibrary:
    """Every operator of ATen that has one result or out arguments, and the custom operators.

    With ``wanted``, only the operators that it selects are read. An operator that is selected
    by its own name and that no kernel can stand for is an error.
    """
    custom = load_kernel_library(None, custom_ops, native=native, key_form=key_form)
    errors = ErrorCollector()
    operators: list[LibraryOperator] = []
    for name in native.names():
        if wanted is not None and not wanted.selects(f"aten::{name}"):
            continue
        with errors.collecting():
            operator = native.get(name)
            reason = _reason_against(operator)
            if reason is None:
                operators.append(_library_operator(operator))
            elif wanted is not None and f"aten::{name}" in wanted.operators:
                raise SpecError(
                    f"'aten::{name}' is selected, and {reason}",
                    location=operator.origin,
                    hint="select a _copy form or the out= variant",
                )
    errors.raise_if_any()
    return attrs.evolve(custom, operators=(*operators, *custom.operators))


def _reason_against(operator: Operator) -> str | None:
    schema = operator.schema
    if schema.is_view:
        return "its result shares memory with an argument"
    if not schema.out_arguments and len(schema.returns) != 1:
        return "it does not have exactly one result"
    return None


def _library_operator(operator: Operator) -> LibraryOperator:
    schema = operator.schema
    name = attrs.evolve(schema.name, namespace="aten")
    function = f"{schema.name.base}_outf" if schema.out_arguments else schema.name.base
    return LibraryOperator(
        attrs.evolve(schema, name=name),
        (BoundKernel(DEFAULT_KEY, CppKernel(("at",), function)),),
        method_only=Variant.FUNCTION not in operator.variants,
        const_mutable=operator.use_const_ref_for_mutable_tensors,
        origin=operator.origin,
    )
