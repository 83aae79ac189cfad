"""Types. A declarator is no node: the printer turns a type and a name inside out."""

from __future__ import annotations

from typing import Literal

import attrs

from dispatchless.cppast.names import QualifiedName
from dispatchless.cppast.node import Expr, Node, NodeError, Type, type_tuple
from dispatchless.frozen import frozen

# [dcl.type.simple], table 15: the fundamental types, each in one spelling.
BUILTIN_TYPES = frozenset(
    {
        "void",
        "bool",
        "char",
        "signed char",
        "unsigned char",
        "char8_t",
        "char16_t",
        "char32_t",
        "wchar_t",
        "short",
        "unsigned short",
        "int",
        "unsigned",
        "unsigned int",
        "long",
        "unsigned long",
        "long long",
        "unsigned long long",
        "float",
        "double",
        "long double",
    }
)

# [basic.fundamental]: those that are no integral types.
NOT_INTEGRAL = frozenset({"void", "float", "double", "long double"})

RefQualifier = Literal["", "&", "&&"]


@frozen(eq=False, repr=False)
class Builtin(Type):
    """A fundamental type in its usual spelling: `int`, `unsigned long long`, `void`."""

    name: str

    def __attrs_post_init__(self) -> None:
        if self.name not in BUILTIN_TYPES:
            raise NodeError(f"a fundamental type of C++ is expected: {self.name!r}")


@frozen(eq=False, repr=False)
class NamedType(Type):
    """A class, enumeration, alias or template parameter; `typename` for a dependent name."""

    name: QualifiedName
    typename: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.typename and len(self.name.parts) < 2:
            raise NodeError(f"`typename` stands before a qualified name only: {self.name!r}")


@frozen(eq=False, repr=False)
class Elaborated(Type):
    """`struct name`: a type named with its keyword ([dcl.type.elab]).

    It finds a class or enumeration that a function or variable hides, and declares a class where
    none is known. An enumeration is `enum` whether scoped or not.
    """

    kind: Literal["struct", "class", "union", "enum"]
    name: QualifiedName

    def __attrs_post_init__(self) -> None:
        if self.kind not in ("struct", "class", "union", "enum"):
            raise NodeError(f"a type is named as a struct, class, union or enum: {self.kind!r}")


@frozen(eq=False, repr=False)
class Auto(Type):
    """`auto`, `decltype(auto)`, or `Concept auto`."""

    decltype_auto: bool = attrs.field(default=False, kw_only=True)
    concept: QualifiedName | None = attrs.field(default=None, kw_only=True)


@frozen(eq=False, repr=False)
class Decltype(Type):
    """`decltype(expr)`; with `as_expression`, `decltype((expr))`.

    [dcl.type.decltype]: of a bare name it is the declared type, of an expression in parentheses
    the type with the value category: `int &` for a variable `int`.
    """

    expr: Expr
    as_expression: bool = attrs.field(default=False, kw_only=True)


@frozen(eq=False, repr=False)
class Qualified(Type):
    """A type with `const` and / or `volatile` at its own level."""

    type: Type
    const: bool = attrs.field(default=False, kw_only=True)
    volatile: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if not (self.const or self.volatile):
            raise NodeError(f"a qualified type is const or volatile: {self.type!r}")
        if not isinstance(self.type, _NEVER_QUALIFIED):
            if isinstance(self.type, Auto) and self.type.decltype_auto:
                raise NodeError(f"decltype(auto) stands alone: {self.type!r}")
            return
        if isinstance(self.type, Qualified):
            raise NodeError(f"a type is qualified once per level: {self.type!r}")
        if isinstance(self.type, (LRef, RRef)):
            raise NodeError(f"a reference cannot be const or volatile: {self.type!r}")
        if isinstance(self.type, FunctionType):
            raise NodeError(f"a function type is qualified by its own `const`: {self.type!r}")
        if isinstance(self.type, Array):
            raise NodeError(f"qualify the elements of an array, not the array: {self.type!r}")
        if isinstance(self.type, PackType):
            raise NodeError(f"qualify the pattern of a pack, not the pack: {self.type!r}")


def is_void(type_: Type) -> bool:
    """Whether a type is (const or volatile) void."""
    if isinstance(type_, Qualified):
        type_ = type_.type
    return isinstance(type_, Builtin) and type_.name == "void"


def has_auto(type_: Type) -> bool:
    """Whether a type is auto, or points or refers to it."""
    while not isinstance(type_, Auto):
        if isinstance(type_, Qualified):
            type_ = type_.type
        elif isinstance(type_, (Pointer, LRef, RRef)):
            type_ = type_.to
        else:
            return False
    return True


def _check_target(what: str, type_: Type, *, void: bool = False, reference: bool = False) -> None:
    if isinstance(type_, NamedType):
        return
    if isinstance(type_, (LRef, RRef)) and not reference:
        raise NodeError(f"{what} to a reference does not exist: {type_!r}")
    if not void and is_void(type_):
        raise NodeError(f"{what} to void does not exist: {type_!r}")
    if isinstance(type_, PackType):
        raise NodeError(f"{what} to a pack does not exist (make the pattern one): {type_!r}")
    if isinstance(type_, Auto) and type_.decltype_auto:
        raise NodeError(f"{what} to decltype(auto) does not exist: {type_!r}")
    if isinstance(type_, FunctionType) and (type_.const or type_.volatile or type_.ref):
        raise NodeError(
            f"{what} to a function type with const, volatile or & is forbidden: {type_!r}"
        )


@frozen(eq=False, repr=False)
class Pointer(Type):
    """A pointer to `to`."""

    to: Type

    def __attrs_post_init__(self) -> None:
        _check_target("a pointer", self.to, void=True)


@frozen(eq=False, repr=False)
class LRef(Type):
    """An lvalue reference to `to`."""

    to: Type

    def __attrs_post_init__(self) -> None:
        _check_target("a reference", self.to)


@frozen(eq=False, repr=False)
class RRef(Type):
    """An rvalue (or forwarding) reference to `to`."""

    to: Type

    def __attrs_post_init__(self) -> None:
        _check_target("a reference", self.to)


@frozen(eq=False, repr=False)
class Array(Type):
    """An array of `extent` elements; no extent is `T x[]`."""

    of: Type
    extent: Expr | None = None

    def __attrs_post_init__(self) -> None:
        if isinstance(self.of, (LRef, RRef)):
            raise NodeError(f"an array of references does not exist: {self.of!r}")
        if isinstance(self.of, FunctionType):
            raise NodeError(f"an array of functions does not exist: {self.of!r}")
        if is_void(self.of):
            raise NodeError(f"an array of void does not exist: {self.of!r}")
        if isinstance(self.of, Auto):
            raise NodeError(f"an array of auto does not exist: {self.of!r}")
        if isinstance(self.of, PackType):
            raise NodeError(f"an array of packs does not exist: {self.of!r}")
        if isinstance(self.of, Array) and self.of.extent is None:
            raise NodeError(f"only the first extent of an array may be left out: {self.of!r}")


def check_returns(returns: Type) -> None:
    """[dcl.fct]: a function returns neither an array nor a function, nor a pack."""
    if not isinstance(returns, (Array, FunctionType, PackType)):
        return
    if isinstance(returns, Array):
        raise NodeError(f"a function cannot return an array: {returns!r}")
    if isinstance(returns, FunctionType):
        raise NodeError(f"a function cannot return a function: {returns!r}")
    raise NodeError(f"a function cannot return a pack: {returns!r}")


def check_parameter(type_: Type, name: str | None) -> None:
    """[dcl.fct]: no parameter has type void; [dcl.decl]: how packs are written without a name."""
    if is_void(type_):
        raise NodeError(f"a parameter cannot have type void: {type_!r}")
    if name is None and isinstance(type_, PackType) and _has_suffix(type_.pattern):
        raise NodeError(
            "a pack of (pointers to) arrays or functions is no parameter without a name "
            f"(name it, or use an alias template): {type_!r}"
        )


def _has_suffix(type_: Type) -> bool:
    """Whether the declarator of a type has something right of a name."""
    while not isinstance(type_, (Array, FunctionType)):
        if isinstance(type_, Qualified):
            type_ = type_.type
        elif isinstance(type_, (Pointer, MemberPointer, LRef, RRef)):
            type_ = type_.to
        else:
            return False
    return True


@frozen(eq=False, repr=False)
class FunctionType(Type):
    """The type of a function: `returns(params)`, with what a member function type may carry."""

    returns: Type
    params: tuple[Type, ...] = attrs.field(converter=type_tuple, default=())
    variadic: bool = attrs.field(default=False, kw_only=True)
    const: bool = attrs.field(default=False, kw_only=True)
    volatile: bool = attrs.field(default=False, kw_only=True)
    ref: RefQualifier = attrs.field(default="", kw_only=True)
    noexcept: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_returns(self.returns)
        for param in self.params:
            check_parameter(param, None)
        check_ref_qualifier(self.ref)


def check_ref_qualifier(ref: str) -> None:
    """`&`, `&&` or nothing."""
    if ref not in ("", "&", "&&"):
        raise NodeError(f"a ref-qualifier is `&` or `&&`: {ref!r}")


@frozen(eq=False, repr=False)
class MemberPointer(Type):
    """A pointer to a member of `cls` with type `to` (a function type for member functions)."""

    cls: QualifiedName
    to: Type

    def __attrs_post_init__(self) -> None:
        if isinstance(self.to, (LRef, RRef, PackType)):
            raise NodeError(f"a member pointer to a reference or pack does not exist: {self.to!r}")
        if is_void(self.to):
            raise NodeError(f"a member pointer to void does not exist: {self.to!r}")


@frozen(eq=False, repr=False)
class PackType(Type):
    """A pack expansion of types: `Ts...`; as a parameter's type, a function parameter pack."""

    pattern: Type

    def __attrs_post_init__(self) -> None:
        if isinstance(self.pattern, PackType):
            raise NodeError(f"a pack is expanded once: {self.pattern!r}")


# What has no `const` of its own level.
_NEVER_QUALIFIED = (Qualified, LRef, RRef, FunctionType, Array, PackType)


@frozen(eq=False, repr=False)
class PackArgument(Node):
    """A template argument that is an expanded pack of values (`Ns...`) or of template names."""

    pattern: Expr
