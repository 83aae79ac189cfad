"""Functions in all their forms, and their parameters."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum as PythonEnum
from typing import TypeAlias

import attrs

from dispatchless.cppast.attributes import Attribute, attribute_tuple
from dispatchless.cppast.exprs import BraceInit, PackExpansion, ParenInit, not_expanded
from dispatchless.cppast.names import (
    OperatorName,
    Paste,
    QualifiedName,
    TemplateName,
    check_identifier,
)
from dispatchless.cppast.node import Decl, Expr, Node, NodeError, Type, as_tuple, rules
from dispatchless.cppast.stmts import Block, Return, Try
from dispatchless.cppast.types import (
    Array,
    Builtin,
    FunctionType,
    PackType,
    Qualified,
    RefQualifier,
    check_parameter,
    check_ref_qualifier,
    check_returns,
)
from dispatchless.frozen import frozen

VOID = Builtin("void")


class SpecialBody(PythonEnum):
    """What may stand where a function's body would."""

    DEFAULT = "default"
    DELETE = "delete"
    PURE = "0"


DEFAULT = SpecialBody.DEFAULT
DELETE = SpecialBody.DELETE
PURE = SpecialBody.PURE


@frozen(eq=False, repr=False)
class Param(Node):
    """A parameter of a function; without a name it is only declared."""

    type: Type
    name: str | None = None
    default: Expr | None = None
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        check_parameter(self.type, self.name)
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
    for param in params:
        if param.default is not None:
            defaulted = True
        elif defaulted and not isinstance(param.type, PackType):
            raise NodeError(
                f"a parameter without a default cannot follow one that has it: {param.name!r}"
            )
    names = [param.name for param in params if param.name is not None]
    if len(set(names)) < len(names):
        twice = next(name for index, name in enumerate(names) if name in names[:index])
        raise NodeError(f"a parameter's name occurs once: {twice!r}")


@frozen(eq=False, repr=False)
class FunctionDecl(Decl):
    """What all functions share; `body` of None declares, a `Block` defines.

    A `Try` as the body is a function-try-block: its handlers see the member initialisers, too.
    """

    body: Block | Try | SpecialBody | None = attrs.field(default=None, kw_only=True)
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


@frozen(eq=False, repr=False)
class _MemberSpecifiers(FunctionDecl):
    """The specifiers of functions that may be members."""

    static: bool = attrs.field(default=False, kw_only=True)
    extern: bool = attrs.field(default=False, kw_only=True)
    virtual: bool = attrs.field(default=False, kw_only=True)
    explicit: bool | Expr = attrs.field(default=False, kw_only=True)
    const: bool = attrs.field(default=False, kw_only=True)
    volatile: bool = attrs.field(default=False, kw_only=True)
    ref: RefQualifier = attrs.field(default="", kw_only=True)
    override: bool = attrs.field(default=False, kw_only=True)
    final: bool = attrs.field(default=False, kw_only=True)
    trailing: bool = attrs.field(default=False, kw_only=True)
    variadic: bool = attrs.field(default=False, kw_only=True)

    def _check_member(self, name: object) -> None:
        self._check_common(name)
        if self.ref:
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


FunctionBody: TypeAlias = "Block | Try | SpecialBody | None"


@frozen(eq=False, repr=False)
class Function(_MemberSpecifiers):
    """A function, a member function, or a specialisation of a function template.

    `qualifier` is the class or namespace of a definition outside of it. `trailing` writes
    `auto f() -> returns`.
    """

    name: str | TemplateName | Paste
    params: tuple[Param, ...] = attrs.field(converter=param_tuple, default=())
    returns: Type = VOID
    body: FunctionBody = None

    def __attrs_post_init__(self) -> None:
        if isinstance(self.name, str):
            check_identifier(self.name, "a function")
        self._check_member(self.name)
        if self.explicit:
            raise NodeError(f"only constructors and conversions are explicit: {self.name!r}")
        if self.body is DEFAULT:
            raise NodeError(f"only special members and comparisons are defaulted: {self.name!r}")
        check_returns(self.returns)
        check_params(self.params)
        if isinstance(self.body, (Block, Try)):
            rules().check_body(self.body, self.name, self.returns)


# [dcl.fct.def.default]: the operators that the compiler can write.
_DEFAULTED = frozenset({"=", "==", "!=", "<", ">", "<=", ">=", "<=>"})


@frozen(eq=False, repr=False)
class OperatorFunction(_MemberSpecifiers):
    """An overloaded operator: `returns operator op(params)`; `""_km` is a literal operator."""

    op: str
    params: tuple[Param, ...] = attrs.field(converter=param_tuple, default=())
    returns: Type = VOID
    body: FunctionBody = None

    def __attrs_post_init__(self) -> None:
        OperatorName(self.op)
        self._check_member("operator" + self.op)
        if self.explicit:
            raise NodeError(f"only constructors and conversions are explicit: operator{self.op}")
        check_returns(self.returns)
        check_params(self.params)
        if self.body is DEFAULT and self.op not in _DEFAULTED:
            raise NodeError(f"only assignment and comparisons are defaulted: operator{self.op}")
        self._check_operands()
        if isinstance(self.body, (Block, Try)):
            rules().check_body(self.body, "operator" + self.op, self.returns)

    def _check_operands(self) -> None:
        if self.op in ("()", "new", "new[]", "delete", "delete[]"):
            return
        for param in self.params:
            if param.default is not None:
                raise NodeError(f"operator{self.op} has no default arguments: {param.name!r}")
        if len(self.params) > 2:
            raise NodeError(f"operator{self.op} has at most two operands: {len(self.params)!r}")


@frozen(eq=False, repr=False)
class Conversion(_MemberSpecifiers):
    """A conversion function: `operator type() const`."""

    type: Type
    body: FunctionBody = None

    def __attrs_post_init__(self) -> None:
        if self.body is DEFAULT:
            raise NodeError(f"a conversion cannot be defaulted: {self.type!r}")
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
        if isinstance(self.body, (Block, Try)):
            rules().check_body(self.body, "a conversion", self.type)


@frozen(eq=False, repr=False)
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


@frozen(eq=False, repr=False)
class Constructor(FunctionDecl):
    """A constructor of class `name`, with its member initialisers `inits`."""

    name: str
    params: tuple[Param, ...] = attrs.field(converter=param_tuple, default=())
    inits: tuple[MemberInit, ...] = attrs.field(converter=member_init_tuple, default=())
    body: FunctionBody = None
    explicit: bool | Expr = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a constructor's class")
        self._check_common(self.name)
        check_params(self.params)
        if self.inits and not isinstance(self.body, (Block, Try)):
            raise NodeError(f"member initialisers need a body: {self.name!r}")
        if self.qualifier is not None and self.explicit:
            raise NodeError(f"`explicit` stays inside the class: {self.name!r}")
        if self.body is PURE:
            raise NodeError(f"a constructor is not virtual: {self.name!r}")
        names = [init.name for init in self.inits]
        for index, name in enumerate(names):
            if name in names[:index]:
                raise NodeError(f"a member is initialised once: {name!r}")
        if isinstance(self.body, (Block, Try)):
            rules().check_body(self.body, self.name, None)
        if isinstance(self.body, Try):
            for handler in self.body.handlers:
                if any(isinstance(node, Return) for node in rules().statements_below(handler.body)):
                    # [except.handle]: such a handler can only throw again.
                    raise NodeError(
                        f"a handler of a constructor's try has no return: {self.name!r}"
                    )


@frozen(eq=False, repr=False)
class Destructor(FunctionDecl):
    """The destructor of class `name`."""

    name: str
    body: FunctionBody = None
    virtual: bool = attrs.field(default=False, kw_only=True)
    override: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a destructor's class")
        self._check_common(self.name)
        if self.body is PURE and not (self.virtual or self.override):
            raise NodeError(f"only a virtual function is pure: ~{self.name}")
        if isinstance(self.body, (Block, Try)):
            rules().check_body(self.body, "~" + self.name, None)


@frozen(eq=False, repr=False)
class DeductionGuide(Decl):
    """`name(params) -> type;`"""

    name: str
    params: tuple[Param, ...] = attrs.field(converter=param_tuple)
    type: Type
    explicit: bool | Expr = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a class template")
        check_params(self.params)
