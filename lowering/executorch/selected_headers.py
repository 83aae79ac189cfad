"""Headers that tell ExecuTorch's own kernels what a build has selected: dtypes and prim ops."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from dispatchless.cppast import (
    Binary,
    Block,
    BoolLit,
    Builtin,
    Construct,
    Decl,
    Define,
    Expr,
    Function,
    HeaderFile,
    NamedType,
    Param,
    Pointer,
    Qualified,
    Stmt,
    StringLit,
    name,
)
from dispatchless.cppast import build as b
from dispatchless.lowering.executorch import symbols
from dispatchless.model import SpecError
from dispatchless.model.errors import ErrorCollector
from dispatchless.model.executorch_keys import DTYPE_NAMES
from dispatchless.model.executorch_selection import DEFAULT_ENTRY, Selection

SELECTED_DTYPES = "selected_op_variants.h"
SELECTED_PRIM_OPS = "selected_prim_ops.h"

_OPERATOR, _DTYPE = "operator_name", "scalar_type"


def lower_selected_dtypes(selection: Selection) -> HeaderFile:
    """`should_include_kernel_dtype(operator, dtype)`: whether a kernel needs code for a dtype.

    Kernels ask with the names that they have themselves, without `aten::` and with any other
    namespace. An operator that models use with any tensors has all dtypes.
    """
    body, uses_dtype = _statements(selection)
    operator = Param(
        Pointer(Qualified(Builtin("char"), const=True)), _OPERATOR if len(body) > 1 else None
    )
    dtype = Param(NamedType(symbols.SCALAR_TYPE), _DTYPE if uses_dtype else None)
    return HeaderFile(
        SELECTED_DTYPES,
        (
            Function(
                "should_include_kernel_dtype",
                (operator, dtype),
                b.BOOL,
                Block(body),
                inline=True,
                constexpr=True,
            ),
        ),
    )


def _statements(selection: Selection) -> tuple[tuple[Stmt, ...], bool]:
    """One test for each operator, and whether any of them asks for the dtype."""
    if selection.include_all or not selection.metadata:
        return (b.ret(BoolLit(True)),), False
    errors = ErrorCollector()
    body: list[Stmt] = []
    for operator, keys in sorted(selection.metadata.items()):
        view = Construct(NamedType(symbols.STRING_VIEW), (b.ident(_OPERATOR),))
        is_operator = Binary("==", view, StringLit(operator.removeprefix("aten::")))
        with errors.collecting():
            body.append(b.if_(is_operator, b.ret(_dtype_test(operator, keys))))
    errors.raise_if_any()
    uses_dtype = any(_dtypes(keys) is not None for keys in selection.metadata.values())
    return (*body, b.ret(BoolLit(False))), uses_dtype


def _dtype_test(operator: str, keys: Sequence[str]) -> Expr:
    dtypes = _dtypes(keys)
    if dtypes is None:
        return BoolLit(True)
    tests: list[Expr] = []
    for number in sorted(dtypes):
        if number not in DTYPE_NAMES:
            raise SpecError(f"'{operator}' is selected with the unknown dtype number {number}")
        dtype = b.ident(symbols.SCALAR_TYPE.joined(DTYPE_NAMES[number]))
        tests.append(Binary("==", b.ident(_DTYPE), dtype))
    return b.binary("||", *tests)


def _dtypes(keys: Sequence[str]) -> frozenset[int] | None:
    """The dtype numbers of all tensors; None stands for all dtypes."""
    numbers: set[int] = set()
    for key in keys:
        meta = key.partition("/")[2]
        if key == DEFAULT_ENTRY or not meta:
            return None
        numbers.update(int(each.partition(";")[0]) for each in meta.split("|"))
    return frozenset(numbers) or None


def lower_selected_prim_ops(operators: Iterable[str]) -> HeaderFile:
    """One macro for each operator, as the runtime's register_prim_ops.cpp asks for them.

    Raises SpecError where two operators would have the same macro: selecting one would select both.
    """
    macros: dict[str, str] = {}
    errors = ErrorCollector()
    for operator in sorted(set(operators)):
        macro = prim_op_macro(operator)
        other = macros.setdefault(macro, operator)
        if other != operator:
            errors.add(
                SpecError(
                    f"'{other}' and '{operator}' have the same macro {macro}",
                    hint="selecting one would select the other: rename one of them",
                )
            )
    errors.raise_if_any()
    defines: tuple[Decl, ...] = tuple(Define(macro) for macro in macros)
    return HeaderFile(SELECTED_PRIM_OPS, defines)


def prim_op_macro(operator: str) -> str:
    """`executorch_prim::et_view.default` gives `INCLUDE_EXECUTORCH_PRIM_ET_VIEW_DEFAULT`."""
    word = re.sub(r"_+", "_", operator.replace("::", "_").replace(".", "_")).upper()
    macro = f"INCLUDE_{word}"
    if not re.fullmatch(r"\w+", macro, re.ASCII):
        raise SpecError(f"'{operator}' is no operator's name", text=operator)
    name(macro)
    return macro
