"""How kernels enter the dispatcher: static initialisers, or functions called on demand."""

from __future__ import annotations

from collections.abc import Sequence

from dispatchless.cppast import (
    Block,
    Builtin,
    Call,
    Decl,
    Expr,
    ExprStmt,
    Function,
    InitList,
    LRef,
    MacroBlock,
    Member,
    NamedType,
    NameExpr,
    Param,
    Prefix,
    Stmt,
    StringLit,
    Type,
    name,
)
from dispatchless.frozen import frozen
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering.kernels import dispatch_key
from dispatchless.lowering.naming import OperatorNames
from dispatchless.lowering.options import Registration
from dispatchless.lowering.template_names import with_arguments
from dispatchless.lowering.torch_symbols import enumerator
from dispatchless.model import DispatchKey, Location

_LIBRARY = "m"
_LIBRARIES = "libraries"


@frozen
class Definition:
    """A schema as a library of its namespace takes it, and the names of its `at::Tag`s."""

    schema: str
    tags: tuple[str, ...] = ()


@frozen
class LibraryBlock:
    """What is done with one `torch::Library` object.

    Attributes:
        key: kernels go to this dispatch key; None defines schemas instead.
        kernels: operators, `base.overload`, and the functions that are their kernels.
        definitions: schemas that become known.
        before: statements of another kind that must run first.
    """

    key: DispatchKey | None
    kernels: tuple[tuple[str, str], ...] = ()
    definitions: tuple[Definition, ...] = ()
    before: tuple[Stmt, ...] = ()


def registration(
    mode: Registration,
    names: OperatorNames,
    key: DispatchKey | None,
    blocks: Sequence[LibraryBlock],
    origin: Location | None,
) -> tuple[Decl, ...]:
    """The declarations that register BLOCKS for the file of a backend (None: the generic file)."""
    if mode is Registration.STATIC:
        return tuple(_static_block(names.namespace, block, origin) for block in blocks)
    return (register_function(names, key, blocks, origin),)


def register_function(
    names: OperatorNames,
    key: DispatchKey | None,
    blocks: Sequence[LibraryBlock],
    origin: Location | None,
) -> Function:
    """`void register_sub_cpu(std::vector<std::unique_ptr<torch::Library>> & libraries)`."""
    statements: list[Stmt] = []
    for block in blocks:
        statements.extend(block.before)
        statements.append(ExprStmt(_append(_make_library(names.namespace, block.key))))
        last = Call(Member(NameExpr(name(_LIBRARIES)), "back"))
        statements.extend(_entries(last, block, arrow=True))
    return Function(
        names.register_function(key),
        (libraries_parameter(used=bool(blocks)),),
        Builtin("void"),
        body=Block(tuple(statements)),
        origin=origin,
    )


def libraries_type() -> Type:
    """What keeps kernels registered: they leave the dispatcher when it is cleared."""
    owner = NamedType(with_arguments(symbols.UNIQUE_PTR, NamedType(symbols.LIBRARY)))
    return NamedType(with_arguments(symbols.VECTOR, owner))


def libraries_parameter(*, used: bool = True) -> Param:
    """The parameter of every function that registers on demand; unnamed where it is not used."""
    return Param(LRef(libraries_type()), _LIBRARIES if used else None)


def _static_block(namespace: str, block: LibraryBlock, origin: Location | None) -> Decl:
    library = NameExpr(name(_LIBRARY))
    scope = NameExpr(name(namespace))
    body = Block((*block.before, *_entries(library, block, arrow=False)))
    macro = symbols.TORCH_LIBRARY_FRAGMENT if block.key is None else symbols.TORCH_LIBRARY_IMPL
    key = () if block.key is None else (NameExpr(name(block.key.name)),)
    arguments: tuple[Expr, ...] = (scope, *key, library)
    return MacroBlock(macro, arguments, body, header=symbols.LIBRARY_HEADER, origin=origin)


def _entries(library: Expr, block: LibraryBlock, *, arrow: bool) -> tuple[Stmt, ...]:
    definitions = tuple(
        ExprStmt(Call(Member(library, "def", arrow=arrow), _definition(definition)))
        for definition in block.definitions
    )
    kernels = tuple(
        ExprStmt(
            Call(Member(library, "impl", arrow=arrow), (StringLit(operator), _function(kernel)))
        )
        for operator, kernel in block.kernels
    )
    return (*definitions, *kernels)


def _definition(definition: Definition) -> tuple[Expr, ...]:
    schema = StringLit(definition.schema)
    if not definition.tags:
        return (schema,)
    tags = tuple(NameExpr(enumerator(symbols.TAG, tag)) for tag in definition.tags)
    return (schema, InitList(tags))


def _function(kernel: str) -> Expr:
    """The kernel by its address.

    TORCH_FN would make it a template argument and save an indirect call of some 5 instructions in
    5,000, but the dispatcher's wrappers would be compiled again for every kernel, not once for
    every signature: 5 times the compile time of a library.
    """
    return Prefix("&", NameExpr(name(kernel)))


def _append(library: Expr) -> Call:
    return Call(Member(NameExpr(name(_LIBRARIES)), "push_back"), (library,))


def _make_library(namespace: str, key: DispatchKey | None) -> Call:
    kind = symbols.LIBRARY_FRAGMENT if key is None else symbols.LIBRARY_IMPL
    make = with_arguments(symbols.MAKE_UNIQUE, NamedType(symbols.LIBRARY))
    return Call(
        NameExpr(make),
        (
            NameExpr(kind),
            StringLit(namespace),
            NameExpr(symbols.NULLOPT) if key is None else dispatch_key(key),
            NameExpr(name("__FILE__")),
            NameExpr(name("__LINE__")),
        ),
    )
