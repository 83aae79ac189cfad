"""The helpers that grad-aware kernels share, as a header of the generated library.

`needs_grad` says whether reverse or forward mode would record something for a value; `runs_on`
whether a key set, below autograd, is one backend and nothing else; `fits` whether a device or
layout that is asked for is that backend's; `bump_version` tells autograd that a tensor was written
to. Only the overloads that the library's operators use are emitted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from dispatchless.cppast import (
    Auto,
    Binary,
    Block,
    BoolLit,
    Builtin,
    Call,
    Comment,
    Construct,
    Expr,
    ExprStmt,
    Function,
    HeaderFile,
    If,
    IntLit,
    LRef,
    Member,
    NamedType,
    NameExpr,
    Namespace,
    Param,
    Prefix,
    Qualified,
    QualifiedName,
    RangeFor,
    Return,
    Stmt,
    Type,
    Var,
    name,
)
from dispatchless.frozen import frozen
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering.cpp_types import TypeConventions, argument_type, optional
from dispatchless.lowering.torch_symbols import DEVICE, LAYOUT, TENSOR
from dispatchless.model import (
    Argument,
    BaseType,
    ListType,
    OptionalType,
    SchemaType,
    base_of,
    is_tensor_like,
)

NEEDS_GRAD = "needs_grad"
RUNS_ON = "runs_on"
FITS = "fits"
BUMP_VERSION = "bump_version"

# Types of arguments that say where a result lives: how a value tells, and what a backend has.
_PLACES: dict[str, tuple[Type, str | None, QualifiedName]] = {
    "Device": (NamedType(DEVICE), "type", symbols.DEVICE_OF_KEY),
    "Layout": (NamedType(LAYOUT), None, symbols.LAYOUT_OF_KEY),
}
_BOOL = Builtin("bool")
_VOID = Builtin("void")
_TENSOR_TYPE = BaseType("Tensor")


def carries_gradient(argument: Argument) -> bool:
    """Whether an argument is, or is made of, tensors; the out argument too."""
    return is_tensor_like(argument.type)


def names_a_place(argument: Argument) -> bool:
    """Whether an argument asks for a device or a layout, which may be another backend's."""
    return str(base_of(argument.type)) in _PLACES


def helpers_header(
    path: str, namespace: str, arguments: Iterable[Argument], *, banner: str
) -> HeaderFile:
    """The header with the overloads that kernels over ARGUMENTS call.

    Args:
        path: the header's own name.
        namespace: the C++ namespace of the generated library.
        arguments: every argument of the library's operators.
        banner: the comment at its top.
    """
    read: dict[Type, SchemaType] = {_parameter_type(_TENSOR_TYPE): _TENSOR_TYPE}
    written: dict[Type, SchemaType] = {}
    places: set[str] = set()
    for argument in arguments:
        if names_a_place(argument):
            places.add(str(base_of(argument.type)))
        if not carries_gradient(argument):
            continue
        for part in _with_parts(argument.type):
            read.setdefault(_parameter_type(part), part)
            if argument.is_write:
                written.setdefault(_parameter_type(part), part)
    members = (
        Comment("Whether autograd, reverse or forward, would record what is done to a value."),
        *(_overload(NEEDS_GRAD, _BOOL, part, _NEEDS) for part in _simplest_first(read.values())),
        Comment(
            "Whether the backend is all that is left of a key set below autograd: no other\n"
            "device, conj or neg view, sparse tensor, subclass or mode. A look at a device would\n"
            "miss them."
        ),
        _runs_on(),
        *(_fits(place) for place in sorted(places)),
        *(
            _overload(BUMP_VERSION, _VOID, part, _BUMPS)
            for part in _simplest_first(written.values())
        ),
    )
    return HeaderFile(path, (Namespace((namespace,), members),), banner=banner)


@frozen
class _Recursion:
    """How a function on tensors goes through options and lists: what to do with one tensor, with
    the answer for a part, and at the end."""

    function: str
    tensor: Callable[[Expr], tuple[Stmt, ...]]
    part: Callable[[Expr], Stmt]
    end: tuple[Stmt, ...]


def _needs_grad_of_tensor(value: Expr) -> tuple[Stmt, ...]:
    undefined = Prefix("!", _method(value, "defined"))
    reverse = Binary(
        "&&", Call(NameExpr(symbols.GRAD_MODE_IS_ENABLED), ()), _method(value, "requires_grad")
    )
    forward = _method(_method(value, "_fw_grad", IntLit(0)), "defined")
    return (
        If(undefined, Block((Return(BoolLit(False)),))),
        If(reverse, Block((Return(BoolLit(True)),))),
        Return(forward),
    )


def _bump_tensor(value: Expr) -> tuple[Stmt, ...]:
    implementation = _method(value, "unsafeGetTensorImpl")
    return (ExprStmt(Call(Member(implementation, "bump_version", arrow=True), ())),)


_NEEDS = _Recursion(
    NEEDS_GRAD,
    tensor=_needs_grad_of_tensor,
    part=lambda answer: If(answer, Block((Return(BoolLit(True)),))),
    end=(Return(BoolLit(False)),),
)
_BUMPS = _Recursion(BUMP_VERSION, tensor=_bump_tensor, part=ExprStmt, end=())


def _overload(function: str, returns: Type, schema_type: SchemaType, how: _Recursion) -> Function:
    value = NameExpr(name("value"))
    body: tuple[Stmt, ...]
    match schema_type:
        case OptionalType():
            inner = Call(NameExpr(name(function)), (Prefix("*", value),))
            body = (If(_method(value, "has_value"), Block((how.part(inner),))), *how.end)
        case ListType(elem):
            element = Var(_element_type(elem), "element")
            inner = Call(NameExpr(name(function)), (NameExpr(name("element")),))
            body = (RangeFor(element, value, Block((how.part(inner),))), *how.end)
        case _:
            body = how.tensor(value)
    parameter = Param(_parameter_type(schema_type), "value")
    return Function(function, (parameter,), returns, body=Block(body), inline=True)


def _runs_on() -> Function:
    keys, backend = NameExpr(name("keys")), NameExpr(name("backend"))
    below = Binary("&", keys, NameExpr(symbols.AFTER_INPLACE_OR_VIEW))
    only = Construct(NamedType(symbols.DISPATCH_KEY_SET), (backend,))
    return Function(
        RUNS_ON,
        (
            Param(NamedType(symbols.DISPATCH_KEY_SET), "keys"),
            Param(NamedType(symbols.DISPATCH_KEY), "backend"),
        ),
        _BOOL,
        body=Block((Return(Binary("==", below, only)),)),
        inline=True,
    )


def _fits(place: str) -> Function:
    """Results on another device or of another layout are no work for a backend's own functions."""
    of, method, of_key = _PLACES[place]
    wanted, backend = NameExpr(name("wanted")), NameExpr(name("backend"))
    value: Expr = Prefix("*", wanted)
    if method is not None:
        value = Call(Member(wanted, method, arrow=True), ())
    return Function(
        FITS,
        (
            Param(LRef(Qualified(optional(of), const=True)), "wanted"),
            Param(NamedType(symbols.DISPATCH_KEY), "backend"),
        ),
        _BOOL,
        body=Block(
            (
                Return(
                    Binary(
                        "||",
                        Prefix("!", _method(wanted, "has_value")),
                        Binary("==", value, Call(NameExpr(of_key), (backend,))),
                    )
                ),
            )
        ),
        inline=True,
    )


def _with_parts(schema_type: SchemaType) -> Iterator[SchemaType]:
    """The type and what its values hold, down to the tensor: each needs its overload."""
    yield schema_type
    if isinstance(schema_type, (OptionalType, ListType)):
        yield from _with_parts(schema_type.elem)


def _simplest_first(types: Iterable[SchemaType]) -> list[SchemaType]:
    """Overloads in an order in which each finds the ones that it calls."""
    return sorted(types, key=lambda each: (len(tuple(_with_parts(each))), str(each)))


def _parameter_type(schema_type: SchemaType) -> Type:
    return argument_type(Argument("value", schema_type), TypeConventions())


def _element_type(schema_type: SchemaType) -> Type:
    """What a loop over a list binds: c10::List yields proxies, so options are copied out."""
    if isinstance(schema_type, OptionalType):
        return optional(NamedType(TENSOR)) if schema_type.elem == _TENSOR_TYPE else Auto()
    return _parameter_type(schema_type)


def _method(value: Expr, method: str, *arguments: Expr) -> Call:
    return Call(Member(value, method), arguments)
