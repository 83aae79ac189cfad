"""NativeFunctions.h, Functions.h and CustomOpsNativeFunctions.h."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from dispatchless.cppast import (
    Call,
    Comment,
    Decl,
    Function,
    Header,
    HeaderFile,
    LRef,
    NameAllocator,
    NamedType,
    NameExpr,
    Namespace,
    Param,
    Type,
    name,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.executorch.boxed_kernels import kernel_name, located
from dispatchless.lowering.executorch.cpp_types import argument_type, returns_type
from dispatchless.lowering.executorch.function_names import function_name, function_namespace
from dispatchless.lowering.executorch.options import ExecutorchOptions
from dispatchless.model import SpecError
from dispatchless.model.errors import ErrorCollector
from dispatchless.model.executorch_kernels import CppKernel, LibraryOperator

NATIVE_FUNCTIONS = "NativeFunctions.h"
FUNCTIONS = "Functions.h"
CUSTOM_NATIVE_FUNCTIONS = "CustomOpsNativeFunctions.h"

# What these headers have always brought along; files that include them rely on it.
_INCLUDED = tuple(
    Header(path)
    for path in (
        "executorch/runtime/core/error.h",
        "executorch/runtime/core/exec_aten/exec_aten.h",
        "executorch/runtime/kernel/kernel_runtime_context.h",
        "tuple",
    )
)
_CONTEXT = Param(LRef(NamedType(symbols.CONTEXT)), "context")


def native_functions(
    operators: Sequence[LibraryOperator], options: ExecutorchOptions
) -> HeaderFile:
    """Declarations of the kernels that the user defines, with and without a context argument.

    A library may define either; the boxed kernels call the one with the context.
    """
    declared: dict[tuple[str, ...], list[Decl]] = {}
    known: set[object] = set()
    errors = ErrorCollector()
    for operator in operators:
        if options.aten and not operator.custom:
            continue  # ATen declares its own
        try:
            params, returns = _signature(operator, aten=options.aten)
        except SpecError as error:
            errors.add(located(error, operator))
            continue
        for kernel in _undeclared(operator, known):
            declarations = declared.setdefault(kernel.namespace, [])
            if not options.aten:
                declarations.append(_declaration(kernel, params, returns, operator))
            with_context = params if options.aten else (_context(operator), *params)
            declarations.append(_declaration(kernel, with_context, returns, operator))
    errors.raise_if_any()
    return HeaderFile(NATIVE_FUNCTIONS, _in_namespaces(declared), includes=_INCLUDED)


def custom_native_functions(operators: Sequence[LibraryOperator]) -> HeaderFile:
    """Declarations, with ATen's types, of the kernels that custom operators have in PyTorch."""
    declared: dict[tuple[str, ...], list[Decl]] = {}
    known: set[object] = set()
    for operator in operators:
        params, returns = _signature(operator, aten=True)
        for kernel in _undeclared(operator, known):
            declared.setdefault(kernel.namespace, []).append(
                _declaration(kernel, params, returns, operator)
            )
    return HeaderFile(
        CUSTOM_NATIVE_FUNCTIONS,
        _in_namespaces(declared),
        includes=(Header("ATen/ATen.h"), Header("tuple")),
    )


def functions(operators: Sequence[LibraryOperator], options: ExecutorchOptions) -> HeaderFile:
    """Functions to call the operators by: `torch::executor::<namespace>::add_outf(context, …)`."""
    defined: dict[tuple[str, ...], list[Decl]] = {}
    for operator in operators:
        if operator.registers:
            scope = (*symbols.PUBLIC_NAMESPACE, function_namespace(operator.schema))
            defined.setdefault(scope, []).extend(_function(operator, options))
    includes = [*_INCLUDED]
    if options.aten:
        includes.append(Header("ATen/Functions.h"))
        if options.custom_ops:
            includes.append(symbols.local_header(CUSTOM_NATIVE_FUNCTIONS))
    else:
        includes.append(symbols.local_header(NATIVE_FUNCTIONS))
    return HeaderFile(FUNCTIONS, _in_namespaces(defined), includes=tuple(includes))


@functools.cache
def _variable(local: str) -> NameExpr:
    return b.ident(local)


def _context(operator: LibraryOperator) -> Param:
    """The parameter before the operator's arguments, which keep their names."""
    taken = [argument.name for argument in operator.schema.arguments]
    if "context" not in taken:
        return _CONTEXT
    return Param(_CONTEXT.type, NameAllocator(taken).allocate("context"))


def _function(operator: LibraryOperator, options: ExecutorchOptions) -> Iterable[Decl]:
    schema = operator.schema
    params, returns = _signature(operator, aten=options.aten)
    values = tuple(_variable(argument.name) for argument in schema.arguments)
    yield Comment(str(schema))
    if not options.aten:
        kernel = operator.direct_kernel
        if kernel is None:
            yield Comment(
                "Which of its kernels is right depends on the tensors' dtypes: they are called "
                "through the runtime's table only."
            )
            return
        used = _context(operator)
        body = b.call(kernel_name(kernel), _variable(used.name), *values)
    else:
        body = _aten_call(operator, values)
        used = Param(_CONTEXT.type)
    yield Function(
        function_name(schema),
        (used, *params),
        returns,
        b.block(b.ret(body)),
        inline=True,
        origin=operator.origin,
    )


def _aten_call(operator: LibraryOperator, values: Sequence[NameExpr]) -> Call:
    """A custom operator's own kernel; ATen's function or, where it has only that, its method."""
    schema = operator.schema
    if operator.custom and operator.direct_kernel is not None:
        return b.call(kernel_name(operator.direct_kernel), *values)
    local = function_name(schema)
    if operator.method_only:
        return b.method(values[0], local, *values[1:])
    return b.call(name(f"::at::{local}"), *values)


def _signature(operator: LibraryOperator, *, aten: bool) -> tuple[tuple[Param, ...], Type]:
    schema, const_mutable = operator.schema, operator.const_mutable
    if aten:
        # Its names are many, and most libraries need none of them.
        from dispatchless.lowering.executorch.aten_mode import aten_argument, aten_returns

        params = tuple(Param(aten_argument(a, operator), a.name) for a in schema.arguments)
        return params, aten_returns(schema.returns, operator)
    params = tuple(
        Param(argument_type(a, const_mutable=const_mutable), a.name) for a in schema.arguments
    )
    return params, returns_type(schema.returns, const_mutable=const_mutable)


def _declaration(
    kernel: CppKernel, params: tuple[Param, ...], returns: Type, operator: LibraryOperator
) -> Function:
    return Function(kernel.name, params, returns, origin=operator.origin)


def _undeclared(operator: LibraryOperator, known: set[object]) -> list[CppKernel]:
    """The operator's kernels that no operator before it has with the same parameters."""
    types = tuple((argument.type, argument.is_write) for argument in operator.schema.arguments)
    found = []
    for kernel in operator.functions:
        if (kernel, types) not in known:
            known.add((kernel, types))
            found.append(kernel)
    return found


def _in_namespaces(declared: dict[tuple[str, ...], list[Decl]]) -> tuple[Decl, ...]:
    return tuple(Namespace(scope, tuple(declarations)) for scope, declarations in declared.items())
