"""Types and declarators: one function turns a type and a name inside out ([dcl.decl])."""

from __future__ import annotations

from dispatchless.cppast.layout import Doc
from dispatchless.cppast.node import Expr, Type
from dispatchless.cppast.operators import Prec
from dispatchless.cppast.printer.core import Printer, prints
from dispatchless.cppast.printer.positions import bare_angle, begins_with_bracket
from dispatchless.cppast.types import (
    Array,
    Auto,
    Builtin,
    Decltype,
    Elaborated,
    FunctionType,
    LRef,
    MemberPointer,
    NamedType,
    PackType,
    Pointer,
    Qualified,
    RRef,
)


def cv_words(type_: Qualified | FunctionType) -> str:
    """`const`, `volatile`, both or nothing."""
    if type_.const:
        return "const volatile" if type_.volatile else "const"
    return "volatile" if type_.volatile else ""


def declarator(p: Printer, type_: Type, inner: Doc, *, named: bool) -> Doc:
    """The declaration of `inner` (a name, a name with parameters, or nothing) with type `type_`.

    Walks from the outermost part of the type, which stands next to the name, to the innermost,
    which is the specifier at the left. `[]` and `()` bind tighter than `*` and `&`, so those are
    wrapped before.
    """
    if not named and isinstance(type_, PackType):
        return p.cat(declarator(p, type_.pattern, inner, named=False), "...")
    pointed = False  # the last part put on was a prefix
    # What stands right of the specifier: a name or operator (a blank before it), or one of these.
    start = "name" if named else "nothing"
    while True:
        if isinstance(type_, LRef):
            inner, start, pointed = p.cat("&", inner), "name", True
            type_ = type_.to
        elif isinstance(type_, RRef):
            inner, start, pointed = p.cat("&&", inner), "name", True
            type_ = type_.to
        elif isinstance(type_, (Pointer, MemberPointer)):
            inner, start, pointed = p.cat(_star(p, type_), inner), _rooted(type_), True
            type_ = type_.to
        elif isinstance(type_, Qualified) and isinstance(type_.type, (Pointer, MemberPointer)):
            blank = "" if start == "nothing" else " "
            inner = p.cat(_star(p, type_.type), cv_words(type_), blank, inner)
            start, pointed = _rooted(type_.type), True
            type_ = type_.type.to
        elif isinstance(type_, PackType):
            blank = " " if start == "name" and not pointed else ""
            inner = p.cat("...", blank, inner)
            start, pointed = "pack", True
            type_ = type_.pattern
        elif isinstance(type_, Array):
            if pointed:
                inner, start = p.cat("(", inner, ")"), "name"
            inner = p.cat(inner, "[", _extent(p, type_.extent), "]")
            start = "suffix" if start == "nothing" else start
            pointed = False
            type_ = type_.of
        elif isinstance(type_, FunctionType):
            if pointed:
                inner, start = p.cat("(", inner, ")"), "name"
            inner = p.cat(inner, function_suffix(p, type_))
            start = "suffix" if start == "nothing" else start
            pointed = False
            type_ = type_.returns
        else:
            if start == "rooted":
                # `T ::S::*p` would read as the scope `T::S`.
                inner, start = p.cat("(", inner, ")"), "name"
            blank = " " if start == "name" else ""
            return p.cat(specifier(p, type_), blank, inner)


def _extent(p: Printer, extent: Expr | None) -> Doc:
    if extent is None:
        return ""
    text = p.operand(extent, Prec.CONDITIONAL)
    # The type may stand in a template argument list, which a bare `>` would end; and `[[` would
    # begin an attribute.
    enclosed = bare_angle(extent) or begins_with_bracket(extent)
    return p.cat("(", text, ")") if enclosed else text


def _rooted(type_: Pointer | MemberPointer) -> str:
    return "rooted" if isinstance(type_, MemberPointer) and type_.cls.rooted else "name"


def _star(p: Printer, type_: Pointer | MemberPointer) -> Doc:
    if isinstance(type_, MemberPointer):
        return p.cat(p.name(type_.cls), "::*")
    return "*"


def function_suffix(p: Printer, type_: FunctionType) -> Doc:
    """`(params) const &` of a function type."""
    params = [p.type(param) for param in type_.params]
    if type_.variadic:
        params.append("...")
    suffix = [p.brackets("(", params, ")")]
    cv = cv_words(type_)
    for word in (cv, type_.ref, "noexcept" if type_.noexcept else ""):
        if word:
            suffix.append(" " + word)
    return suffix[0] if len(suffix) == 1 else p.cat(*suffix)


def innermost(type_: Type) -> Type:
    """The part of a type that is its specifier, which stands at the left."""
    while True:
        if isinstance(type_, (LRef, RRef, Pointer, MemberPointer)):
            type_ = type_.to
        elif isinstance(type_, Array):
            type_ = type_.of
        elif isinstance(type_, FunctionType):
            type_ = type_.returns
        elif isinstance(type_, PackType):
            type_ = type_.pattern
        elif isinstance(type_, Qualified) and isinstance(type_.type, (Pointer, MemberPointer)):
            type_ = type_.type
        else:
            return type_


def specifier(p: Printer, type_: Type) -> Doc:
    """The innermost part of a type, which stands at the left."""
    if isinstance(type_, Qualified):
        return p.cat(cv_words(type_), " ", specifier(p, type_.type))
    if isinstance(type_, NamedType):
        return p.cat("typename ", p.name(type_.name)) if type_.typename else p.name(type_.name)
    if isinstance(type_, Builtin):
        return type_.name
    if isinstance(type_, Auto):
        auto = "decltype(auto)" if type_.decltype_auto else "auto"
        return auto if type_.concept is None else p.cat(p.name(type_.concept), " ", auto)
    if isinstance(type_, Decltype):
        inner = p.doc(type_.expr)
        return p.cat("decltype(", p.cat("(", inner, ")") if type_.as_expression else inner, ")")
    if isinstance(type_, Elaborated):
        return p.cat(type_.kind, " ", p.name(type_.name))
    raise p.fail(type_)


@prints(
    Array,
    Auto,
    Builtin,
    Decltype,
    Elaborated,
    FunctionType,
    LRef,
    MemberPointer,
    NamedType,
    PackType,
    Pointer,
    Qualified,
    RRef,
)
def _type(p: Printer, node: Type) -> Doc:
    return declarator(p, node, "", named=False)
