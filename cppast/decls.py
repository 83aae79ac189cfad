"""Declarations: variables, functions in all their forms, aliases, namespaces."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum as PythonEnum
from typing import TypeAlias

import attrs
from dispatchless.cppast.attributes import Attribute, attribute_tuple
from dispatchless.cppast.exprs import BraceInit, PackExpansion, ParenInit, not_expanded
from dispatchless.cppast.literals import StringLit
from dispatchless.cppast.names import (
    OperatorName,
    QualifiedName,
    TemplateName,
    base_name,
    check_identifier,
)
from dispatchless.cppast.node import Decl, Expr, Node, NodeError, Type, as_tuple, str_tuple
from dispatchless.cppast.stmts import Block, check_comment
from dispatchless.cppast.types import (
    Array,
    Auto,
    Builtin,
    FunctionType,
    LRef,
    PackType,
    Qualified,
    RefQualifier,
    RRef,
    check_parameter,
    check_ref_qualifier,
    check_returns,
    is_void,
)

VOID = Builtin("void")

Initializer: TypeAlias = "Expr | ParenInit | BraceInit"


class SpecialBody(PythonEnum):
    """What may stand where a function's body would."""

    DEFAULT = "default"
    DELETE = "delete"
    PURE = "0"


DEFAULT = SpecialBody.DEFAULT
DELETE = SpecialBody.DELETE
PURE = SpecialBody.PURE


@attrs.frozen(eq=False, repr=False)
class Param(Node):
    """A parameter of a function; without a name it is only declared."""

    type: Type
    name: str | None = None
    default: Expr | None = None
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        check_parameter(self.type)
        if self.name is not None:
            check_identifier(self.name, "a parameter")
        if self.default is not None:
            if isinstance(self.type, PackType):
                raise NodeError(f"a parameter pack has no default: {self.default!r}")
            if isinstance(self.default, PackExpansion):
                not_expanded(self.default, "a default argument")


def param_tuple(value: Iterable[Param]) -> tuple[Param, ...]:
    return as_tuple(value)


def check_params(params: tuple[Param, ...]) -> None:
    """[dcl.fct.default]: defaults only at the tail; [basic.scope.param]: each name once."""
    defaulted = False
    names = set()
    for param in params:
        if param.default is not None:
            defaulted = True
        elif defaulted and not isinstance(param.type, PackType):
            raise NodeError(
                f"a parameter without a default cannot follow one that has it: {param.name!r}"
            )
        if param.name is not None:
            if param.name in names:
                raise NodeError(f"a parameter's name occurs once: {param.name!r}")
            names.add(param.name)


@attrs.frozen(eq=False, repr=False)
class Var(Decl):
    """A variable: `type name init;`.

    `init` is an expression (`= expr`, braced lists included), a `ParenInit` or a `BraceInit`.
    `qualifier` is the class of a static member that is defined outside of it.
    """

    type: Type
    name: str | TemplateName
    init: Initializer | None = None
    static: bool = attrs.field(default=False, kw_only=True)
    inline: bool = attrs.field(default=False, kw_only=True)
    constexpr: bool = attrs.field(default=False, kw_only=True)
    constinit: bool = attrs.field(default=False, kw_only=True)
    extern: bool = attrs.field(default=False, kw_only=True)
    thread_local: bool = attrs.field(default=False, kw_only=True)
    qualifier: QualifiedName | None = attrs.field(default=None, kw_only=True)
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
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


@attrs.frozen(eq=False, repr=False)
class StructuredBinding(Decl):
    """`auto [names] = init;`, the type being `auto` with const and reference."""

    type: Type
    names: tuple[str, ...] = attrs.field(converter=str_tuple)
    init: Initializer | None = None

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


@attrs.frozen(eq=False, repr=False)
class FunctionDecl(Decl):
    """What all functions share; `body` of None declares, a `Block` defines."""

    body: Block | SpecialBody | None = attrs.field(default=None, kw_only=True)
    inline: bool = attrs.field(default=False, kw_only=True)
    constexpr: bool = attrs.field(default=False, kw_only=True)
    consteval: bool = attrs.field(default=False, kw_only=True)
    noexcept: bool | Expr = attrs.field(default=False, kw_only=True)
    requires: Expr | None = attrs.field(default=None, kw_only=True)
    qualifier: QualifiedName | None = attrs.field(default=None, kw_only=True)
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )

    def _check_common(self, name: object) -> None:
        if self.constexpr and self.consteval:
            raise NodeError(f"a function is constexpr or consteval, not both: {name!r}")


@attrs.frozen(eq=False, repr=False)
class _MemberSpecifiers(FunctionDecl):
    """The specifiers of functions that may be members."""

    static: bool = attrs.field(default=False, kw_only=True)
    extern: bool = attrs.field(default=False, kw_only=True)
    virtual: bool = attrs.field(default=False, kw_only=True)
    explicit: bool = attrs.field(default=False, kw_only=True)
    const: bool = attrs.field(default=False, kw_only=True)
    volatile: bool = attrs.field(default=False, kw_only=True)
    ref: RefQualifier = attrs.field(default="", kw_only=True)
    override: bool = attrs.field(default=False, kw_only=True)
    final: bool = attrs.field(default=False, kw_only=True)
    trailing: bool = attrs.field(default=False, kw_only=True)
    variadic: bool = attrs.field(default=False, kw_only=True)

    def _check_member(self, name: object) -> None:
        self._check_common(name)
        check_ref_qualifier(self.ref)
        member = self.const or self.volatile or self.ref or self.virtual or self.override
        if self.static and (member or self.final):
            raise NodeError(f"a static function has no const, ref, virtual or override: {name!r}")
        if self.static and self.extern:
            raise NodeError(f"a function is static or extern, not both: {name!r}")
        if self.qualifier is not None and (
            self.static or self.virtual or self.override or self.final or self.explicit
        ):
            raise NodeError(
                f"static, virtual, explicit, override, final stay inside the class: {name!r}"
            )
        if self.body is PURE and not (self.virtual or self.override):
            raise NodeError(f"only a virtual function is pure: {name!r}")


FunctionBody: TypeAlias = "Block | SpecialBody | None"


@attrs.frozen(eq=False, repr=False)
class Function(_MemberSpecifiers):
    """A function, a member function, or a specialisation of a function template.

    `qualifier` is the class or namespace of a definition outside of it. `trailing` writes
    `auto f() -> returns`.
    """

    name: str | TemplateName
    params: tuple[Param, ...] = attrs.field(converter=param_tuple, default=())
    returns: Type = VOID
    body: FunctionBody = None

    def __attrs_post_init__(self) -> None:
        from dispatchless.cppast.checks import check_body

        if isinstance(self.name, str):
            check_identifier(self.name, "a function")
        self._check_member(self.name)
        if self.explicit:
            raise NodeError(f"only constructors and conversions are explicit: {self.name!r}")
        check_returns(self.returns)
        check_params(self.params)
        if isinstance(self.body, Block):
            check_body(self.body, base_name(self.name), self.returns)


@attrs.frozen(eq=False, repr=False)
class OperatorFunction(_MemberSpecifiers):
    """An overloaded operator: `returns operator op(params)`."""

    op: str
    params: tuple[Param, ...] = attrs.field(converter=param_tuple, default=())
    returns: Type = VOID
    body: FunctionBody = None

    def __attrs_post_init__(self) -> None:
        from dispatchless.cppast.checks import check_body

        OperatorName(self.op)
        self._check_member("operator" + self.op)
        if self.explicit:
            raise NodeError(f"only constructors and conversions are explicit: operator{self.op}")
        check_returns(self.returns)
        check_params(self.params)
        self._check_operands()
        if isinstance(self.body, Block):
            check_body(self.body, "operator" + self.op, self.returns)

    def _check_operands(self) -> None:
        if self.op in ("()", "new", "new[]", "delete", "delete[]"):
            return
        for param in self.params:
            if param.default is not None:
                raise NodeError(f"operator{self.op} has no default arguments: {param.name!r}")
        if len(self.params) > 2:
            raise NodeError(f"operator{self.op} has at most two operands: {len(self.params)!r}")


@attrs.frozen(eq=False, repr=False)
class Conversion(_MemberSpecifiers):
    """A conversion function: `operator type() const`."""

    type: Type
    body: FunctionBody = None

    def __attrs_post_init__(self) -> None:
        from dispatchless.cppast.checks import check_body

        if self.static:
            raise NodeError(f"a conversion is no static member: {self.type!r}")
        self._check_member("a conversion")
        check_returns(self.type)
        inner = self.type
        while not isinstance(inner, (Array, FunctionType)):
            following = getattr(inner, "to", None) or (
                inner.type if isinstance(inner, Qualified) else None
            )
            if following is None:
                break
            inner = following
        else:
            raise NodeError(f"a conversion to this type needs an alias: {self.type!r}")
        if isinstance(self.body, Block):
            check_body(self.body, "a conversion", self.type)


@attrs.frozen(eq=False, repr=False)
class MemberInit(Node):
    """`name(args)` or `name{args}` in the initialiser list of a constructor: a member or a base."""

    name: str | QualifiedName
    init: ParenInit | BraceInit
    pack: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if isinstance(self.name, str):
            check_identifier(self.name, "an initialised member")


def member_init_tuple(value: Iterable[MemberInit]) -> tuple[MemberInit, ...]:
    return as_tuple(value)


@attrs.frozen(eq=False, repr=False)
class Constructor(FunctionDecl):
    """A constructor of class `name`, with its member initialisers `inits`."""

    name: str
    params: tuple[Param, ...] = attrs.field(converter=param_tuple, default=())
    inits: tuple[MemberInit, ...] = attrs.field(converter=member_init_tuple, default=())
    body: FunctionBody = None
    explicit: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        from dispatchless.cppast.checks import check_body

        check_identifier(self.name, "a constructor's class")
        self._check_common(self.name)
        check_params(self.params)
        if self.inits and not isinstance(self.body, Block):
            raise NodeError(f"member initialisers need a body: {self.name!r}")
        if self.qualifier is not None and self.explicit:
            raise NodeError(f"`explicit` stays inside the class: {self.name!r}")
        if self.body is PURE:
            raise NodeError(f"a constructor is not virtual: {self.name!r}")
        names = [init.name for init in self.inits]
        for index, name in enumerate(names):
            if name in names[:index]:
                raise NodeError(f"a member is initialised once: {name!r}")
        if isinstance(self.body, Block):
            check_body(self.body, self.name, None)


@attrs.frozen(eq=False, repr=False)
class Destructor(FunctionDecl):
    """The destructor of class `name`."""

    name: str
    body: FunctionBody = None
    virtual: bool = attrs.field(default=False, kw_only=True)
    override: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        from dispatchless.cppast.checks import check_body

        check_identifier(self.name, "a destructor's class")
        self._check_common(self.name)
        if self.body is PURE and not (self.virtual or self.override):
            raise NodeError(f"only a virtual function is pure: ~{self.name}")
        if isinstance(self.body, Block):
            check_body(self.body, "~" + self.name, None)


@attrs.frozen(eq=False, repr=False)
class DeductionGuide(Decl):
    """`name(params) -> type;`"""

    name: str
    params: tuple[Param, ...] = attrs.field(converter=param_tuple)
    type: Type
    explicit: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a class template")
        check_params(self.params)


@attrs.frozen(eq=False, repr=False)
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


@attrs.frozen(eq=False, repr=False)
class UsingDecl(Decl):
    """`using scope::name;`; `typename` for a dependent type, `pack` for `Bases::f...`."""

    name: QualifiedName
    typename: bool = attrs.field(default=False, kw_only=True)
    pack: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if len(self.name.parts) < 2 and not self.name.rooted:
            raise NodeError(f"a using-declaration names a scope: {self.name!r}")


@attrs.frozen(eq=False, repr=False)
class UsingEnum(Decl):
    """`using enum name;`"""

    name: QualifiedName


@attrs.frozen(eq=False, repr=False)
class UsingDirective(Decl):
    """`using namespace name;`"""

    name: QualifiedName


def decl_tuple(value: Iterable[Decl]) -> tuple[Decl, ...]:
    return as_tuple(value)


@attrs.frozen(eq=False, repr=False)
class Namespace(Decl):
    """`namespace a::b { members }`; no names is the unnamed namespace."""

    names: tuple[str, ...] = attrs.field(converter=str_tuple)
    members: tuple[Decl, ...] = attrs.field(converter=decl_tuple, default=())
    inline: bool = attrs.field(default=False, kw_only=True)
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        from dispatchless.cppast.checks import check_scope

        for name in self.names:
            check_identifier(name, "a namespace")
        if self.inline and len(self.names) > 1:
            raise NodeError(f"an inline namespace has one name here: {self.names!r}")
        if self.attributes and len(self.names) > 1:
            raise NodeError(f"a nested namespace name takes no attributes: {self.names!r}")
        check_scope(self.members, "a namespace")


@attrs.frozen(eq=False, repr=False)
class NamespaceAlias(Decl):
    """`namespace name = target;`"""

    name: str
    target: QualifiedName

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a namespace")


@attrs.frozen(eq=False, repr=False)
class LinkageSpec(Decl):
    """`extern "C" { members }`"""

    language: str
    members: tuple[Decl, ...] = attrs.field(converter=decl_tuple)

    def __attrs_post_init__(self) -> None:
        from dispatchless.cppast.checks import check_scope

        if self.language not in ("C", "C++"):
            raise NodeError(f"a language linkage is C or C++: {self.language!r}")
        check_scope(self.members, "a linkage block")


@attrs.frozen(eq=False, repr=False)
class StaticAssert(Decl):
    """`static_assert(cond, message);`"""

    cond: Expr
    message: StringLit | None = None

    def __attrs_post_init__(self) -> None:
        not_expanded(self.cond, "a condition")
        if self.message is not None and self.message.encoding:
            raise NodeError(f"a static_assert has a plain message: {self.message!r}")


@attrs.frozen(eq=False, repr=False)
class Comment(Decl):
    """A `//` comment among declarations or members, one line for each line of `text`."""

    text: str

    def __attrs_post_init__(self) -> None:
        check_comment(self.text)


@attrs.frozen(eq=False, repr=False)
class DocComment(Decl):
    """A `///` documentation comment for the declaration that follows."""

    text: str

    def __attrs_post_init__(self) -> None:
        check_comment(self.text)
