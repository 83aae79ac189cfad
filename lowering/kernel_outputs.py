"""What a structured kernel that is called directly writes to: class templates over its class.

A structured kernel says by virtual functions which outputs it wants (ATen/TensorMeta.h).
`computed` allocates them, `written` resizes the caller's, `overwritten` checks that they are right
already. The rules and the texts of the errors are those of the functions that ATen has for such
kernels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dispatchless.cppast import (
    Assign,
    Base,
    Binary,
    Block,
    Builtin,
    Call,
    Conditional,
    Constructor,
    Decl,
    DeclStmt,
    DocComment,
    Expr,
    ExprStmt,
    Field,
    For,
    Function,
    Header,
    HeaderFile,
    If,
    Index,
    IntLit,
    Member,
    MemberInit,
    NamedType,
    NameExpr,
    Namespace,
    Param,
    ParenInit,
    Prefix,
    QualifiedName,
    Record,
    Return,
    Stmt,
    Template,
    Type,
    TypeParam,
    ValueParam,
    Var,
    name,
)
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering.cpp_types import (
    INT,
    INT_ARRAY_REF,
    TENSOR,
    TENSOR_OPTIONS,
    const_ref,
    optional,
)
from dispatchless.lowering.expressions import check, method, this_member, variable
from dispatchless.lowering.naming import backend_word
from dispatchless.lowering.options import TorchOptions
from dispatchless.lowering.template_names import with_arguments
from dispatchless.model import DispatchKey, SchemaKind

KERNELS = "kernels"
OUTPUTS, FINISH = "outputs_", "finish"
_PROXIES, _PREPARE = "proxies_", "prepare_output"
_KERNEL, _COUNT = "Kernel", "COUNT"
_NAMES = {
    SchemaKind.FUNCTIONAL: "computed",
    SchemaKind.OUT: "written",
    SchemaKind.INPLACE: "overwritten",
}

_INDEX, _SIZES, _STRIDES, _OPTIONS = map(variable, ("output_idx", "sizes", "strides", "options"))
_PARAMS = (
    Param(INT, "output_idx"),
    Param(INT_ARRAY_REF, "sizes"),
    Param(INT_ARRAY_REF, "strides"),
    Param(TENSOR_OPTIONS, "options"),
)
_RAW = "set_output_raw_strided"
_VOID = Builtin("void")


def outputs_path(key: DispatchKey) -> str:
    """The header with the class templates for a backend."""
    return f"{KERNELS}/outputs_{backend_word(key)}.h"


def outputs_class(
    kind: SchemaKind, key: DispatchKey, kernel: QualifiedName, count: int, options: TorchOptions
) -> Type:
    """The class of a kernel with outputs for a form of its operator."""
    header = Header(outputs_path(key), system=False)
    template = name(
        f"::{options.namespace}::{KERNELS}::{_NAMES[kind]}_{backend_word(key)}", header=header
    )
    return NamedType(with_arguments(template, NamedType(kernel), IntLit(count)))


def outputs_header(
    key: DispatchKey, options: TorchOptions, *, banner: str, includes: tuple[Header, ...] = ()
) -> HeaderFile:
    """The three class templates for a backend: what an operator computes, writes, overwrites.

    `includes` are headers that stand before ATen's.
    """
    members: list[Decl] = []
    for kind, comment in (
        (SchemaKind.FUNCTIONAL, "A structured kernel that allocates what it computes."),
        (SchemaKind.OUT, "One that writes to the caller's tensors, resized where need be."),
        (SchemaKind.INPLACE, "One that writes to the tensor that it reads."),
    ):
        word = f"{_NAMES[kind]}_{backend_word(key)}"
        computes = kind is SchemaKind.FUNCTIONAL
        parts = _computed(key) if computes else _written(key, kind, word)
        record = Record("struct", word, tuple(parts), (Base(name(_KERNEL)),), final=True)
        params = (TypeParam(_KERNEL), ValueParam(NamedType(symbols.SIZE_T), _COUNT))
        members += [DocComment(comment), Template(params, record)]
    namespace = Namespace((options.namespace, KERNELS), tuple(members))
    return HeaderFile(outputs_path(key), (namespace,), banner=banner, includes=includes)


def _array(of: Type) -> Type:
    return NamedType(with_arguments(symbols.ARRAY, of, variable(_COUNT)))


def _at(member: str) -> Expr:
    return Index(this_member(member), (_INDEX,))


def _output() -> Expr:
    """The caller's tensor."""
    return method(_at(OUTPUTS), "get")


def _setter(word: str, body: Sequence[Stmt]) -> Function:
    return Function(word, _PARAMS, _VOID, body=Block(tuple(body)), override=True)


def _getter(value: Expr) -> Function:
    returns = const_ref(TENSOR)
    params = (Param(INT, "output_idx"),)
    return Function(
        "maybe_get_output", params, returns, body=Block((Return(value),)), override=True
    )


def _pass_on() -> Stmt:
    """A TensorIterator is told of its outputs; for other kernels the function is a failure."""
    base = NamedType(symbols.TENSOR_ITERATOR_BASE)
    iterates = with_arguments(symbols.IS_BASE_OF, base, NamedType(name(_KERNEL)))
    arguments = (_INDEX, _SIZES, _STRIDES, _OPTIONS)
    call = Call(NameExpr(name(f"{_KERNEL}::{_RAW}")), arguments)
    return If(NameExpr(iterates), Block((ExprStmt(call),)), constexpr=True)


def _allocated(key: DispatchKey, strides: Expr | None) -> Expr:
    """A new tensor; `strides` None has it contiguous, or as the options' memory format says."""
    options = _OPTIONS
    if key is DispatchKey.Meta:
        options = method(_OPTIONS, "device", NameExpr(symbols.META_DEVICE))
    plain, strided = symbols.EMPTY_FUNCTIONS[key]
    if strides is None:
        return Call(NameExpr(plain), (_SIZES, options))
    return Call(NameExpr(strided), (_SIZES, strides, options))


def _computed(key: DispatchKey) -> Iterator[Decl]:
    allocated = Conditional(
        method(_STRIDES, "empty"), _allocated(key, None), _allocated(key, _STRIDES)
    )
    yield _setter(_RAW, (ExprStmt(Assign("=", _at(OUTPUTS), allocated)), _pass_on()))
    same = Call(this_member(_RAW), (_INDEX, _SIZES, _STRIDES, _OPTIONS))
    yield _setter("set_output_strided", (ExprStmt(same),))
    yield _getter(_at(OUTPUTS))
    yield Field(_array(TENSOR), OUTPUTS)


def _written(key: DispatchKey, kind: SchemaKind, word: str) -> Iterator[Decl]:
    references = _array(NamedType(with_arguments(symbols.REFERENCE_WRAPPER, TENSOR)))
    given = MemberInit(OUTPUTS, ParenInit((variable("outputs"),)))
    yield Constructor(word, (Param(references, "outputs"),), (given,), Block(()), explicit=True)
    prepared = _resized() if kind is SchemaKind.OUT else _checked()
    proxy = If(
        Binary("!=", method(_output(), "strides"), _STRIDES),
        Block((ExprStmt(Assign("=", _at(_PROXIES), _allocated(key, _STRIDES))),)),
    )
    # Only what is resized has strides to set.
    params = tuple(p for p in _PARAMS if kind is SchemaKind.OUT or p.name != "strides")
    passed = tuple(variable(param.name) for param in params if param.name)
    prepare = ExprStmt(Call(this_member(_PREPARE), passed))
    yield _setter(_RAW, (prepare, _pass_on()))
    yield DocComment("Other strides than the caller's are written elsewhere, and copied at last.")
    yield _setter("set_output_strided", (prepare, proxy, _pass_on()))
    has_proxy = method(_at(_PROXIES), "has_value")
    yield _getter(Conditional(has_proxy, Prefix("*", _at(_PROXIES)), _output()))
    yield Function(FINISH, (), _VOID, body=Block((_copy_proxies(),)))
    yield Function(_PREPARE, params, _VOID, body=Block(prepared))
    yield Field(references, OUTPUTS)
    yield Field(_array(optional(TENSOR)), _PROXIES)


def _copy_proxies() -> Stmt:
    index = variable("index")
    proxy = Index(this_member(_PROXIES), (index,))
    copy = method(method(Index(this_member(OUTPUTS), (index,)), "get"), "copy_", Prefix("*", proxy))
    only = If(method(proxy, "has_value"), Block((ExprStmt(copy),)))
    counter = Var(NamedType(symbols.SIZE_T), "index", IntLit(0))
    return For(
        DeclStmt(counter),
        Binary("<", index, variable(_COUNT)),
        Prefix("++", index),
        Block((only,)),
    )


def _same(property_: str, *message: str) -> Stmt:
    """What is wanted and what is there; the message has their texts between its parts."""
    wanted, there = method(_OPTIONS, property_), method(_output(), property_)
    first, second, third = message
    swapped = first.startswith("Bad")
    values = (there, wanted) if swapped else (wanted, there)
    return check(Binary("==", wanted, there), first, values[0], second, values[1], third)


def _resized() -> tuple[Stmt, ...]:
    """Strides are the caller's where the sizes were right."""
    resized = Call(NameExpr(symbols.RESIZE_OUTPUT), (_output(), _SIZES))
    format_ = method(_OPTIONS, "memory_format_opt")
    impl = method(_output(), "unsafeGetTensorImpl")
    restride = ExprStmt(
        Call(Member(impl, "empty_tensor_restride", arrow=True), (Prefix("*", format_),))
    )
    strided = ExprStmt(method(_output(), "as_strided_", _SIZES, _STRIDES))
    by_format = If(method(format_, "has_value"), Block((restride,)))
    by_strides = If(Prefix("!", method(_STRIDES, "empty")), Block((strided,)), by_format)
    return (
        *(
            _same(each, f"Expected out tensor to have {each} ", ", but got ", " instead")
            for each in ("dtype", "device")
        ),
        If(resized, Block((by_strides,))),
    )


def _checked() -> tuple[Stmt, ...]:
    bad = "Bad in-place call: input tensor "
    size = check(
        Binary("==", _SIZES, method(_output(), "sizes")),
        f"{bad}size ",
        method(_output(), "sizes"),
        " and output tensor size ",
        _SIZES,
        " should match",
    )
    return (
        *(
            _same(each, f"{bad}{each} ", f" and output tensor {each} ", " should match")
            for each in ("dtype", "device")
        ),
        size,
    )
