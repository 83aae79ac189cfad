"""Classes and enumerations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import attrs

from dispatchless.cppast.attributes import (
    Attribute,
    ObjectAttribute,
    attribute_tuple,
    object_attribute_tuple,
)
from dispatchless.cppast.decls import Initializer, check_object, decl_tuple
from dispatchless.cppast.exprs import ParenInit, not_expanded
from dispatchless.cppast.literals import IntLit
from dispatchless.cppast.names import (
    Paste,
    QualifiedName,
    TemplateName,
    base_name,
    check_identifier,
)
from dispatchless.cppast.node import Decl, Expr, Node, NodeError, Type, as_tuple, rules
from dispatchless.cppast.types import NOT_INTEGRAL, Auto, Builtin, LRef, NamedType, Qualified, RRef
from dispatchless.frozen import frozen

RecordKind = Literal["struct", "class", "union"]
AccessKind = Literal["public", "protected", "private"]
_ACCESS = ("public", "protected", "private")


@frozen(eq=False, repr=False)
class Base(Node):
    """A base class: `access virtual name`; no access is the default of the kind of class."""

    name: QualifiedName
    access: AccessKind | None = None
    virtual: bool = attrs.field(default=False, kw_only=True)
    pack: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.access is not None and self.access not in _ACCESS:
            raise NodeError(f"an access is public, protected or private: {self.access!r}")


def base_tuple(value: Iterable[Base]) -> tuple[Base, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class Access(Decl):
    """`public:` and its kin inside a class."""

    kind: AccessKind

    def __attrs_post_init__(self) -> None:
        if self.kind not in _ACCESS:
            raise NodeError(f"an access is public, protected or private: {self.kind!r}")


@frozen(eq=False, repr=False)
class Field(Decl):
    """A non-static data member; `width` makes it a bit-field (then the name may be missing)."""

    type: Type
    name: str | None
    init: Initializer | None = None
    width: Expr | None = attrs.field(default=None, kw_only=True)
    mutable: bool = attrs.field(default=False, kw_only=True)
    attributes: tuple[ObjectAttribute, ...] = attrs.field(
        converter=object_attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        if self.name is None:
            if self.width is None:
                raise NodeError(f"only a bit-field has no name: {self.type!r}")
            if self.init is not None:
                raise NodeError(f"a bit-field without a name has no initialiser: {self.init!r}")
        else:
            check_identifier(self.name, "a member")
        check_object(self.type, self.name)
        if isinstance(self.type, Auto):
            raise NodeError(f"a data member cannot have type auto: {self.name!r}")
        if self.width is not None:
            not_expanded(self.width, "the width of a bit-field")
            if not isinstance(self.type, (Builtin, NamedType)):
                raise NodeError(f"a bit-field has an integral or enumeration type: {self.type!r}")
            if isinstance(self.type, Builtin) and self.type.name in NOT_INTEGRAL:
                raise NodeError(f"a bit-field is integral: {self.type!r}")
            if self.name is not None and isinstance(self.width, IntLit) and self.width.value <= 0:
                raise NodeError(f"a bit-field with a name has bits: {self.name!r}")
        if self.mutable and (
            isinstance(self.type, (LRef, RRef))
            or (isinstance(self.type, Qualified) and self.type.const)
        ):
            raise NodeError(f"a mutable member is neither const nor a reference: {self.name!r}")
        if isinstance(self.init, ParenInit):
            raise NodeError(f"a member is initialised by = or braces, not (): {self.name!r}")


@frozen(eq=False, repr=False)
class Record(Decl):
    """A class: `kind name : bases { members };`. `members` of None only declares it.

    A template-id as name is a specialisation; no name is an anonymous union or struct.
    """

    kind: RecordKind
    name: str | TemplateName | Paste | None
    members: tuple[Decl, ...] | None = attrs.field(
        converter=attrs.converters.optional(decl_tuple), default=()
    )
    bases: tuple[Base, ...] = attrs.field(converter=base_tuple, default=())
    final: bool = attrs.field(default=False, kw_only=True)
    qualifier: QualifiedName | None = attrs.field(default=None, kw_only=True)
    attributes: tuple[ObjectAttribute, ...] = attrs.field(
        converter=object_attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        if self.kind not in ("struct", "class", "union"):
            raise NodeError(f"a class is a struct, class or union: {self.kind!r}")
        if isinstance(self.name, str):
            check_identifier(self.name, "a class")
        if self.members is None:
            if self.bases or self.final:
                raise NodeError(f"a class that is only declared has no bases: {self.name!r}")
            if self.name is None:
                raise NodeError("a class that is only declared has a name: None")
            return
        if self.kind == "union" and (self.bases or self.final):
            raise NodeError(f"a union has no bases and is not final: {self.name!r}")
        names = [base.name for base in self.bases]
        for index, name in enumerate(names):
            if name in names[:index]:
                raise NodeError(f"a direct base occurs once: {name!r}")
        rules().check_members(self)

    @property
    def class_name(self) -> str | None:
        """The name without template arguments: what constructors are called."""
        return None if self.name is None else base_name(self.name)


@frozen(eq=False, repr=False)
class Enumerator(Node):
    """`name = value` of an enumeration."""

    name: str
    value: Expr | None = None
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "an enumerator")
        if self.value is not None:
            not_expanded(self.value, "the value of an enumerator")


def enumerator_tuple(value: Iterable[Enumerator]) -> tuple[Enumerator, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class Enum(Decl):
    """`enum class name : underlying { enumerators };`; `enumerators` of None only declares it.

    `qualifier` is the class of a member enumeration that is defined outside of it.
    """

    name: str | None
    enumerators: tuple[Enumerator, ...] | None = attrs.field(
        converter=attrs.converters.optional(enumerator_tuple), default=()
    )
    scoped: bool = attrs.field(default=True, kw_only=True)
    underlying: Type | None = attrs.field(default=None, kw_only=True)
    qualifier: QualifiedName | None = attrs.field(default=None, kw_only=True)
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        if self.name is None:
            if self.scoped or self.enumerators is None:
                raise NodeError("only an unscoped enumeration with a body has no name: None")
        else:
            check_identifier(self.name, "an enumeration")
        if self.qualifier is not None and (self.name is None or self.enumerators is None):
            raise NodeError(f"outside its class an enumeration is defined: {self.name!r}")
        if self.enumerators is None and not self.scoped and self.underlying is None:
            raise NodeError(f"an unscoped enumeration is declared with its type: {self.name!r}")
        if self.underlying is not None and not isinstance(self.underlying, (Builtin, NamedType)):
            raise NodeError(f"an underlying type is an integral type: {self.underlying!r}")
        if isinstance(self.underlying, Builtin) and self.underlying.name in NOT_INTEGRAL:
            raise NodeError(f"an underlying type is integral: {self.underlying!r}")
        seen = set()
        for enumerator in self.enumerators or ():
            if enumerator.name in seen:
                raise NodeError(f"an enumerator occurs once: {enumerator.name!r}")
            seen.add(enumerator.name)
