"""Custom operators for PyTorch: their schemas, their kernels on CPU, and stand-ins for these.

A model is exported with PyTorch, so PyTorch must know an operator that only ExecuTorch runs. With
the stand-ins it does without the kernels' sources.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from dispatchless.cppast import (
    Block,
    Call,
    Construct,
    Decl,
    Expr,
    Function,
    Header,
    InitList,
    MacroBlock,
    MacroCall,
    NameAllocator,
    NameExpr,
    Namespace,
    Param,
    SourceFile,
    Stmt,
    StringLit,
    name,
)
from dispatchless.cppast import build as b
from dispatchless.lowering import dispatcher_symbols
from dispatchless.lowering.executorch import symbols
from dispatchless.lowering.executorch.aten_mode import aten_argument, aten_returns
from dispatchless.lowering.executorch.boxed_kernels import kernel_name, located
from dispatchless.lowering.executorch.headers import CUSTOM_NATIVE_FUNCTIONS
from dispatchless.model import SpecError
from dispatchless.model.errors import ErrorCollector
from dispatchless.model.executorch_kernels import LibraryOperator

SCHEMAS = "RegisterSchema.cpp"
KERNELS = "RegisterCPUCustomOps.cpp"
STUBS = "RegisterCPUStub.cpp"

_LIBRARY = b.ident("m")
_CPU = b.ident("CPU")
_TORCH_FN = "TORCH_FN"  # the function as a compile-time constant, which saves an indirect call
_SCOPE = (*symbols.PUBLIC_NAMESPACE, "function")


def custom_op_files(operators: Sequence[LibraryOperator]) -> tuple[SourceFile, ...]:
    """The three files; an operator without a kernel for all tensors has a schema only."""
    with_kernel = [o for o in operators if o.direct_kernel is not None]
    includes = (symbols.local_header(CUSTOM_NATIVE_FUNCTIONS),)
    return (
        SourceFile(KERNELS, _kernels(with_kernel, _call_kernel), includes=includes),
        SourceFile(STUBS, _kernels(with_kernel, _stand_in), includes=(Header("ATen/ATen.h"),)),
        SourceFile(SCHEMAS, _schemas(operators)),
    )


def _by_namespace(operators: Sequence[LibraryOperator]) -> dict[str, list[LibraryOperator]]:
    grouped: dict[str, list[LibraryOperator]] = {}
    for operator in operators:
        grouped.setdefault(operator.name.namespace or "", []).append(operator)
    return grouped


def _schemas(operators: Sequence[LibraryOperator]) -> tuple[Decl, ...]:
    return tuple(
        MacroBlock(
            dispatcher_symbols.TORCH_LIBRARY_FRAGMENT,
            (b.ident(namespace), _LIBRARY),
            Block(tuple(_schema(operator) for operator in grouped)),
            header=dispatcher_symbols.LIBRARY_HEADER,
        )
        for namespace, grouped in _by_namespace(operators).items()
    )


def _schema(operator: LibraryOperator) -> Stmt:
    schema = operator.schema
    local = attrs.evolve(schema, name=attrs.evolve(schema.name, namespace=None))
    tags: tuple[Expr, ...] = ()
    if operator.tags:
        tags = (InitList(tuple(b.ident(name(f"::at::Tag::{tag}")) for tag in operator.tags)),)
    return b.do(b.method(_LIBRARY, "def", StringLit(str(local)), *tags))


Body = Callable[[LibraryOperator], tuple[Stmt, ...]]


def _kernels(operators: Sequence[LibraryOperator], body: Body) -> tuple[Decl, ...]:
    names = NameAllocator()
    wrappers: list[Function] = []
    blocks: list[Decl] = []
    errors = ErrorCollector()
    for namespace, grouped in _by_namespace(operators).items():
        statements: list[Stmt] = []
        for operator in grouped:
            wrapper = names.allocate(f"{namespace}_{operator.name.unambiguous}_cpu")
            try:
                wrappers.append(_wrapper(wrapper, operator, body))
            except SpecError as error:
                errors.add(located(error, operator))
            function = MacroCall(
                _TORCH_FN,
                (b.ident(wrapper),),
                header=dispatcher_symbols.LIBRARY_HEADER,
            )
            local = StringLit(operator.name.local)
            statements.append(b.do(b.method(_LIBRARY, "impl", local, function)))
        blocks.append(
            MacroBlock(
                dispatcher_symbols.TORCH_LIBRARY_IMPL,
                (b.ident(namespace), _CPU, _LIBRARY),
                Block(tuple(statements)),
                header=dispatcher_symbols.LIBRARY_HEADER,
            )
        )
    errors.raise_if_any()
    if not blocks:
        return ()
    return (Namespace(_SCOPE, (Namespace((), tuple(wrappers)), *blocks)),)


def _wrapper(wrapper: str, operator: LibraryOperator, body: Body) -> Function:
    schema = operator.schema
    used = body is _call_kernel
    params = tuple(
        Param(aten_argument(a, operator), a.name if used or a in _returned(operator) else None)
        for a in schema.arguments
    )
    returns = aten_returns(schema.returns, operator)
    return Function(wrapper, params, returns, Block(body(operator)), origin=operator.origin)


def _call_kernel(operator: LibraryOperator) -> tuple[Stmt, ...]:
    kernel = operator.direct_kernel
    assert kernel is not None, "operators without such a kernel are left out"
    values = tuple(b.ident(a.name) for a in operator.schema.arguments)
    call = Call(kernel_name(kernel), values)
    return (b.ret(call),) if operator.schema.returns else (b.do(call),)


def _returned(operator: LibraryOperator) -> tuple[object, ...]:
    """The arguments that a stand-in hands back: those written to, else one of the right type."""
    schema = operator.schema
    if schema.out_arguments:
        return schema.out_arguments if schema.returns else ()
    (result,) = schema.returns
    written = [a for a in schema.arguments if a.is_write]
    if result.is_write and len(written) == 1:
        return tuple(written)
    return tuple(a for a in schema.arguments if a.type == result.type)[:1]


def _stand_in(operator: LibraryOperator) -> tuple[Stmt, ...]:
    schema = operator.schema
    if not schema.returns:
        return ()
    names = {a: NameExpr(name(a.name)) for a in schema.arguments}
    values = tuple(value for a, value in names.items() if a in _returned(operator))
    returns = aten_returns(schema.returns, operator)
    if len(schema.returns) == 1 and values:
        return (b.ret(values[0]),)
    return (b.ret(Construct(returns, values)),)
