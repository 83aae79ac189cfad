"""Templates: parameters, heads, specialisations, instantiations, concepts, requires."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import attrs

from dispatchless.cppast.exprs import not_expanded
from dispatchless.cppast.functions import FunctionDecl, Param, check_params, param_tuple
from dispatchless.cppast.lambdas import template_param_tuple
from dispatchless.cppast.names import QualifiedName, TemplateName, check_identifier
from dispatchless.cppast.node import Decl, Expr, Node, NodeError, Type, as_tuple, rules
from dispatchless.cppast.types import PackType, is_void
from dispatchless.frozen import frozen


@frozen(eq=False, repr=False)
class TypeParam(Node):
    """`class name = default`, `class... name` with `pack`, or `Concept name`."""

    name: str | None
    default: Type | None = None
    pack: bool = attrs.field(default=False, kw_only=True)
    concept: QualifiedName | None = attrs.field(default=None, kw_only=True)
    keyword: Literal["class", "typename"] = attrs.field(default="class", kw_only=True)

    def __attrs_post_init__(self) -> None:
        _check_param(self.name, self.default, self.pack)
        if self.keyword not in ("class", "typename"):
            raise NodeError(f"a type parameter is class or typename: {self.keyword!r}")


def _check_param(name: str | None, default: Node | None, pack: bool) -> None:
    if name is not None:
        check_identifier(name, "a template parameter")
    if pack and default is not None:
        raise NodeError(f"a template parameter pack has no default: {name!r}")


@frozen(eq=False, repr=False)
class ValueParam(Node):
    """`type name = default`; a `PackType` makes it a pack."""

    type: Type
    name: str | None
    default: Expr | None = None

    def __attrs_post_init__(self) -> None:
        _check_param(self.name, self.default, isinstance(self.type, PackType))
        if is_void(self.type):
            raise NodeError(f"a template parameter cannot have type void: {self.name!r}")
        if self.default is not None:
            not_expanded(self.default, "the default of a template parameter")


@frozen(eq=False, repr=False)
class TemplateTemplateParam(Node):
    """`template <params> class name = default`."""

    params: tuple[TemplateParam, ...] = attrs.field(converter=template_param_tuple)
    name: str | None
    default: QualifiedName | None = None
    pack: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        _check_param(self.name, self.default, self.pack)
        check_template_params(self.params)
        if not self.params:
            raise NodeError(f"a template template parameter has parameters: {self.name!r}")


TemplateParam: TypeAlias = "TypeParam | ValueParam | TemplateTemplateParam"


def _is_pack(param: TemplateParam) -> bool:
    return isinstance(param.type, PackType) if isinstance(param, ValueParam) else param.pack


def check_template_params(params: tuple[TemplateParam, ...]) -> None:
    """[temp.param]: each name once; no parameter without a default follows one with it."""
    names: set[str] = set()
    defaulted = False
    for param in params:
        if param.name is not None:
            if param.name in names:
                raise NodeError(f"a template parameter's name occurs once: {param.name!r}")
            names.add(param.name)
        pack = _is_pack(param)
        if param.default is not None:
            defaulted = True
        elif defaulted and not pack:
            raise NodeError(
                f"a template parameter without a default cannot follow one: {param.name!r}"
            )


@frozen(eq=False, repr=False)
class Concept(Decl):
    """`concept name = expr;`; it stands directly inside a `Template`."""

    name: str
    expr: Expr

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a concept")
        not_expanded(self.expr, "the expression of a concept")


def _check_pack_is_last(params: tuple[TemplateParam, ...], decl: Decl) -> None:
    """[temp.param]: of a class, variable or alias template; not of a partial specialisation."""
    if isinstance(getattr(decl, "name", None), TemplateName) or getattr(decl, "qualifier", None):
        return
    for param in params[:-1]:
        if _is_pack(param):
            raise NodeError(f"the pack of a class template is its last parameter: {param.name!r}")


@frozen(eq=False, repr=False)
class Template(Decl):
    """`template <params> requires … decl`. Out-of-line members of member templates nest."""

    params: tuple[TemplateParam, ...] = attrs.field(converter=template_param_tuple)
    decl: Decl
    requires: Expr | None = attrs.field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if not self.params:
            raise NodeError("a template has parameters (ExplicitSpecialization has none): ()")
        check_template_params(self.params)
        rules().check_templated(self.decl, "a template")
        if not isinstance(self.decl, (FunctionDecl, Friend, Template)):
            _check_pack_is_last(self.params, self.decl)
        if self.requires is not None:
            not_expanded(self.requires, "a constraint")
            if isinstance(self.decl, Concept):
                raise NodeError(f"a concept has no requires-clause: {self.decl.name!r}")


@frozen(eq=False, repr=False)
class ExplicitSpecialization(Decl):
    """`template <> decl`; the declared name is a template-id."""

    decl: Decl

    def __attrs_post_init__(self) -> None:
        rules().check_specialized(self.decl)


# What a declaration may stand in; told by class, which is asked of every declaration.
TEMPLATE_HEADS = frozenset({Template, ExplicitSpecialization})


@frozen(eq=False, repr=False)
class ExplicitInstantiation(Decl):
    """`template decl`, or `extern template decl`; the declaration has no body."""

    decl: Decl
    extern: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        rules().check_instantiated(self.decl)


@frozen(eq=False, repr=False)
class Friend(Decl):
    """`friend decl`: a function, a class declaration, a template of those, or a type."""

    decl: Decl | Type

    def __attrs_post_init__(self) -> None:
        if isinstance(self.decl, Decl):
            rules().check_friend(self.decl)


# --- requires-expressions --------------------------------------------------------------------


@frozen(eq=False, repr=False)
class SimpleRequirement(Node):
    """`expr;` is well-formed."""

    expr: Expr


@frozen(eq=False, repr=False)
class TypeRequirement(Node):
    """`typename name;` names a type."""

    name: QualifiedName


@frozen(eq=False, repr=False)
class CompoundRequirement(Node):
    """`{ expr } noexcept -> constraint;`"""

    expr: Expr
    constraint: QualifiedName | None = None
    noexcept: bool = attrs.field(default=False, kw_only=True)


@frozen(eq=False, repr=False)
class NestedRequirement(Node):
    """`requires expr;` is satisfied."""

    expr: Expr


Requirement: TypeAlias = (
    "SimpleRequirement | TypeRequirement | CompoundRequirement | NestedRequirement"
)


def requirement_tuple(value: Iterable[Requirement]) -> tuple[Requirement, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class Requires(Expr):
    """`requires (params) { requirements }`"""

    params: tuple[Param, ...] = attrs.field(converter=param_tuple)
    requirements: tuple[Requirement, ...] = attrs.field(converter=requirement_tuple)

    def __attrs_post_init__(self) -> None:
        check_params(self.params)
        if not self.requirements:
            raise NodeError("a requires-expression has at least one requirement: ()")
        for param in self.params:
            if param.default is not None:
                raise NodeError(f"a parameter of requires has no default: {param.name!r}")
