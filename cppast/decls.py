"""Declarations other than functions: variables, aliases, namespaces, comments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import attrs

from dispatchless.cppast.attributes import (
    Attribute,
    ObjectAttribute,
    attribute_tuple,
    object_attribute_tuple,
)
from dispatchless.cppast.exprs import BraceInit, PackExpansion, ParenInit, not_expanded
from dispatchless.cppast.literals import StringLit
from dispatchless.cppast.names import (
    Paste,
    QualifiedName,
    TemplateName,
    check_identifier,
)
from dispatchless.cppast.node import Decl, Expr, NodeError, Type, as_tuple, rules, str_tuple
from dispatchless.cppast.stmts import check_comment
from dispatchless.cppast.types import (
    Auto,
    FunctionType,
    LRef,
    PackType,
    Qualified,
    RRef,
    is_void,
)
from dispatchless.frozen import frozen

Initializer: TypeAlias = "Expr | ParenInit | BraceInit"


@frozen(eq=False, repr=False)
class Var(Decl):
    """A variable: `type name init;`.

    `init` is an expression (`= expr`, braced lists included), a `ParenInit` or a `BraceInit`.
    `qualifier` is the class of a static member that is defined outside of it.
    """

    type: Type
    name: str | TemplateName | Paste
    init: Initializer | None = None
    static: bool = attrs.field(default=False, kw_only=True)
    inline: bool = attrs.field(default=False, kw_only=True)
    constexpr: bool = attrs.field(default=False, kw_only=True)
    constinit: bool = attrs.field(default=False, kw_only=True)
    extern: bool = attrs.field(default=False, kw_only=True)
    thread_local: bool = attrs.field(default=False, kw_only=True)
    qualifier: QualifiedName | None = attrs.field(default=None, kw_only=True)
    attributes: tuple[ObjectAttribute, ...] = attrs.field(
        converter=object_attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        if isinstance(self.name, str):
            check_identifier(self.name, "a variable")
        check_object(self.type, self.name)
        if self.static and self.extern:
            raise NodeError(f"a variable is static or extern, not both: {self.name!r}")
        if self.constexpr and self.constinit:
            raise NodeError(f"a variable is constexpr or constinit, not both: {self.name!r}")
        if self.constexpr and self.extern:
            raise NodeError(f"an extern declaration is not constexpr: {self.name!r}")
        if self.qualifier is not None and (self.static or self.extern):
            raise NodeError(f"static and extern stay inside the class: {self.name!r}")
        if self.init is None:
            self._check_uninitialised()
        elif self.extern:
            raise NodeError(f"an extern declaration has no initialiser: {self.name!r}")
        elif isinstance(self.init, PackExpansion):
            not_expanded(self.init, "an initialiser")

    def _check_uninitialised(self) -> None:
        # A range-for, a static member and an extern declaration have their value elsewhere; a
        # range-for is the reason that references and auto cannot be refused here.
        if self.constexpr:
            raise NodeError(f"a constexpr variable needs an initialiser: {self.name!r}")


def check_object(type_: Type, name: object) -> None:
    """What no variable and no data member may be."""
    if is_void(type_):
        raise NodeError(f"a variable cannot have type void: {name!r}")
    if isinstance(type_, FunctionType):
        raise NodeError(f"a variable cannot have a function type (use Function): {name!r}")
    if isinstance(type_, PackType):
        raise NodeError(f"a variable cannot be a pack: {name!r}")


@frozen(eq=False, repr=False)
class StructuredBinding(Decl):
    """`auto [names] = init;`, the type being `auto` with const and reference."""

    type: Type
    names: tuple[str, ...] = attrs.field(converter=str_tuple)
    init: Initializer | None = None
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        inner = self.type
        if isinstance(inner, (LRef, RRef)):
            inner = inner.to
        if isinstance(inner, Qualified):
            inner = inner.type
        if not isinstance(inner, Auto) or inner.decltype_auto or inner.concept:
            raise NodeError(f"a structured binding has type auto: {self.type!r}")
        if not self.names:
            raise NodeError("a structured binding has at least one name: ()")
        for name in self.names:
            check_identifier(name, "a bound name")
        if len(set(self.names)) != len(self.names):
            raise NodeError(f"a bound name occurs once: {self.names!r}")


@frozen(eq=False, repr=False)
class Alias(Decl):
    """`using name = type;`"""

    name: str
    type: Type
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "an alias")
        if isinstance(self.type, (PackType, Auto)):
            raise NodeError(f"an alias names one type, no pack or auto: {self.type!r}")


@frozen(eq=False, repr=False)
class UsingDecl(Decl):
    """`using scope::name;`; `typename` for a dependent type, `pack` for `Bases::f...`."""

    name: QualifiedName
    typename: bool = attrs.field(default=False, kw_only=True)
    pack: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if len(self.name.parts) < 2 and not self.name.rooted:
            raise NodeError(f"a using-declaration names a scope: {self.name!r}")


@frozen(eq=False, repr=False)
class UsingEnum(Decl):
    """`using enum name;`"""

    name: QualifiedName


@frozen(eq=False, repr=False)
class UsingDirective(Decl):
    """`using namespace name;`"""

    name: QualifiedName
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )


def decl_tuple(value: Iterable[Decl]) -> tuple[Decl, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class Namespace(Decl):
    """`namespace a::b { members }`; no names is the unnamed namespace."""

    names: tuple[str, ...] = attrs.field(converter=str_tuple)
    members: tuple[Decl, ...] = attrs.field(converter=decl_tuple, default=())
    inline: bool = attrs.field(default=False, kw_only=True)
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        for name in self.names:
            check_identifier(name, "a namespace")
        if self.inline and len(self.names) > 1:
            raise NodeError(f"an inline namespace has one name here: {self.names!r}")
        if self.attributes and len(self.names) > 1:
            raise NodeError(f"a nested namespace name takes no attributes: {self.names!r}")
        rules().check_scope(self.members, "a namespace")


@frozen(eq=False, repr=False)
class NamespaceAlias(Decl):
    """`namespace name = target;`"""

    name: str
    target: QualifiedName

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a namespace")


@frozen(eq=False, repr=False)
class LinkageSpec(Decl):
    """`extern "C" { members }`"""

    language: str
    members: tuple[Decl, ...] = attrs.field(converter=decl_tuple)

    def __attrs_post_init__(self) -> None:
        if self.language not in ("C", "C++"):
            raise NodeError(f"a language linkage is C or C++: {self.language!r}")
        rules().check_scope(self.members, "a linkage block")


@frozen(eq=False, repr=False)
class StaticAssert(Decl):
    """`static_assert(cond, message);`"""

    cond: Expr
    message: StringLit | None = None

    def __attrs_post_init__(self) -> None:
        not_expanded(self.cond, "a condition")
        if self.message is not None and self.message.encoding:
            raise NodeError(f"a static_assert has a plain message: {self.message!r}")


@frozen(eq=False, repr=False)
class Comment(Decl):
    """A `//` comment among declarations or members, one line for each line of `text`."""

    text: str

    def __attrs_post_init__(self) -> None:
        check_comment(self.text)


@frozen(eq=False, repr=False)
class DocComment(Decl):
    """A `///` documentation comment for the declaration that follows."""

    text: str

    def __attrs_post_init__(self) -> None:
        check_comment(self.text)


@frozen(eq=False, repr=False)
class Asm(Decl):
    """`asm("text");`, the declaration of [dcl.asm]; it may stand in a block."""

    text: StringLit

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.text, StringLit) or self.text.encoding:
            raise NodeError(f"an asm declaration has a plain string: {self.text!r}")
