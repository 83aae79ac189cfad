"""The names of the functions of Functions.h, by which operators are called in C++."""

from __future__ import annotations

from dispatchless.model import FunctionSchema


def function_name(schema: FunctionSchema) -> str:
    """The name of an operator's C++ function with all arguments in schema order."""
    return f"{schema.name.base}_outf" if schema.out_arguments else schema.name.base


def function_namespace(schema: FunctionSchema) -> str:
    """The namespace of an operator's function in Functions.h, below the public one."""
    assert schema.name.namespace is not None, "operators of a library have a namespace"
    return schema.name.namespace
